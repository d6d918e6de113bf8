package org.grapnel.linalg.decomp;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;
import org.jspecify.annotations.Nullable;

/**
 * Products with C = X − μ·1ᵀ, where μ is the mean column of X, or zero. C is never formed: C·V = XV − μ(1ᵀV) and CᵀU =
 * XᵀU − 1(μᵀU), so a sparse X stays sparse. The Gram matrix of a dense C is summed over centred panels of X, so no digits
 * are lost to a mean far from zero.
 */
final class CenteredMatrix implements CenteredData {
    static final int LARGEST_GRAM = 4096;

    /** Features, or samples, in a panel. */
    private static final int PANEL = 512;

    private final Matrix X;
    private final RowSet all;
    private final double[] mean;
    private final boolean centred;
    private final DenseMatrix scores;

    /** Creates C. The scores that {@link #scoreGram} computes stay in {@code scores}, n × r. */
    CenteredMatrix(Matrix X, boolean centred, DenseMatrix scores) {
        this.X = X;
        this.centred = centred;
        this.scores = scores;
        all = RowSet.all(X.rows());
        mean = centred ? X.rowSums() : new double[X.rows()];
        for (int i = 0; i < mean.length; i++) mean[i] /= Math.max(1, X.cols());
    }

    @Override
    public int features() {
        return X.rows();
    }

    @Override
    public int samples() {
        return X.cols();
    }

    @Override
    public double[] mean() {
        return mean;
    }

    @Override
    public boolean formsGram() {
        return X.isDense() && Math.min(X.rows(), X.cols()) <= LARGEST_GRAM;
    }

    @Override
    public void applySampleGram(ExecutionContext context, DenseMatrix V, DenseMatrix CtCV) {
        try (DenseMatrix CV = DenseMatrix.zeros(X.rows(), V.cols())) {
            times(context, V, CV);
            transposeTimes(context, CV, CtCV);
        }
    }

    @Override
    public void applyFeatureGram(ExecutionContext context, DenseMatrix V, DenseMatrix CCtV) {
        try (DenseMatrix CtV = DenseMatrix.zeros(X.cols(), V.cols())) {
            transposeTimes(context, V, CtV);
            times(context, CtV, CCtV);
        }
    }

    @Override
    public void scoreGram(ExecutionContext context, DenseMatrix U, DenseMatrix S) {
        transposeTimes(context, U, scores);
        Gram.compute(context, scores, RowSet.all(scores.rows()), S);
    }

    @Override
    public void times(ExecutionContext context, DenseMatrix V, DenseMatrix U) {
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
    private void transposeTimes(ExecutionContext context, DenseMatrix U, DenseMatrix V) {
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
    @Override
    public DenseMatrix gramOfSamples(ExecutionContext context) {
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
                GramTiles.add(context, G, panel, m, true, from == 0);
            }
        }
        GramTiles.mirror(G);
        return G;
    }

    /** Returns CCᵀ, p × p, of a dense X. */
    @Override
    public DenseMatrix gramOfFeatures(ExecutionContext context) {
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
                GramTiles.add(context, G, panel, m, false, from == 0);
            }
        }
        GramTiles.mirror(G);
        return G;
    }
}
