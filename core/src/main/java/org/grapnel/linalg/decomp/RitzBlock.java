package org.grapnel.linalg.decomp;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/** The block V with A·V and the Ritz values. */
final class RitzBlock implements AutoCloseable {
    private final ExecutionContext context;
    private final ChebyshevEigenSolver.BlockOperator A;
    private final RowSet all;
    private final long seed;
    private final int b;
    private DenseMatrix V;
    private DenseMatrix AV;
    private DenseMatrix spare;
    private double[] theta = new double[0];
    private int drawn;

    RitzBlock(ExecutionContext context, int n, int b, ChebyshevEigenSolver.BlockOperator A, long seed) {
        this.context = context;
        this.A = A;
        this.b = b;
        this.seed = seed;
        all = RowSet.all(n);
        V = DenseMatrix.zeros(n, b);
        AV = DenseMatrix.zeros(n, b);
        spare = DenseMatrix.zeros(n, b);
        for (int j = 0; j < b; j++) draw(j);
    }

    private void draw(int column) {
        for (int i = 0; i < V.rows(); i++) V.set(i, column, CounterRandom.gaussian(seed, i, drawn));
        drawn++;
    }

    /** Makes V orthonormal and rotates it to the Ritz vectors, smallest value first. */
    void rotate() {
        orthonormalise();
        A.apply(context, V, AV);
        try (DenseMatrix T = DenseMatrix.zeros(b, b);
                DenseMatrix E = DenseMatrix.zeros(b, b)) {
            Gram.computeCross(context, V, AV, T);
            for (int i = 0; i < b; i++) // decompose −T, largest first, to get T smallest first
            for (int j = 0; j <= i; j++) {
                    double t = -(T.get(i, j) + T.get(j, i)) / 2;
                    T.set(i, j, t);
                    T.set(j, i, t);
                }
            theta = SymmetricEigen.decompose(T, E);
            for (int j = 0; j < b; j++) theta[j] = -theta[j];
            V = rotated(V, E);
            AV = rotated(AV, E);
        }
    }

    /** V ← V·E·Λ^(−½) with VᵀV = E·Λ·Eᵀ, repeated until V is orthonormal. Lost directions are drawn again. */
    private void orthonormalise() {
        for (int pass = 0; pass < 8; pass++) {
            int lost = 0;
            double worst;
            try (DenseMatrix S = DenseMatrix.zeros(b, b);
                    DenseMatrix E = DenseMatrix.zeros(b, b)) {
                scaleColumns();
                Gram.compute(context, V, all, S);
                worst = distanceFromIdentity(S);
                double[] lambda = SymmetricEigen.decompose(S, E);
                for (int j = 0; j < b; j++) {
                    boolean gone = !(lambda[j] > 1e-14 * lambda[0]);
                    if (gone) lost++;
                    double by = gone ? 0 : 1 / Math.sqrt(lambda[j]);
                    for (int i = 0; i < b; i++) E.set(i, j, by * E.get(i, j));
                }
                V = rotated(V, E);
            }
            for (int j = b - lost; j < b; j++) draw(j);
            if (lost == 0 && worst < 1e-3) return; // one more pass squares the remaining error: below rounding
        }
    }

    /** Scales every column to length 1, which minimises the condition number of the Gram matrix up to scaling. */
    private void scaleColumns() {
        double[] squares = columnSquares(V, new double[b]);
        double[] by = new double[b];
        for (int j = 0; j < b; j++) by[j] = squares[j] > 0 ? 1 / Math.sqrt(squares[j]) : 0;
        forEachBlock((from, count, scratch) -> {
            double[] v = scratch.doubles(ScratchArray.ROW, count * b);
            V.rows(from, count, v);
            for (int q = 0, at = 0; q < count; q++) for (int j = 0; j < b; j++) v[at++] *= by[j];
            V.setRows(from, count, v);
        });
    }

    private static double distanceFromIdentity(DenseMatrix S) {
        double worst = 0;
        for (int i = 0; i < S.rows(); i++)
            for (int j = 0; j < S.rows(); j++) worst = Math.max(worst, Math.abs(S.get(i, j) - (i == j ? 1 : 0)));
        return worst;
    }

    /** Returns M·E. The memory of M becomes the spare matrix. */
    private DenseMatrix rotated(DenseMatrix M, DenseMatrix E) {
        DenseMatrix out = spare;
        int blocks = rowBlocks();
        context.run(blocks, (k, scratch) -> {
            int from = ExecutionContext.blockStart(M.rows(), k, blocks);
            TileProducts.timesSmall(
                    context, M, from, ExecutionContext.blockStart(M.rows(), k + 1, blocks), E, out, scratch);
        });
        spare = M;
        return out;
    }

    private int rowBlocks() {
        return Math.max(1, Math.min(all.count(), ExecutionContext.blockCount(2.0 * all.count() * b)));
    }

    private interface RowRangeTask {
        void over(int from, int count, Scratch scratch);
    }

    /** Runs over blocks of rows that depend on the shape alone. */
    private void forEachBlock(RowRangeTask part) {
        int blocks = rowBlocks();
        context.run(blocks, (k, scratch) -> {
            int end = ExecutionContext.blockStart(all.count(), k + 1, blocks);
            for (int from = ExecutionContext.blockStart(all.count(), k, blocks); from < end; from += 256)
                part.over(from, Math.min(256, end - from), scratch);
        });
    }

    /** Returns Σᵢ (mᵢⱼ − tⱼ·vᵢⱼ)² of every column j. */
    private double[] columnSquares(DenseMatrix M, double[] t) {
        int n = all.count();
        int blocks = rowBlocks();
        double[][] sums = new double[blocks][b];
        context.run(blocks, (k, scratch) -> {
            double[] m = scratch.doubles(ScratchArray.ROW, b);
            double[] v = scratch.doubles(ScratchArray.OTHER_ROW, b);
            double[] sum = sums[k];
            for (int i = ExecutionContext.blockStart(n, k, blocks);
                    i < ExecutionContext.blockStart(n, k + 1, blocks);
                    i++) {
                M.row(i, m);
                V.row(i, v);
                for (int j = 0; j < b; j++) {
                    double x = m[j] - t[j] * v[j];
                    sum[j] += x * x;
                }
            }
        });
        double[] total = new double[b];
        for (double[] sum : sums) for (int j = 0; j < b; j++) total[j] += sum[j];
        return total;
    }

    /** Returns the largest residual of the first {@code count} pairs. */
    double residual(int count) {
        double[] residuals = residuals();
        double most = 0;
        for (int j = 0; j < count; j++) most = Math.max(most, residuals[j]);
        return most;
    }

    /** Returns ‖Av − θv‖ of every pair. */
    double[] residuals() {
        double[] residuals = columnSquares(AV, theta);
        for (int j = 0; j < b; j++) residuals[j] = Math.sqrt(residuals[j]);
        return residuals;
    }

    /** Returns the Ritz value of a pair. */
    double theta(int j) {
        return theta[j];
    }

    /**
     * V ← p(A)·V with p(x) = T_d((x − m)/h) / T_d((θ₁ − m)/h), where [m − h, m + h] = [θ_b, {@code high}], by the
     * recurrence of the Chebyshev polynomials T, scaled at every step so that nothing overflows. A·V is known for the
     * first step.
     *
     * @param high the upper end of the spectrum, such as ‖A‖ of a positive and 0 of a negative operator
     * @param degree d, the number of products with A, the known one included
     */
    void filter(double high, int degree) {
        // the interval never vanishes, not even if the block holds the whole range of A
        double low = Math.min(theta[b - 1], high > 0 ? 0.95 * high : high - 1e-14 * Math.abs(theta[0]));
        double half = (high - low) / 2;
        double middle = (high + low) / 2;
        double first = half / (Math.min(theta[0], low - 1e-3 * half) - middle);
        double sigma = first;
        combine(sigma / half, AV, -middle * sigma / half, V, 0, spare); // spare ← next; V stays the previous one
        for (int d = 2; d <= degree; d++) {
            DenseMatrix next = spare;
            double after = 1 / (2 / first - sigma);
            A.apply(context, next, AV);
            combine(2 * after / half, AV, -2 * after * middle / half, next, -sigma * after, V);
            spare = V; // now holds the newest
            V = next;
            sigma = after;
        }
        DenseMatrix newest = spare;
        spare = V;
        V = newest;
    }

    /** into ← α·P + β·Q + γ·into. */
    private void combine(double alpha, DenseMatrix P, double beta, DenseMatrix Q, double gamma, DenseMatrix into) {
        forEachBlock((from, count, scratch) -> {
            int length = count * b;
            double[] p = scratch.doubles(ScratchArray.ROW, 256 * b);
            double[] q = scratch.doubles(ScratchArray.OTHER_ROW, 256 * b);
            double[] z = scratch.doubles(ScratchArray.SUMS, 256 * b);
            P.rows(from, count, p);
            Q.rows(from, count, q);
            if (gamma == 0) {
                for (int i = 0; i < length; i++) z[i] = alpha * p[i] + beta * q[i];
            } else {
                into.rows(from, count, z);
                for (int i = 0; i < length; i++) z[i] = alpha * p[i] + beta * q[i] + gamma * z[i];
            }
            into.setRows(from, count, z);
        });
    }

    Eigenpairs result(int count, double residual, int rounds) {
        int n = all.count();
        DenseMatrix vectors = DenseMatrix.zeros(n, count);
        double[] v = new double[b];
        double[] largest = new double[count];
        for (int i = 0; i < n; i++) {
            V.row(i, v);
            for (int j = 0; j < count; j++) if (Math.abs(v[j]) > Math.abs(largest[j])) largest[j] = v[j];
        }
        double[] row = new double[count];
        for (int i = 0; i < n; i++) {
            V.row(i, v);
            for (int j = 0; j < count; j++) row[j] = largest[j] < 0 ? -v[j] : v[j];
            vectors.setRow(i, row);
        }
        List<Double> values = new ArrayList<>();
        for (int j = 0; j < count; j++) values.add(Math.max(0, theta[j])); // a rounded value may be negative
        return new Eigenpairs(values, vectors, residual, rounds);
    }

    @Override
    public void close() {
        V.close();
        AV.close();
        spare.close();
    }
}
