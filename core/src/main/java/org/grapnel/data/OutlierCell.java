package org.grapnel.data;

import java.util.Locale;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
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
        double[] mean = X.rowSums();
        for (int i = 0; i < mean.length; i++) mean[i] /= X.cols();
        Search search = new Search(mean);
        for (int i = 0; i < X.rows(); i++) {
            search.feature = i;
            search.stored = 0;
            X.forEachInRow(i, search::add);
            search.all += (X.cols() - search.stored) * mean[i] * mean[i]; // zeros that are not stored
        }
        return search.found(X);
    }

    /** The largest squared deviation so far. A zero outweighs nothing, so only stored entries can be found. */
    private static final class Search {
        private final double[] mean;
        private int feature;
        private long stored;
        private double all;
        private double largest;
        private int largestFeature;
        private int largestSample;

        Search(double[] mean) {
            this.mean = mean;
        }

        private void add(int sample, double x) {
            stored++;
            double square = (x - mean[feature]) * (x - mean[feature]);
            all += square;
            if (square <= largest) return;
            largest = square;
            largestFeature = feature;
            largestSample = sample;
        }

        private Optional<OutlierCell> found(Matrix X) {
            double share = largest / all;
            if (!(share > MOST) || all == Double.POSITIVE_INFINITY) return Optional.empty();
            double value = X.get(largestFeature, largestSample);
            return Optional.of(new OutlierCell(largestFeature, largestSample, value, share));
        }
    }

    /**
     * Says which value it is.
     *
     * @param origin the index of a feature in the data as read
     * @param advice what else helps than to mend it
     */
    String describe(Dataset data, IntUnaryOperator origin, String advice) {
        return String.format(
                Locale.ROOT,
                "%s is %s after the preparation and outweighs everything else: %.0f %% of all squared deviations are in this one value; if it is an error mend it%s",
                data.place(sample, feature, origin),
                value,
                100 * share,
                advice);
    }
}
