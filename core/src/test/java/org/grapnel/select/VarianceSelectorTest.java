package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class VarianceSelectorTest {
    @Test
    void scoresAreVariances() {
        double[][] x = LaplacianScoreTest.rows();
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                SparseMatrix S = SparseMatrix.of(X)) {
            Graph none = NaiveNeighborContrast.graph(30);
            Selection found = new VarianceSelector().select(context, X, none, 40);
            assertThat(new VarianceSelector().select(context, S, none, 40)).isEqualTo(found);
            for (int s = 0; s < 40; s++) {
                double[] row = x[found.order().get(s)];
                double mean = Arrays.stream(row).average().orElseThrow();
                double variance =
                        Arrays.stream(row).map(v -> (v - mean) * (v - mean)).sum() / 30;
                assertThat(found.scores().get(s)).isCloseTo(variance, within(1e-15));
                if (s > 0)
                    assertThat(found.scores().get(s))
                            .isLessThanOrEqualTo(found.scores().get(s - 1));
            }
            assertThat(found.order()).endsWith(6, 20).containsSubsequence(9, 30);
            assertThat(found.path()).isEmpty();
            assertThat(found.peak()).isEmpty();
            assertThat(new VarianceSelector().select(context, X, none, 3).kept())
                    .isEqualTo(RowSet.of(
                            40,
                            found.order().subList(0, 3).stream()
                                    .mapToInt(i -> i)
                                    .sorted()
                                    .toArray()));
        }
    }
}
