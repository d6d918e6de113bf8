package org.grapnel.transform;

import java.util.Arrays;
import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.CountBackground;

/**
 * D(x‖Wh)/D(x‖b) of new samples on the kept features, where b has the means of the training samples, scaled to the counts of the sample: the share of
 * the divergence from the background that the model does not explain.
 *
 * <p>Features whose row of W is zero are left out on both sides: they had no counts in the fit.
 */
final class CountErrors {
    private final double[] divergences;
    private final double[] backgrounds;

    CountErrors(Matrix X, DenseMatrix W, DenseMatrix Ht, List<Double> means) {
        int m = X.cols();
        int r = W.cols();
        divergences = new double[m];
        backgrounds = new double[m];
        double[] counts = new double[m];
        double all = 0;
        double[] least = CountBackground.leastOfSamples(X);
        double[] x = new double[m];
        double[] w = new double[r];
        double[] h = new double[r];
        for (int i = 0; i < X.rows(); i++) {
            W.row(i, w);
            if (isZero(w)) continue;
            X.row(i, x);
            all += means.get(i);
            for (int j = 0; j < m; j++) {
                counts[j] += x[j];
                Ht.row(j, h);
                double y = 0;
                for (int k = 0; k < r; k++) y += w[k] * h[k];
                divergences[j] += x[j] > 0 && x[j] >= least[j] ? x[j] * Math.log(x[j] / y) - x[j] + y : y;
            }
        }
        for (int i = 0; i < X.rows(); i++) {
            W.row(i, w);
            if (isZero(w)) continue;
            X.row(i, x);
            for (int j = 0; j < m; j++)
                if (x[j] > 0 && x[j] >= least[j])
                    backgrounds[j] += x[j] * Math.log(x[j] * all / means.get(i) / counts[j]);
        }
    }

    private static boolean isZero(double[] w) {
        return Arrays.stream(w).allMatch(value -> value == 0);
    }

    /** The share of every sample; 0 where the background explains all and so does the model, infinite where only the background does. */
    double[] ofSamples() {
        double[] shares = new double[divergences.length];
        Arrays.setAll(shares, j -> share(divergences[j], backgrounds[j]));
        return shares;
    }

    /** The share of all samples together. */
    double ofAll() {
        return share(
                Arrays.stream(divergences).sum(), Arrays.stream(backgrounds).sum());
    }

    private static double share(double divergence, double background) {
        double left = Math.max(0, divergence);
        if (background > 0) return left / background;
        return left == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
}
