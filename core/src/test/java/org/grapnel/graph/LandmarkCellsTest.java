package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class LandmarkCellsTest {
    private static PointSubset all(Matrix X) {
        return new PointSubset(X, IntStream.range(0, X.cols()).toArray(), false);
    }

    @Test
    void cellsHoldEveryPointOnceAndFitABlock() {
        double[][] x = TestMatrices.map(TestMatrices.signed(4, 2, 3000), v -> 1e-3 * v);
        for (int j = 0; j < 3000; j += 20) x[0][j] += j; // most landmarks are alone, one cell holds nearly all points
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            LandmarkCells cells = LandmarkCells.create(context, all(X), 5);
            assertThat(cells.order()).hasSize(3000);
            assertThat(Arrays.stream(cells.order()).sorted().toArray())
                    .isEqualTo(IntStream.range(0, 3000).toArray());
            assertThat(cells.bounds()[0]).isZero();
            assertThat(cells.bounds()[cells.count()]).isEqualTo(3000);
            int sum = 0;
            for (int c = 0; c < cells.count(); c++) {
                assertThat(cells.size(c)).isBetween(1, 512);
                sum += cells.size(c);
                for (int q = cells.bounds()[c]; q < cells.bounds()[c + 1]; q++)
                    assertThat(cells.cellOf(cells.order()[q])).isEqualTo(c);
            }
            assertThat(sum).isEqualTo(3000);
        }
    }
}
