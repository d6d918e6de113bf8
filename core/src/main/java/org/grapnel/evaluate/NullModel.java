package org.grapnel.evaluate;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/**
 * Samples without groups that have the means and covariances of X. A sample is x̃ = m + s^(−½) Σ g_l(x_l − m) over s =
 * {@value #MIXTURE_SIZE} samples drawn with replacement, where g_l is normal and m is the mean; negative entries become
 * 0. Apart from that cut, means and covariances are those of X. As sums of many terms the samples are nearly normal.
 * (Random signs instead of g_l would turn two distant groups into a lattice, which has groups again.) Groups of the
 * data mean nothing if those found here are as good.
 */
public final class NullModel {
    public static final int MIXTURE_SIZE = 32;

    /** Limits of the data to draw from: null models are dense, and a warning does not need all of large data. */
    public static final int MAX_SAMPLES = 2000;

    public static final int MAX_FEATURES = 10_000;

    private NullModel() {}

    /** Returns the data to draw from: all of X, or evenly spaced samples and the features of largest variance. */
    public static Matrix subset(Matrix X) {
        boolean allFeatures = X.rows() <= MAX_FEATURES;
        Matrix rows = allFeatures ? X : X.selectRows(largestVariance(X));
        try {
            int n = Math.min(X.cols(), MAX_SAMPLES);
            return rows.selectColumns(IntStream.range(0, n)
                    .map(j -> ExecutionContext.blockStart(X.cols(), j, n))
                    .toArray());
        } finally {
            if (!allFeatures) rows.close();
        }
    }

    public static boolean usesAllData(Matrix X) {
        return X.rows() <= MAX_FEATURES && X.cols() <= MAX_SAMPLES;
    }

    private static int[] largestVariance(Matrix X) {
        double[] sums = X.rowSums();
        double[] squares = X.rowSquares();
        double n = X.cols();
        return IntStream.range(0, X.rows())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -(squares[i] - sums[i] * sums[i] / n)))
                .limit(MAX_FEATURES)
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
    }

    /** Draws as many samples as X has, none with a negative entry. */
    public static DenseMatrix draw(ExecutionContext context, Matrix X, long seed) {
        return drawSigned(context, X, seed).map((i, j, x) -> Math.max(0, x));
    }

    /** Draws as many samples as X has, with entries of any sign. */
    public static DenseMatrix drawSigned(ExecutionContext context, Matrix X, long seed) {
        int n = X.cols();
        int[] source = new int[n * MIXTURE_SIZE];
        double[] weight = new double[n * MIXTURE_SIZE];
        for (int j = 0, q = 0; j < n; j++)
            for (int l = 0; l < MIXTURE_SIZE; l++, q++) {
                source[q] = (int) (CounterRandom.uniform(seed, j, l) * n);
                weight[q] = CounterRandom.gaussian(~seed, j, l);
            }
        double scale = 1 / Math.sqrt(MIXTURE_SIZE);
        DenseMatrix drawn = DenseMatrix.zeros(X.rows(), n);
        context.run(X.rows(), (i, scratch) -> {
            double[] row = new double[n];
            double[] mixed = new double[n];
            X.row(i, row);
            double mean = 0;
            for (double x : row) mean += x / n;
            for (int j = 0, q = 0; j < n; j++) {
                double sum = 0;
                for (int l = 0; l < MIXTURE_SIZE; l++, q++) sum += weight[q] * (row[source[q]] - mean);
                mixed[j] = mean + scale * sum;
            }
            drawn.setRow(i, mixed);
        });
        return drawn;
    }
}
