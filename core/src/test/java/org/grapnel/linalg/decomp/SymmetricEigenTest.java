package org.grapnel.linalg.decomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;

class SymmetricEigenTest {
    /** Denormal entries beside 1 have no digits to lose, and their quotients are no numbers. */
    @Test
    void denormalEntriesAreZero() {
        double tiny = Double.MIN_VALUE;
        double[][] s = {{0, tiny, 3e-311, 0}, {tiny, 0, 0, 2e-320}, {3e-311, 0, 1, 0.5}, {0, 2e-320, 0.5, 1}};
        try (DenseMatrix S = DenseMatrix.of(s);
                DenseMatrix E = DenseMatrix.zeros(4, 4)) {
            assertThat(SymmetricEigen.decompose(S, E)).containsExactly(new double[] {1.5, 0.5, 0, 0}, within(1e-15));
            for (double[] row : E.toArray()) for (double x : row) assertThat(x).isBetween(-1.0, 1.0);
        }
    }

    @Test
    void valuesEqualThoseOfJacobiAndVectorsRestoreTheMatrix() {
        for (int n : new int[] {1, 2, 3, 17, 64}) {
            double[][] m = TestMatrices.signed(n, n, n);
            double[][] s = TestMatrices.product(m, TestMatrices.transpose(m));
            if (n == 17) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s[i][j] = i == j ? i / 4 : 0;
            try (DenseMatrix S = DenseMatrix.of(s);
                    DenseMatrix E = DenseMatrix.zeros(n, n);
                    DenseMatrix F = DenseMatrix.zeros(n, n)) {
                double[] values = SymmetricEigen.decompose(S, E);
                double[] expected = JacobiEigen.decompose(S, F);
                for (int j = 0; j < n; j++)
                    assertThat(values[j]).isCloseTo(expected[j], within(1e-12 * Math.max(1, expected[0])));
                double[][] e = E.toArray();
                double[][] scaled = TestMatrices.copy(e);
                for (double[] row : scaled) for (int j = 0; j < n; j++) row[j] *= values[j];
                assertThat(TestMatrices.distance(TestMatrices.product(scaled, TestMatrices.transpose(e)), s))
                        .isLessThan(1e-11 * Math.max(1, expected[0]));
            }
        }
    }
}
