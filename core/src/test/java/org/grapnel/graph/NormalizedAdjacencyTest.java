package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class NormalizedAdjacencyTest {
    private static NormalizedAdjacency of(double[][] A) {
        return NormalizedAdjacency.of(Graph.of(SparseMatrix.of(DenseMatrix.of(A)), "test"));
    }

    @Test
    void entriesAreWeightsOverTheRootsOfTheDegrees() {
        NormalizedAdjacency S = of(new double[][] {{0, 2, 1, 0}, {2, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}});
        assertThat(S.matrix().get(0, 1)).isCloseTo(2 / Math.sqrt(6), within(1e-15));
        assertThat(S.matrix().get(0, 2)).isCloseTo(1 / Math.sqrt(3), within(1e-15));
        assertThat(S.largest()).isCloseTo(2 / Math.sqrt(6), within(1e-15));
        assertThat(S.squares()).isCloseTo(2 * (4.0 / 6 + 1.0 / 3), within(1e-14));
        assertThat(S.joined().toArray()).containsExactly(0, 1, 2);
        assertThat(S.isolated().toArray()).containsExactly(3);
    }

    @Test
    void itIsSymmetricToTheBitAndIgnoresTheUnitOfTheWeights() {
        int n = 12;
        double[][] A = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) {
                A[i][j] = 0.1 + (i * 7 + j * 3) % 11 / 13.0;
                A[j][i] = A[i][j] * (1 + 1e-14); // a graph may differ in the last digits
            }
        NormalizedAdjacency S = of(A);
        for (double unit : new double[] {1e-280, 1e-3, 1e280}) {
            double[][] scaled = new double[n][n];
            for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) scaled[i][j] = A[i][j] * unit;
            NormalizedAdjacency same = of(scaled);
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    assertThat(S.matrix().get(i, j)).isEqualTo(S.matrix().get(j, i));
                    assertThat(same.matrix().get(i, j)).isCloseTo(S.matrix().get(i, j), within(1e-13));
                }
        }
    }
}
