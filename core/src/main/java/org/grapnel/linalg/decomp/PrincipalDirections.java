package org.grapnel.linalg.decomp;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.ExecutionContext;

/**
 * The leading left singular vectors U of C = X − μ·1ᵀ, p × r, wherever the samples are stored: the directions of
 * {@link PrincipalComponents}, which explains them.
 *
 * <p>U is an orthonormal basis of the leading eigenvectors, rotated so that the scores CᵀU are orthogonal, largest
 * first. The rotation needs their r × r Gram matrix only. Memory is a few p × r or n × r matrices, whichever is smaller,
 * and a Gram matrix if the data form one.
 */
public final class PrincipalDirections implements AutoCloseable {
    static final int WHOLE = 96;

    private static final double VANISHED = 1e-7;
    private static final double ROUNDING = 1e-14;

    private final DenseMatrix U;
    private final DenseMatrix E;
    private final boolean[] mirrored;
    private final double[] variance;

    private PrincipalDirections(DenseMatrix U, DenseMatrix E, boolean[] mirrored, double[] variance) {
        this.U = U;
        this.E = E;
        this.mirrored = mirrored;
        this.variance = variance;
    }

    /** Computes the r leading directions. If the samples have fewer, the rest is zero. */
    public static PrincipalDirections compute(
            ExecutionContext context, CenteredData C, PrincipalComponents.ComponentOptions options) {
        int r = options.count();
        boolean ofSamples = C.samples() <= C.features();
        DenseMatrix U = DenseMatrix.zeros(C.features(), r);
        DenseMatrix E = DenseMatrix.zeros(r, r);
        try (DenseMatrix leading = leading(context, C, ofSamples, options);
                DenseMatrix S = DenseMatrix.zeros(r, r)) {
            if (ofSamples) C.times(context, leading, U);
            else U.copyFrom(leading);
            orthonormalise(context, U);
            C.scoreGram(context, U, S);
            double[] variance = align(S, E, C);
            rotate(context, U, E);
            boolean[] mirrored = negativeColumns(U);
            mirror(U, mirrored);
            return new PrincipalDirections(U, E, mirrored, variance);
        } catch (Exception | Error e) { // distributed data may throw undeclared checked exceptions
            U.close();
            E.close();
            throw e;
        }
    }

    /** Returns U, p × r, which is freed with this object. */
    public DenseMatrix matrix() {
        return U;
    }

    /** Returns the variance along direction j, largest first: the mean of the squared scores. */
    public double variance(int j) {
        return variance[j];
    }

    /** Rotates the scores on which {@link CenteredData#scoreGram} was computed to those of {@link #matrix}. */
    void rotateScores(ExecutionContext context, DenseMatrix scores) {
        rotate(context, scores, E);
        mirror(scores, mirrored);
    }

    /** Returns the r leading eigenvectors of CᵀC, n × r, or of CCᵀ, p × r. */
    private static DenseMatrix leading(
            ExecutionContext context, CenteredData C, boolean ofSamples, PrincipalComponents.ComponentOptions options) {
        int m = ofSamples ? C.samples() : C.features();
        if (!C.formsGram()) return solve(context, m, ofSamples ? C::applySampleGram : C::applyFeatureGram, options);
        try (DenseMatrix G = ofSamples ? C.gramOfSamples(context) : C.gramOfFeatures(context)) {
            if (m <= WHOLE) {
                try (DenseMatrix vectors = DenseMatrix.zeros(m, m)) {
                    SymmetricEigen.decompose(G, vectors);
                    return firstColumns(vectors, options.count());
                }
            }
            RowSet all = RowSet.all(m);
            return solve(context, m, (compute, V, GV) -> G.times(compute, all, V, GV), options);
        }
    }

    private static DenseMatrix solve(
            ExecutionContext context,
            int m,
            ChebyshevEigenSolver.BlockOperator A,
            PrincipalComponents.ComponentOptions options) {
        return LeadingEigenSolver.solve(context, m, A, options.count(), options.tolerance(), 0)
                .vectors();
    }

    private static DenseMatrix firstColumns(DenseMatrix vectors, int r) {
        DenseMatrix first = DenseMatrix.zeros(vectors.rows(), r);
        double[] row = new double[vectors.cols()];
        for (int i = 0; i < vectors.rows(); i++) {
            vectors.row(i, row);
            first.setRow(i, row);
        }
        return first;
    }

    /** U ← U·E·Λ^(−½) with UᵀU = E·Λ·Eᵀ, twice: the second time removes the rounding of the first. */
    private static void orthonormalise(ExecutionContext context, DenseMatrix U) {
        int r = U.cols();
        for (int pass = 0; pass < 2; pass++) {
            try (DenseMatrix UtU = DenseMatrix.zeros(r, r);
                    DenseMatrix E = DenseMatrix.zeros(r, r)) {
                Gram.compute(context, U, RowSet.all(U.rows()), UtU);
                double[] squares = SymmetricEigen.decompose(UtU, E);
                for (int j = 0; j < r; j++) {
                    boolean present = squares[j] > VANISHED * VANISHED * squares[0];
                    double by = present ? 1 / Math.sqrt(squares[j]) : 0;
                    for (int i = 0; i < r; i++) E.set(i, j, by * E.get(i, j));
                }
                rotate(context, U, E);
            }
        }
    }

    /** E ← the rotation that makes scores with Gram matrix S orthogonal; returns their variances, largest first. */
    private static double[] align(DenseMatrix S, DenseMatrix E, CenteredData C) {
        int r = S.cols();
        double[] squares = SymmetricEigen.decompose(S, E);
        double[] variance = new double[r];
        double least = Math.max(rounding(C), VANISHED * Math.sqrt(Math.max(0, squares[0])));
        for (int j = 0; j < r; j++) {
            boolean present = Math.sqrt(Math.max(0, squares[j])) > least;
            if (present) variance[j] = squares[j] / C.samples();
            else for (int i = 0; i < r; i++) E.set(i, j, 0);
        }
        return variance;
    }

    /** Lengths below this are the rounding of the mean. */
    private static double rounding(CenteredData C) {
        double squares = 0;
        for (double m : C.mean()) squares += m * m;
        return ROUNDING * Math.sqrt(squares * C.samples());
    }

    /** M ← M·E. */
    private static void rotate(ExecutionContext context, DenseMatrix M, DenseMatrix E) {
        int blocks = Math.max(1, Math.min(M.rows(), ExecutionContext.blockCount(0.1 * M.rows() * M.cols() * M.cols())));
        try (DenseMatrix rotated = DenseMatrix.zeros(M.rows(), M.cols())) {
            context.run(blocks, (b, scratch) -> {
                int from = ExecutionContext.blockStart(M.rows(), b, blocks);
                TileProducts.timesSmall(
                        context, M, from, ExecutionContext.blockStart(M.rows(), b + 1, blocks), E, rotated, scratch);
            });
            M.copyFrom(rotated);
        }
    }

    /** Returns which columns have a negative entry of largest magnitude, the first of equals. */
    private static boolean[] negativeColumns(DenseMatrix U) {
        int r = U.cols();
        double[] largest = new double[r];
        double[] row = new double[r];
        for (int i = 0; i < U.rows(); i++) {
            U.row(i, row);
            for (int j = 0; j < r; j++) if (Math.abs(row[j]) > Math.abs(largest[j])) largest[j] = row[j];
        }
        boolean[] negative = new boolean[r];
        for (int j = 0; j < r; j++) negative[j] = largest[j] < 0;
        return negative;
    }

    private static void mirror(DenseMatrix M, boolean[] mirrored) {
        M.map((i, j, x) -> mirrored[j] ? -x : x);
    }

    @Override
    public void close() {
        U.close();
        E.close();
    }
}
