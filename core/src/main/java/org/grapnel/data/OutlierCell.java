package org.grapnel.data;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.linalg.Matrix;

/**
 * A single entry of X that outweighs all others together: it holds most of the squared deviations from the means of the features, so that neighbours,
 * features and factors all follow it.
 *
 * @param share its part of all squared deviations
 */
record OutlierCell(int feature, int sample, double value, double share) {
    /** One entry outweighs all others. */
    private static final double MOST = 0.5;

    /** In a tiny table one entry is a large part of everything. */
    private static final long FEWEST_ENTRIES = 100;

    static Optional<OutlierCell> find(Matrix X) {
        if ((long) X.rows() * X.cols() < FEWEST_ENTRIES) return Optional.empty();
        double[] row = new double[X.cols()];
        double all = 0;
        double largest = 0;
        int feature = 0;
        int sample = 0;
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            double mean = 0;
            for (double x : row) mean += x / row.length;
            for (int j = 0; j < row.length; j++) {
                double square = (row[j] - mean) * (row[j] - mean);
                all += square;
                if (square <= largest) continue;
                largest = square;
                feature = i;
                sample = j;
            }
        }
        double share = largest / all;
        if (!(share > MOST) || all == Double.POSITIVE_INFINITY) return Optional.empty();
        return Optional.of(new OutlierCell(feature, sample, X.get(feature, sample), share));
    }

    String describe(Dataset data) {
        return String.format(
                Locale.ROOT,
                "sample %d (%s), feature %d (%s) is %s and outweighs everything else: %.0f %% of all squared deviations are in this one value; if it is an error mend it, else Preparation.withClip(0.99) limits it",
                sample,
                data.samples().get(sample),
                feature,
                data.features().get(feature),
                value,
                100 * share);
    }
}
