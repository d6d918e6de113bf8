package org.grapnel.linalg.decomp;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.kernel.Kernel;
import org.grapnel.linalg.kernel.Kernels;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;
import org.jspecify.annotations.Nullable;

/**
 * Products with C = X − μ·1ᵀ, where μ is the mean column of X, or zero. C is never formed: C·V = XV − μ(1ᵀV) and CᵀU =
 * XᵀU − 1(μᵀU), so a sparse X stays sparse. The Gram matrix of a dense C is summed over centred panels of X, so no digits
 * are lost to a mean far from zero.
 */
final class CenteredMatrix {
    /** Features, or samples, in a panel. */
    private static final int PANEL = 512;

    /** Rows and columns of a tile of the Gram matrix. */
    private static final int TILE = 192;

    private final Matrix X;
    private final RowSet all;
    private final double[] mean;
    private final boolean centred;

    CenteredMatrix(Matrix X, boolean centred) {
        this.X = X;
        this.centred = centred;
        all = RowSet.all(X.rows());
        mean = centred ? X.rowSums() : new double[X.rows()];
        for (int i = 0; i < mean.length; i++) mean[i] /= Math.max(1, X.cols());
    }

    double[] mean() {
        return mean;
    }

    /** U ← C·V. */
    void times(ExecutionContext context, DenseMatrix V, DenseMatrix U) {
        X.times(context, all, V, U);
        if (!centred) return;
        double[] sums = weightedSums(context, V, null);
        int q = V.cols();
        context.runEach(U.rows(), 2.0 * U.rows() * q, (i, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.ROW, q);
            U.row(i, row);
            for (int j = 0; j < q; j++) row[j] -= mean[i] * sums[j];
            U.setRow(i, row);
        });
    }

    /** V ← Cᵀ·U. */
    void transposeTimes(ExecutionContext context, DenseMatrix U, DenseMatrix V) {
        X.transposeTimes(context, all, U, V);
        if (!centred) return;
        double[] shift = weightedSums(context, U, mean);
        int q = U.cols();
        context.runEach(V.rows(), (double) V.rows() * q, (i, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.ROW, q);
            V.row(i, row);
            for (int j = 0; j < q; j++) row[j] -= shift[j];
            V.setRow(i, row);
        });
    }

    /** Returns Σᵢ weightᵢ·mᵢⱼ of every column; weights are 1 where none are given. */
    private static double[] weightedSums(ExecutionContext context, DenseMatrix M, double @Nullable [] weight) {
        int q = M.cols();
        int blocks = Math.max(1, Math.min(M.rows(), ExecutionContext.blockCount(2.0 * M.rows() * q)));
        double[][] sums = new double[blocks][q];
        context.run(blocks, (b, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.ROW, q);
            int end = ExecutionContext.blockStart(M.rows(), b + 1, blocks);
            for (int i = ExecutionContext.blockStart(M.rows(), b, blocks); i < end; i++) {
                M.row(i, row);
                double w = weight == null ? 1 : weight[i];
                for (int j = 0; j < q; j++) sums[b][j] += w * row[j];
            }
        });
        double[] total = new double[q];
        for (double[] sum : sums) for (int j = 0; j < q; j++) total[j] += sum[j];
        return total;
    }

    /** Returns CᵀC, n × n, of a dense X. */
    DenseMatrix gramOfSamples(ExecutionContext context) {
        int n = X.cols();
        DenseMatrix G = DenseMatrix.zeros(n, n);
        try (DenseMatrix panel = DenseMatrix.zeros(Math.min(PANEL, X.rows()), n)) {
            for (int from = 0; from < X.rows(); from += PANEL) {
                int first = from;
                int m = Math.min(PANEL, X.rows() - from);
                context.runEach(m, (double) m * n, (i, scratch) -> {
                    double[] row = scratch.doubles(ScratchArray.ROW, n);
                    X.row(first + i, row);
                    for (int j = 0; j < n; j++) row[j] -= mean[first + i];
                    panel.setRow(i, row);
                });
                addTiles(context, G, panel, m, true, from == 0);
            }
        }
        mirror(G);
        return G;
    }

    /** Returns CCᵀ, p × p, of a dense X. */
    DenseMatrix gramOfFeatures(ExecutionContext context) {
        int p = X.rows();
        DenseMatrix dense = (DenseMatrix) X;
        DenseMatrix G = DenseMatrix.zeros(p, p);
        try (DenseMatrix panel = DenseMatrix.zeros(p, Math.min(PANEL, X.cols()))) {
            for (int from = 0; from < X.cols(); from += PANEL) {
                int first = from;
                int m = Math.min(PANEL, X.cols() - from);
                panel.reshape(p, m);
                context.runEach(p, (double) p * m, (i, scratch) -> {
                    double[] row = scratch.doubles(ScratchArray.ROW, m);
                    dense.buffer(i).get(dense.rowOffset(i) + first, row, 0, m);
                    for (int j = 0; j < m; j++) row[j] -= mean[i];
                    panel.setRow(i, row);
                });
                addTiles(context, G, panel, m, false, from == 0);
            }
        }
        mirror(G);
        return G;
    }

    /** Adds PᵀP, or PPᵀ, to the tiles of G on and above the diagonal. Each task owns its tile. */
    private static void addTiles(
            ExecutionContext context, DenseMatrix G, DenseMatrix panel, int depth, boolean transposed, boolean first) {
        int size = G.rows();
        int tiles = (size + TILE - 1) / TILE;
        Kernel kernel = Kernels.of(context);
        context.run(tiles * (tiles + 1) / 2, (task, scratch) -> {
            int a = 0;
            int rest = task;
            while (rest >= tiles - a) rest -= tiles - a++;
            int top = ExecutionContext.blockStart(size, a, tiles);
            int left = ExecutionContext.blockStart(size, a + rest, tiles);
            int height = ExecutionContext.blockStart(size, a + 1, tiles) - top;
            int width = ExecutionContext.blockStart(size, a + rest + 1, tiles) - left;
            double beta = first ? 0 : 1;
            if (transposed)
                kernel.gemm(
                        true, false, height, width, depth, 1, panel, 0, top, panel, 0, left, beta, G, top, left,
                        scratch);
            else
                kernel.gemm(
                        false, true, height, width, depth, 1, panel, top, 0, panel, left, 0, beta, G, top, left,
                        scratch);
        });
    }

    /** Copies the upper triangle to the lower one. */
    private static void mirror(DenseMatrix G) {
        for (int i = 0; i < G.rows(); i++) for (int j = 0; j < i; j++) G.set(i, j, G.get(j, i));
    }
}
