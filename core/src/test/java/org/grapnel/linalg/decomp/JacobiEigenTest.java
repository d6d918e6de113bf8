package org.grapnel.linalg.decomp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;

class JacobiEigenTest {
    @Test
    void eigenvectorsAreOrthonormalAndRebuildTheMatrix() {
        for (int r : new int[] {1, 2, 3, 10, 40}) {
            double[][] m = TestMatrices.signed(100, r + 2, r);
            double[][] s = TestMatrices.product(TestMatrices.transpose(m), m);
            try (DenseMatrix S = DenseMatrix.of(s);
                    DenseMatrix E = DenseMatrix.zeros(r, r)) {
                double[] lambda = JacobiEigen.decompose(S, E);
                double[][] e = E.toArray();
                assertThat(S.toArray()).isDeepEqualTo(s);
                assertThat(lambda).isSortedAccordingTo((a, b) -> Double.compare(b, a));
                double[] ones = new double[r];
                Arrays.fill(ones, 1);
                assertThat(TestMatrices.distance(
                                TestMatrices.product(TestMatrices.transpose(e), e), TestMatrices.diagonal(ones)))
                        .isLessThan(1e-13);
                assertThat(TestMatrices.distance(
                                TestMatrices.product(
                                        TestMatrices.product(e, TestMatrices.diagonal(lambda)),
                                        TestMatrices.transpose(e)),
                                s))
                        .isLessThan(1e-13);
            }
        }
    }
}
