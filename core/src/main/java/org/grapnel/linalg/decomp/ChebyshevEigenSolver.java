package org.grapnel.linalg.decomp;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

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
 */
public final class ChebyshevEigenSolver {
    /** Products with A between two orthogonalisations; with more, the block would lose directions to rounding. */
    static final int DEGREE = 20;

    /** Operators of at most this dimension are decomposed as a whole. */
    static final int WHOLE = 96;

    private ChebyshevEigenSolver() {}

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
    public static Eigenpairs solve(
            ExecutionContext context, int n, BlockOperator A, double norm, EigenOptions options) {
        Preconditions.require(
                options.count() <= n,
                "an operator of dimension %d has no more eigenpairs than that, asked for %d",
                n,
                options.count());
        Preconditions.require(
                norm >= 0 && norm < Double.POSITIVE_INFINITY, "the norm must be a number >= 0, got %s", norm);
        int b = width(n, options.count());
        try (LocalSubspace block = new LocalSubspace(context, n, b, A, options.seed())) {
            RitzPairs found = solve(block, norm, options);
            return new Eigenpairs(found.values(), block.vectors(options.count()), found.residual(), found.rounds());
        }
    }

    /**
     * The values of eigenpairs whose vectors are the first columns of a block.
     *
     * @param values the eigenvalues, ascending
     * @param residual the largest ‖Av − λv‖
     * @param rounds how often the block was filtered
     */
    public record RitzPairs(List<Double> values, double residual, int rounds) {
        public RitzPairs {
            values = List.copyOf(values);
        }
    }

    /** Solves on a block of {@link #width} columns, wherever it lives; its first columns become the eigenvectors. */
    public static RitzPairs solve(SubspaceBlock block, double norm, EigenOptions options) {
        RitzBlock ritz = new RitzBlock(block);
        ritz.rotate();
        int rounds = 0;
        double residual = ritz.residual(options.count());
        while (residual > options.tolerance() * norm && rounds < options.maxRounds()) {
            ritz.filter(norm, DEGREE);
            ritz.rotate();
            rounds++;
            residual = ritz.residual(options.count());
        }
        return new RitzPairs(ritz.values(options.count()), residual, rounds);
    }

    /**
     * Returns the number of vectors in the block: some more than needed, because the last ones converge slowly, and a
     * multiple of eight, which suits the products.
     */
    public static int width(int n, int count) {
        if (n <= WHOLE) return n;
        int wanted = count + Math.max(6, count / 4);
        return Math.min(n, (wanted + 7) / 8 * 8);
    }

    /** Estimates the operations of {@code rounds} rounds: products, filter, and orthogonalisation. */
    public static double operations(int n, double nonZeros, int count, int rounds) {
        double b = width(n, count);
        return (rounds + 1.0) * (DEGREE * b * (2 * nonZeros + 4.0 * n) + 12 * b * b * n);
    }
}
