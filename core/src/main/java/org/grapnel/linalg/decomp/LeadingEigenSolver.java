package org.grapnel.linalg.decomp;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * Computes the leading eigenpairs A·v = λ·v of a large symmetric positive semi-definite operator by subspace iteration
 * with a Chebyshev filter, as {@link ChebyshevEigenSolver} does for the smallest: V ← T_d(2A/θ_b − I)·V, where T_d is at
 * most 1 on [0, θ_b] and grows fast above. θ_b is the smallest Ritz value of the block.
 *
 * <p>Eigenvalues of a covariance differ by orders of magnitude, so a fixed degree would turn all columns into the first
 * eigenvector. The degree of a round is therefore the largest, up to {@value #MOST_DEGREE}, for which the known errors
 * of the leading vectors, multiplied by the filter, stay below {@value #MOST_GROWTH}.
 *
 * <p>The iteration ends when ‖Av − θv‖ ≤ tolerance·θ_c for all c pairs: the vectors are then exact for an operator that
 * differs from A by that much. It also ends where rounding allows no more, and after {@value #MOST_ROUNDS} rounds.
 */
final class LeadingEigenSolver {
    static final int MOST_ROUNDS = 60;
    private static final int MOST_DEGREE = 12;
    private static final double MOST_GROWTH = 1e5;
    private static final double ROUNDING = 1e-15;

    private LeadingEigenSolver() {}

    /** Solves for an operator of dimension n. The values of the result are those of −A, clamped; use the vectors. */
    static Eigenpairs solve(
            ExecutionContext context,
            int n,
            ChebyshevEigenSolver.BlockOperator A,
            int count,
            double tolerance,
            long seed) {
        int b = ChebyshevEigenSolver.width(n, count);
        ChebyshevEigenSolver.BlockOperator negative = (compute, V, AV) -> {
            A.apply(compute, V, AV);
            negate(compute, AV);
        };
        try (LocalSubspace subspace = new LocalSubspace(context, n, b, negative, seed)) {
            RitzBlock block = new RitzBlock(subspace);
            block.rotate();
            for (int rounds = 0; ; rounds++) {
                double[] residuals = block.residuals();
                double worst = 0;
                for (int j = 0; j < count; j++) worst = Math.max(worst, residuals[j]);
                double first = -block.theta(0);
                double enough = Math.max(
                        tolerance * Math.max(0, -block.theta(count - 1)), ROUNDING * Math.sqrt(n) * Math.max(0, first));
                if (worst <= enough || rounds == MOST_ROUNDS)
                    return new Eigenpairs(block.values(count), subspace.vectors(count), worst, rounds);
                block.filter(0, degree(block, residuals));
                block.rotate();
            }
        }
    }

    private static int degree(RitzBlock block, double[] residuals) {
        int b = residuals.length;
        double last = -block.theta(b - 1);
        if (!(last > 0)) return 1;
        int degree = MOST_DEGREE;
        for (int j = 0; j < b; j++) {
            double theta = -block.theta(j);
            double x = 2 * theta / last - 1;
            if (!(x > 1)) continue;
            double error = Math.min(1, Math.max(ROUNDING, residuals[j] / theta));
            // T_d(x) ≈ exp(d·arcosh x)/2
            double arcosh = Math.log(x + Math.sqrt(x * x - 1));
            degree = (int) Math.min(degree, Math.log(2 * MOST_GROWTH / error) / arcosh);
        }
        return Math.max(1, degree);
    }

    private static void negate(ExecutionContext context, DenseMatrix M) {
        int b = M.cols();
        context.runEach(M.rows(), (double) M.rows() * b, (i, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.ROW, b);
            M.row(i, row);
            for (int j = 0; j < b; j++) row[j] = -row[j];
            M.setRow(i, row);
        });
    }
}
