package org.grapnel.data;

import java.util.Arrays;
import org.grapnel.linalg.Matrix;

/** A list of entries of X, by feature and then by sample, which count as missing. Of a sparse X only stored entries are listed. */
final class MissingEntries {
    /** Tells whether an entry is listed. */
    interface EntryTest {
        boolean test(int feature, int sample, double value);
    }

    private final int[] start;
    private final int[] sample;

    private MissingEntries(int[] start, int[] sample) {
        this.start = start;
        this.sample = sample;
    }

    static MissingEntries find(Matrix X, EntryTest test) {
        int[] start = new int[X.rows() + 1];
        int[][] found = {new int[1024]};
        int[] count = {0};
        for (int i = 0; i < X.rows(); i++) {
            int feature = i;
            X.forEachInRow(i, (j, x) -> {
                if (!test.test(feature, j, x)) return;
                if (count[0] == found[0].length) found[0] = Arrays.copyOf(found[0], Math.multiplyExact(2, count[0]));
                found[0][count[0]++] = j;
            });
            start[i + 1] = count[0];
        }
        return new MissingEntries(start, Arrays.copyOf(found[0], count[0]));
    }

    int count() {
        return sample.length;
    }

    /** Returns where the entries of a feature start; they end where those of the next start. */
    int start(int feature) {
        return start[feature];
    }

    int sample(int entry) {
        return sample[entry];
    }

    /** Returns the values of this list from those of a longer one, which has every entry of this one. */
    double[] select(MissingEntries longer, double[] values) {
        double[] selected = new double[sample.length];
        for (int i = 0; i < start.length - 1; i++)
            for (int q = start[i], from = longer.start[i]; q < start[i + 1]; q++) {
                while (longer.sample[from] != sample[q]) from++;
                selected[q] = values[from];
            }
        return selected;
    }

    /** Returns for each entry the mean of its feature over the entries that are not listed; of all features if there are none. */
    double[] means(Matrix X) {
        double[] mean = new double[X.rows()];
        double all = 0;
        int known = 0;
        double[] row = new double[X.cols()];
        for (int i = 0; i < mean.length; i++) {
            X.row(i, row);
            for (int q = start[i]; q < start[i + 1]; q++) row[sample[q]] = Double.NaN;
            int present = 0;
            for (double x : row) if (!Double.isNaN(x)) mean[i] += (x - mean[i]) / ++present;
            if (present == 0) mean[i] = Double.NaN;
            else all += (mean[i] - all) / ++known;
        }
        double[] values = new double[sample.length];
        for (int i = 0; i < mean.length; i++)
            Arrays.fill(values, start[i], start[i + 1], Double.isNaN(mean[i]) ? all : mean[i]);
        return values;
    }
}
