package org.grapnel.cluster;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Groups of a factorisation X ≈ WH: k-means on the columns of H. Columns are used as they are where the graph term
 * fixes their scale. Otherwise W·D⁻¹ and D·H fit as well for any diagonal D, so each row of H is first multiplied by
 * ‖wⱼ‖, which removes the dependence on D.
 */
public final class FactorClusters {
    /** Between these limits, squares and their sums keep full precision. */
    private static final double LARGEST = 1e120;

    private static final double SMALLEST = 1e-120;

    private FactorClusters() {}

    /** Clusters the samples of W (p × r) and Ht (n × r); {@code scaleFixed}: λ > 0 in a term that fixes the scale. */
    public static KMeansResult cluster(
            ExecutionContext context, DenseMatrix W, DenseMatrix Ht, boolean scaleFixed, KMeansOptions options) {
        try (DenseMatrix points = points(W, Ht, scaleFixed)) {
            return KMeans.clusterRows(context, points, options);
        }
    }

    /** Returns the points to cluster, one row per sample. The caller closes them. */
    public static DenseMatrix points(DenseMatrix W, DenseMatrix Ht, boolean scaleFixed) {
        Preconditions.require(W.cols() == Ht.cols(), "W has %d components, H has %d", W.cols(), Ht.cols());
        return scaleFixed ? Ht.copy() : scaled(Ht, columnNorms(W));
    }

    /** Returns the rows of Ht, each divided by its length; zero rows stay zero. The caller closes them. */
    public static DenseMatrix unitPoints(DenseMatrix Ht) {
        DenseMatrix points = Ht.copy();
        double[] h = new double[Ht.cols()];
        for (int i = 0; i < Ht.rows(); i++) {
            Ht.row(i, h);
            scaleToUnitLength(h);
            points.setRow(i, h);
        }
        return points;
    }

    /** Divides h ≥ 0 by its length, unless it is zero. */
    public static void scaleToUnitLength(double[] h) {
        double most = 0;
        for (double x : h) most = Math.max(most, x);
        if (most == 0) return;
        double squares = 0;
        for (double x : h) squares += x / most * (x / most);
        double length = Math.sqrt(squares);
        for (int j = 0; j < h.length; j++) h[j] = h[j] / most / length;
    }

    /**
     * Rescales points in place so that their squares neither overflow nor vanish, for comparing distances only. The
     * factor is a power of two, which is exact; entries still too small to be squared become 0. Points in range are not
     * changed.
     */
    public static DenseMatrix rescale(DenseMatrix points) {
        double[] h = new double[points.cols()];
        double largest = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < points.rows(); i++) {
            points.row(i, h);
            for (double x : h) {
                largest = Math.max(largest, x);
                if (x > 0) smallest = Math.min(smallest, x);
            }
        }
        if (largest == 0 || (largest < LARGEST && smallest > SMALLEST)) return points;
        double factor = Math.scalb(1.0, -Math.getExponent(largest));
        points.map((i, j, x) -> x * factor > SMALLEST ? x * factor : 0);
        return points;
    }

    /** Returns ‖wⱼ‖ of every column of W. */
    public static double[] columnNorms(DenseMatrix W) {
        double[] norms = new double[W.cols()];
        double[] w = new double[W.cols()];
        for (int i = 0; i < W.rows(); i++) {
            W.row(i, w);
            for (int j = 0; j < w.length; j++) norms[j] += w[j] * w[j];
        }
        for (int j = 0; j < norms.length; j++) norms[j] = Math.sqrt(norms[j]);
        return norms;
    }

    private static DenseMatrix scaled(DenseMatrix Ht, double[] factors) {
        DenseMatrix scaled = Ht.copy();
        double[] h = new double[Ht.cols()];
        for (int i = 0; i < Ht.rows(); i++) {
            Ht.row(i, h);
            for (int j = 0; j < h.length; j++) h[j] *= factors[j];
            scaled.setRow(i, h);
        }
        return scaled;
    }
}
