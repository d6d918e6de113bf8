package org.grapnel.linalg.decomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CholeskySolverTest {
    /** MMᵀ + I of a random M. */
    private static double[][] positiveDefinite(int n) {
        double[][] M = TestMatrices.signed(n, n, n);
        double[][] A = TestMatrices.product(M, TestMatrices.transpose(M));
        for (int i = 0; i < n; i++) A[i][i] += 1;
        return A;
    }

    private static double[][] solve(double[][] A, double[][] B, int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads);
                DenseMatrix left = DenseMatrix.of(A);
                DenseMatrix right = DenseMatrix.of(B)) {
            CholeskySolver.solve(context, left, right);
            return right.toArray();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 63, 64, 65, 128, 200})
    void theSolutionGivesBackTheRightHandSides(int n) {
        double[][] A = positiveDefinite(n);
        double[][] X = TestMatrices.signed(7, n, 3);
        double[][] found = solve(A, TestMatrices.product(A, X), 2);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 3; j++) assertThat(found[i][j]).isCloseTo(X[i][j], within(1e-9 * n));
    }

    @Test
    void theBitsDoNotDependOnTheThreads() {
        double[][] A = positiveDefinite(150);
        double[][] B = TestMatrices.signed(1, 150, 4);
        assertThat(solve(A, B, 1)).isDeepEqualTo(solve(A, B, 3));
    }

    @Test
    void theUpperTriangleIsNotRead() {
        double[][] A = positiveDefinite(70);
        double[][] B = TestMatrices.signed(1, 70, 2);
        double[][] expected = solve(A, B, 1);
        for (int i = 0; i < 70; i++) for (int j = i + 1; j < 70; j++) A[i][j] = Double.NaN;
        assertThat(solve(A, B, 1)).isDeepEqualTo(expected);
    }

    @Test
    void messagesSayWhatIsWrong() {
        assertThatThrownBy(() -> solve(new double[][] {{1, 2}, {2, 1}}, new double[][] {{1}, {1}}, 1))
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("equation 1 of 2 has the pivot -3.0: the matrix is not positive definite");
        assertThatThrownBy(() -> solve(new double[][] {{1, 2}, {2, 1}}, new double[][] {{1}}, 1))
                .hasMessage("cannot solve 2 × 2 for 1 × 1");
    }
}
