package org.grapnel.cluster;

import java.util.Arrays;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/** spread(f) = Σⱼ nⱼ·(meanⱼ(f) − mean(f))²: the part of feature f that lies between the groups. */
final class FeatureSpread {
    private FeatureSpread() {}

    /** Computes the spread of every row of X. Adding zeros changes no sum, so dense and sparse X agree to the bit. */
    static double[] compute(ExecutionContext context, Matrix X, Clustering groups) {
        int p = X.rows();
        int n = X.cols();
        int[] labels = groups.toArray();
        int[] sizes = groups.sizes();
        double[] spread = new double[p];
        context.runEach(p, 2.0 * X.nonZeros(), (f, scratch) -> {
            double[] sums = scratch.doubles(ScratchArray.CENTERS, sizes.length);
            Arrays.fill(sums, 0, sizes.length, 0);
            if (X instanceof SparseMatrix sparse) {
                sparse.forEachInRow(f, (j, v) -> sums[labels[j]] += v);
            } else {
                double[] x = scratch.doubles(ScratchArray.ROW, n);
                X.row(f, x);
                for (int j = 0; j < n; j++) sums[labels[j]] += x[j];
            }
            spread[f] = between(sums, sizes, n);
        });
        return spread;
    }

    private static double between(double[] sums, int[] sizes, int n) {
        double sum = 0;
        for (int j = 0; j < sizes.length; j++) sum += sums[j];
        double mean = sum / n;
        double between = 0;
        for (int j = 0; j < sizes.length; j++) {
            if (sizes[j] == 0) continue;
            double difference = sums[j] / sizes[j] - mean;
            between += sizes[j] * difference * difference;
        }
        return between;
    }

    /** Returns the k rows of largest spread; ties go to the lower row. */
    static RowSet largest(double[] spread, int k) {
        double[] sorted = spread.clone();
        Arrays.sort(sorted);
        double threshold = sorted[sorted.length - k];
        int ties = k;
        for (double s : spread) if (s > threshold) ties--;
        RowSet rows = RowSet.none(spread.length);
        for (int f = 0; f < spread.length; f++)
            if (spread[f] > threshold || (spread[f] == threshold && ties-- > 0)) rows.add(f);
        return rows;
    }
}
