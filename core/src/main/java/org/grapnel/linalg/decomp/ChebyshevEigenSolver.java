package org.grapnel.linalg.decomp;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Computes the c smallest eigenpairs A·v = λ·v of a large symmetric positive semi-definite operator by subspace
 * iteration with a Chebyshev filter (Zhou, Saad, Tiago and Chelikowsky, Self-consistent-field calculations using
 * Chebyshev-filtered subspace iteration, J. Comput. Phys. 219 (2006)). A block V of b > c orthonormal vectors becomes V
 * ← p(A)·V, where the polynomial p is at most 1 on [θ_b, ‖A‖] and large below. V is then made orthonormal twice and
 * rotated to the eigenvectors of VᵀAV (Rayleigh–Ritz).
 *
 * <p>The whole block starts at random, so an eigenvalue is found with its full multiplicity: a graph of c parts has c
 * zeros. If a multiple eigenvalue is cut off at c, the seed decides which of its vectors are returned. The iteration
 * ends when ‖Av − λv‖ ≤ tolerance·‖A‖ for all c pairs, or after the maximal number of rounds; the residual shows which.
 * Each round costs {@value #DEGREE} products of A with b vectors; memory is 3·n·b doubles.
 *
 * <p>The result owns the vectors: close it.
 */
public final class ChebyshevEigenSolver implements AutoCloseable {
    /** Products with A between two orthogonalisations; with more, the block would lose directions to rounding. */
    static final int DEGREE = 20;

    /** Operators of at most this dimension are decomposed as a whole. */
    static final int WHOLE = 96;

    private final double[] values;
    private final DenseMatrix vectors;
    private final double residual;
    private final int rounds;

    private ChebyshevEigenSolver(double[] values, DenseMatrix vectors, double residual, int rounds) {
        this.values = values;
        this.vectors = vectors;
        this.residual = residual;
        this.rounds = rounds;
    }

    /** AV ← A·V, for tall V of any width. */
    public interface BlockOperator {
        void apply(ExecutionContext context, DenseMatrix V, DenseMatrix AV);
    }

    /**
     * Settings of the solver.
     *
     * @param count c, the number of pairs
     * @param tolerance bound on the residuals, relative to ‖A‖
     * @param maxRounds most rounds of filtering
     * @param seed of the random block
     */
    public record EigenOptions(int count, double tolerance, int maxRounds, long seed) {
        public EigenOptions {
            Preconditions.require(count >= 1, "the number of eigenpairs must be at least 1, got %d", count);
            Preconditions.require(
                    tolerance > 0 && tolerance < 1, "tolerance must be a number between 0 and 1, got %s", tolerance);
            Preconditions.require(maxRounds >= 1, "rounds must be at least 1, got %d", maxRounds);
        }

        /** Returns settings with tolerance 10⁻⁸, at most 100 rounds, and seed 0. */
        public static EigenOptions of(int count) {
            return new EigenOptions(count, 1e-8, 100, 0);
        }

        public EigenOptions withTolerance(double other) {
            return new EigenOptions(count, other, maxRounds, seed);
        }

        public EigenOptions withMaxRounds(int limit) {
            return new EigenOptions(count, tolerance, limit, seed);
        }

        public EigenOptions withSeed(long other) {
            return new EigenOptions(count, tolerance, maxRounds, other);
        }
    }

    /** Solves for an operator of dimension n; {@code norm} is ‖A‖₂ or an upper bound close to it. */
    public static ChebyshevEigenSolver solve(
            ExecutionContext context, int n, BlockOperator A, double norm, EigenOptions options) {
        Preconditions.require(
                options.count() <= n, "of %d dimensions at most as many eigenpairs, not %d", n, options.count());
        Preconditions.require(
                norm >= 0 && norm < Double.POSITIVE_INFINITY, "a norm must be a number >= 0, got %s", norm);
        int b = width(n, options.count());
        try (RitzBlock block = new RitzBlock(context, n, b, A, options.seed())) {
            block.rotate();
            int rounds = 0;
            double residual = block.residual(options.count());
            while (residual > options.tolerance() * norm && rounds < options.maxRounds()) {
                block.filter(norm);
                block.rotate();
                rounds++;
                residual = block.residual(options.count());
            }
            return block.result(options.count(), residual, rounds);
        }
    }

    /**
     * Returns the number of vectors in the block: some more than needed, because the last ones converge slowly, and a
     * multiple of eight, which suits the products.
     */
    static int width(int n, int count) {
        if (n <= WHOLE) return n;
        int wanted = count + Math.max(6, count / 4);
        return Math.min(n, (wanted + 7) / 8 * 8);
    }

    /** Estimates the operations of {@code rounds} rounds: products, filter, and orthogonalisation. */
    public static double operations(int n, double nonZeros, int count, int rounds) {
        double b = width(n, count);
        return (rounds + 1.0) * (DEGREE * b * (2 * nonZeros + 4.0 * n) + 12 * b * b * n);
    }

    public int count() {
        return values.length;
    }

    /** Returns the j-th smallest eigenvalue. */
    public double value(int j) {
        return values[j];
    }

    public List<Double> values() {
        List<Double> all = new ArrayList<>();
        for (double value : values) all.add(value);
        return all;
    }

    /**
     * Returns the n × c orthonormal eigenvectors in columns. In each column, the first entry of largest magnitude is
     * positive.
     */
    public DenseMatrix vectors() {
        return vectors;
    }

    /** Returns the largest ‖Av − λv‖ of the pairs. */
    public double residual() {
        return residual;
    }

    /** Returns how often the block was filtered. */
    public int rounds() {
        return rounds;
    }

    @Override
    public void close() {
        vectors.close();
    }

    /** The block V with A·V and the Ritz values. */
    private static final class RitzBlock implements AutoCloseable {
        private final ExecutionContext context;
        private final BlockOperator A;
        private final RowSet all;
        private final long seed;
        private final int b;
        private DenseMatrix V;
        private DenseMatrix AV;
        private DenseMatrix spare;
        private double[] theta = new double[0];
        private int drawn;

        RitzBlock(ExecutionContext context, int n, int b, BlockOperator A, long seed) {
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
                theta = JacobiEigen.decompose(T, E);
                for (int j = 0; j < b; j++) theta[j] = -theta[j];
                V = turned(V, E);
                AV = turned(AV, E);
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
                    worst = awayFromIdentity(S);
                    double[] lambda = JacobiEigen.decompose(S, E);
                    for (int j = 0; j < b; j++) {
                        boolean gone = !(lambda[j] > 1e-14 * lambda[0]);
                        if (gone) lost++;
                        double by = gone ? 0 : 1 / Math.sqrt(lambda[j]);
                        for (int i = 0; i < b; i++) E.set(i, j, by * E.get(i, j));
                    }
                    V = turned(V, E);
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
            eachBlock((from, count, scratch) -> {
                double[] v = scratch.doubles(ScratchArray.ROW, count * b);
                V.rows(from, count, v);
                for (int q = 0, at = 0; q < count; q++) for (int j = 0; j < b; j++) v[at++] *= by[j];
                V.setRows(from, count, v);
            });
        }

        private static double awayFromIdentity(DenseMatrix S) {
            double worst = 0;
            for (int i = 0; i < S.rows(); i++)
                for (int j = 0; j < S.rows(); j++) worst = Math.max(worst, Math.abs(S.get(i, j) - (i == j ? 1 : 0)));
            return worst;
        }

        /** Returns M·E. The memory of M becomes the spare matrix. */
        private DenseMatrix turned(DenseMatrix M, DenseMatrix E) {
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
        private void eachBlock(RowRangeTask part) {
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
            double[] squares = columnSquares(AV, theta);
            double most = 0;
            for (int j = 0; j < count; j++) most = Math.max(most, squares[j]);
            return Math.sqrt(most);
        }

        /**
         * V ← p(A)·V with p(x) = T_d((x − m)/h) / T_d((θ₁ − m)/h), where [m − h, m + h] = [θ_b, ‖A‖], by the recurrence
         * of the Chebyshev polynomials T, scaled at every step so that nothing overflows. A·V is known for the first
         * step.
         */
        void filter(double norm) {
            double low = Math.min(theta[b - 1], 0.95 * norm);
            double half = (norm - low) / 2;
            double middle = (norm + low) / 2;
            double first = half / (Math.min(theta[0], low - 1e-3 * half) - middle);
            double sigma = first;
            combine(sigma / half, AV, -middle * sigma / half, V, 0, spare); // spare ← next; V stays the previous one
            for (int d = 2; d <= DEGREE; d++) {
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
            eachBlock((from, count, scratch) -> {
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

        ChebyshevEigenSolver result(int count, double residual, int rounds) {
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
            double[] values = new double[count];
            for (int j = 0; j < count; j++)
                values[j] = Math.max(0, theta[j]); // A is semi-definite; a rounded value may be negative
            return new ChebyshevEigenSolver(values, vectors, residual, rounds);
        }

        @Override
        public void close() {
            V.close();
            AV.close();
            spare.close();
        }
    }
}
