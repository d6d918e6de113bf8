package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.data.Dataset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class NormalizeTest {
    private static final double[][] X = {{0, 3, 0.3}, {1, 0, 0}};

    @Test
    void denseAndSparseAreDividedAlike() {
        try (DenseMatrix dense = DenseMatrix.of(X);
                DenseMatrix copy = DenseMatrix.of(X)) {
            Dataset ofDense = Normalize.MAX.of(Dataset.of(dense));
            Dataset ofSparse = Normalize.MAX.of(Dataset.of(SparseMatrix.of(copy)));
            for (int i = 0; i < 2; i++) {
                for (int j = 0; j < 3; j++) {
                    assertThat(ofDense.X().get(i, j)).isEqualTo(X[i][j] / 3);
                    assertThat(ofSparse.X().get(i, j)).isEqualTo(X[i][j] / 3);
                }
            }
        }
    }

    @Test
    void noneIsTheSameData() {
        try (Dataset data = Dataset.of(DenseMatrix.of(X))) {
            assertThat(Normalize.NONE.of(data)).isSameAs(data);
        }
    }
}
