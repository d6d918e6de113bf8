package org.grapnel.spark.model;

import java.io.Serializable;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.spark.data.SampleVector;
import org.jspecify.annotations.Nullable;

/**
 * min ½‖x − Wh‖² over h ≥ 0 for one sample x, on the kept features: what the loss says of its row of Hᵀ while W stays. The graph says nothing about a
 * sample that was not there. WᵀW and Wᵀx are added up feature after feature, so a sample has the same bits as a sparse and as a dense vector, and on
 * every machine.
 */
public final class SampleEncoder implements Serializable {
    private static final long serialVersionUID = 1;

    private final int features;
    private final int r;
    private final int[] place;
    private final double[][] W;
    private final double[][] G;
    private final double[] scale;
    private final double[][] centers;
    private transient volatile @Nullable ThreadLocal<NonNegativeLeastSquares> solvers;

    /**
     * @param kept ascending
     * @param W the kept rows
     * @param scale by what the components are multiplied before they are compared with the centres
     */
    public SampleEncoder(int features, int[] kept, double[][] W, double[] scale, double[][] centers) {
        this.features = features;
        this.W = W;
        this.scale = scale;
        this.centers = centers;
        r = scale.length;
        place = new int[features];
        for (int i = 0; i < kept.length; i++) place[kept[i]] = i + 1;
        G = new double[r][r];
        for (double[] w : W) for (int q = 0; q < r; q++) for (int l = 0; l < r; l++) G[q][l] += w[q] * w[l];
    }

    /** The row of Hᵀ of a sample; {@code id} is what its row is called in a message, where it has a name. */
    public double[] encode(@Nullable Object cell, @Nullable Object id) {
        if (cell == null) throw new DataException("%s has no vector: null is not allowed", describeRow(id, ""));
        SampleVector x = SampleVector.of(cell);
        if (x.size() != features)
            throw new DataException(
                    "%s has a vector of length %d, the samples of the fit had %d features",
                    describeRow(id, x.toString()), x.size(), features);
        Optional<String> fault = x.fault();
        if (fault.isPresent()) throw new DataException("%s", describeRow(id, x.toString()) + fault.get());
        double[] b = new double[r];
        for (int e = 0; e < x.stored(); e++) {
            int at = place[x.index(e)] - 1;
            if (at < 0 || x.value(e) == 0) continue;
            double[] w = W[at];
            for (int q = 0; q < r; q++) b[q] += x.value(e) * w[q];
        }
        double[] h = new double[r];
        solver().solve(0, b, h);
        return h;
    }

    /** The group whose centre is nearest; of equally near ones the first. */
    public int nearestGroup(double[] h) {
        return nearest(h, 0, scale, centers);
    }

    /** The nearest centre to the components that begin at {@code at}, each multiplied by its scale; ties to the first. */
    static int nearest(double[] Ht, int at, double[] scale, double[][] centers) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int g = 0; g < centers.length; g++) {
            double square = square(Ht, at, scale, centers[g]);
            if (square < least) {
                least = square;
                best = g;
            }
        }
        return best;
    }

    static double square(double[] Ht, int at, double[] scale, double[] center) {
        double square = 0;
        for (int q = 0; q < scale.length; q++) {
            double d = Ht[at + q] * scale[q] - center[q];
            square += d * d;
        }
        return square;
    }

    private static String describeRow(@Nullable Object id, String vector) {
        return id == null ? "a row" + (vector.isEmpty() ? "" : " " + vector) : "row '" + id + "'";
    }

    /** The solver of this thread: it has working memory. */
    private NonNegativeLeastSquares solver() {
        ThreadLocal<NonNegativeLeastSquares> mine = solvers;
        if (mine == null) { // two threads may both come here: then each keeps its own
            mine = ThreadLocal.withInitial(() -> {
                try (DenseMatrix gram = DenseMatrix.of(G)) {
                    return new NonNegativeLeastSquares(gram);
                }
            });
            solvers = mine;
        }
        return mine.get();
    }
}
