package org.grapnel.linalg.decomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;

class NonNegativeLeastSquaresTest {
    private static double value(double[][] G, double c, double[] b, double[] h) {
        double value = 0;
        for (int i = 0; i < h.length; i++) {
            double Gh = c * h[i];
            for (int j = 0; j < h.length; j++) Gh += G[i][j] * h[j];
            value += h[i] * (Gh / 2 - b[i]);
        }
        return value;
    }

    private static double[] solved(double[][] G, double c, double[] b) {
        try (DenseMatrix M = DenseMatrix.of(G)) {
            double[] h = new double[b.length];
            Arrays.fill(h, Double.NaN);
            new NonNegativeLeastSquares(M).solve(c, b, h);
            return h;
        }
    }

    /** Returns the best over all 2^r choices of free variables, each solved by elimination. */
    private static double[] exhaustive(double[][] G, double c, double[] b) {
        int r = b.length;
        double[] best = new double[r];
        for (int free = 1; free < 1 << r; free++) {
            double[][] A = new double[r][r + 1];
            for (int i = 0; i < r; i++) {
                boolean in = (free >> i & 1) == 1;
                for (int j = 0; j < r; j++)
                    A[i][j] = in && (free >> j & 1) == 1 ? G[i][j] + (i == j ? c : 0) : i == j ? 1 : 0;
                A[i][r] = in ? b[i] : 0;
            }
            double[] h = eliminated(A);
            boolean feasible = true;
            for (double x : h) feasible &= x >= 0;
            if (feasible && value(G, c, b, h) < value(G, c, b, best)) best = h;
        }
        return best;
    }

    private static double[] eliminated(double[][] A) {
        int r = A.length;
        for (int i = 0; i < r; i++)
            for (int l = 0; l < r; l++) {
                if (l == i) continue;
                double f = A[l][i] / A[i][i];
                for (int j = i; j <= r; j++) A[l][j] -= f * A[i][j];
            }
        double[] h = new double[r];
        for (int i = 0; i < r; i++) h[i] = A[i][r] / A[i][i];
        return h;
    }

    @Test
    void resultIsTheBestOfAllChoicesOfFreeVariables() {
        for (int seed = 0; seed < 200; seed++) {
            double[][] W = TestMatrices.uniform(seed, 9, 6);
            double[][] G = TestMatrices.product(TestMatrices.transpose(W), W);
            double[] b =
                    column(TestMatrices.product(TestMatrices.transpose(W), TestMatrices.signed(seed + 1000, 9, 1)));
            double c = seed % 3 == 0 ? 0 : seed % 3 == 1 ? 0.5 : 1e4;
            double[] h = solved(G, c, b);
            double[] expected = exhaustive(G, c, b);
            assertThat(TestMatrices.distance(new double[][] {h}, new double[][] {expected}))
                    .as("seed %d", seed)
                    .isLessThan(1e-9);
        }
    }

    private static double[] column(double[][] a) {
        double[] column = new double[a.length];
        for (int i = 0; i < a.length; i++) column[i] = a[i][0];
        return column;
    }

    @Test
    void noDescentDirectionIsLeft() {
        for (int seed = 0; seed < 20; seed++) {
            double[][] W = TestMatrices.mostlyZero(seed, 60, 40);
            double[][] G = TestMatrices.product(TestMatrices.transpose(W), W);
            double[] b =
                    column(TestMatrices.product(TestMatrices.transpose(W), TestMatrices.uniform(seed + 1000, 60, 1)));
            double[] h = solved(G, 0, b);
            for (int i = 0; i < 40; i++) {
                double gradient = -b[i];
                double size = Math.abs(b[i]);
                for (int j = 0; j < 40; j++) {
                    gradient += G[i][j] * h[j];
                    size += Math.abs(G[i][j] * h[j]);
                }
                assertThat(h[i]).isNotNegative();
                assertThat(h[i] > 0 ? Math.abs(gradient) : -gradient)
                        .as("seed %d", seed)
                        .isLessThan(1e-11 * size);
            }
        }
    }

    @Test
    void dependentColumnsAreHandled() {
        double[][] W = TestMatrices.uniform(5, 9, 6);
        for (double[] row : W) {
            row[3] = row[1];
            row[4] = row[0] + row[2];
            row[5] = 0;
        }
        double[][] G = TestMatrices.product(TestMatrices.transpose(W), W);
        double[][] x = TestMatrices.uniform(6, 9, 1);
        double[] b = column(TestMatrices.product(TestMatrices.transpose(W), x));
        double[] h = solved(G, 0, b);
        double[][] G3 = new double[3][3];
        for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) G3[i][j] = G[i][j];
        double[] expected = exhaustive(G3, 0, new double[] {b[0], b[1], b[2]});
        assertThat(value(G, 0, b, h))
                .isLessThanOrEqualTo(value(G3, 0, new double[] {b[0], b[1], b[2]}, expected) + 1e-12);
        for (double v : h) assertThat(v).isNotNegative().isFinite();
    }

    @Test
    void widelyDifferentScalesAreHandled() {
        double[][] W = TestMatrices.uniform(7, 9, 4);
        double[][] x = TestMatrices.uniform(8, 9, 1);
        double[] scale = {1, 1e-8, 1e8, 1e3};
        double[][] V = TestMatrices.copy(W);
        for (double[] row : V) for (int j = 0; j < 4; j++) row[j] *= scale[j];
        double[] plain = solved(
                TestMatrices.product(TestMatrices.transpose(W), W),
                0,
                column(TestMatrices.product(TestMatrices.transpose(W), x)));
        double[] scaled = solved(
                TestMatrices.product(TestMatrices.transpose(V), V),
                0,
                column(TestMatrices.product(TestMatrices.transpose(V), x)));
        for (int j = 0; j < 4; j++) assertThat(scaled[j] * scale[j]).isCloseTo(plain[j], within(1e-9));
    }

    @Test
    void nonPositiveRightHandSideGivesZero() {
        double[][] G = {{2, 1}, {1, 2}};
        assertThat(solved(G, 0, new double[] {-1, 0})).containsExactly(0, 0);
        assertThat(solved(new double[][] {{0, 0}, {0, 0}}, 0, new double[] {0, 0}))
                .containsExactly(0, 0);
    }

    @Test
    void nonSquareMatrixAndNegativeShiftAreRefused() {
        try (DenseMatrix M = DenseMatrix.zeros(2, 3)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new NonNegativeLeastSquares(M))
                    .withMessage("a Gram matrix must be square, this is 2 × 3");
        }
    }
}
