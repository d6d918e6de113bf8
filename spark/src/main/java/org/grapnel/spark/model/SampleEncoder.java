package org.grapnel.spark.model;

import java.io.Serializable;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.spark.data.SampleVector;
import org.grapnel.transform.GroupCenters;
import org.jspecify.annotations.Nullable;

/**
 * Computes h for a sample by min ½‖x − Wh‖² over h ≥ 0 on the kept features, without the graph.
 *
 * <p>WᵀW and Wᵀx are summed feature by feature, so a sparse and a dense vector of the same sample give the same bits on
 * every machine.
 */
public final class SampleEncoder implements Serializable {
    private static final long serialVersionUID = 1;

    private final int features;
    private final int r;
    private final int[] place;
    private final double[][] W;
    private final double[][] G;
    private final GroupCenters groups;
    private transient volatile @Nullable ThreadLocal<NonNegativeLeastSquares> solvers;

    /**
     * @param r number of components
     * @param kept kept features, ascending
     * @param W kept rows of W
     * @param groups how samples are assigned to groups
     */
    public SampleEncoder(int features, int r, int[] kept, double[][] W, GroupCenters groups) {
        this.features = features;
        this.W = W;
        this.r = r;
        this.groups = groups;
        place = new int[features];
        for (int i = 0; i < kept.length; i++) place[kept[i]] = i + 1;
        G = new double[r][r];
        for (double[] w : W) for (int q = 0; q < r; q++) for (int l = 0; l < r; l++) G[q][l] += w[q] * w[l];
    }

    /** Returns the row of Hᵀ of a sample. Messages name the row by {@code id}, if it has one. */
    public double[] encode(@Nullable Object cell, @Nullable Object id) {
        SampleVector x = read(cell, id, features);
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

    /** Returns the vector of a row, and refuses one that the model cannot place. */
    static SampleVector read(@Nullable Object cell, @Nullable Object id, int features) {
        if (cell == null)
            throw new DataException("%s has a null vector; every row needs a vector", describeRow(id, ""));
        SampleVector x = SampleVector.of(cell);
        if (x.size() != features)
            throw new DataException(
                    "%s has a vector of length %d, but the model has %d features",
                    describeRow(id, x.toString()), x.size(), features);
        Optional<String> fault = x.fault();
        if (fault.isPresent()) throw new DataException("%s", describeRow(id, x.toString()) + fault.get());
        return x;
    }

    /** Returns the group of a sample. */
    public int groupOf(double[] h) {
        return groups.groupOf(h);
    }

    static String describeRow(@Nullable Object id, String vector) {
        return id == null ? "a row" + (vector.isEmpty() ? "" : " " + vector) : "row '" + id + "'";
    }

    /** Returns the solver of this thread, which has its own working memory. */
    private NonNegativeLeastSquares solver() {
        ThreadLocal<NonNegativeLeastSquares> mine = solvers;
        if (mine == null) { // if two threads arrive here, each keeps its own
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
