package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class ColumnCopyTest {
    /** An 8 × 4 matrix with the given number of non-zeros; a quarter is 8. */
    private static Matrix matrixWith(int nonZeros) {
        double[][] x = new double[8][4];
        for (int e = 0; e < nonZeros; e++) x[e % 8][(e * 3 + e / 8) % 4] = e + 1;
        try (DenseMatrix X = DenseMatrix.of(x)) {
            return SparseMatrix.of(X);
        }
    }

    @Test
    void copyIsSparseBelowAQuarterOfNonZeros() {
        int[] chosen = {0, 2, 3};
        for (int nonZeros : new int[] {0, 7, 8, 20}) {
            try (Matrix X = matrixWith(nonZeros);
                    Matrix part = ColumnCopy.copy(X, chosen)) {
                assertThat(X.nonZeros()).isEqualTo(nonZeros);
                assertThat(part instanceof SparseMatrix)
                        .as("%d entries", nonZeros)
                        .isEqualTo(nonZeros < 8);
                assertThat(part.rows()).isEqualTo(8);
                assertThat(part.cols()).isEqualTo(3);
                for (int i = 0; i < 8; i++)
                    for (int j = 0; j < 3; j++) assertThat(part.get(i, j)).isEqualTo(X.get(i, chosen[j]));
            }
        }
    }
}
