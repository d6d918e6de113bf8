package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

/** What is asked of a matrix by rows or by columns, dense or sparse. */
class MatrixRowsTest {
    private static DenseMatrix X(int n) {
        DenseMatrix X = DenseMatrix.zeros(12, n);
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < n; j++) X.set(i, j, Math.max(0, CounterRandom.uniform(1, i, j) - 0.5));
        return X;
    }

    @Test
    void sumsOfRowsAndChosenColumnsAreWhatTheyAreCalled() {
        try (DenseMatrix X = X(31)) {
            for (Matrix M : List.of(X, SparseMatrix.of(X))) {
                double[] sums = M.rowSums();
                int[] chosen = {4, 0, 30, 4};
                try (Matrix some = M.selectColumns(chosen)) {
                    assertThat(some.isDense()).isEqualTo(M.isDense());
                    for (int i = 0; i < 12; i++) {
                        double sum = 0;
                        for (int j = 0; j < 31; j++) sum += X.get(i, j);
                        assertThat(sums[i]).isEqualTo(sum);
                        for (int c = 0; c < chosen.length; c++)
                            assertThat(some.get(i, c)).isEqualTo(X.get(i, chosen[c]));
                    }
                }
            }
        }
    }
}
