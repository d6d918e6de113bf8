package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class LaplacianScoreTest {
    static double[][] rows() {
        double[][] x = TestMatrices.mostlyZero(2, 40, 30);
        Arrays.fill(x[6], 0.1);
        Arrays.fill(x[20], 0);
        x[30] = x[9].clone();
        return x;
    }

    @Test
    void scoreEqualsItsDefinition() {
        double[][] x = rows();
        try (ExecutionContext one = ExecutionContext.create(1);
                ExecutionContext context = ExecutionContext.create(3);
                DenseMatrix X = DenseMatrix.of(x);
                SparseMatrix S = SparseMatrix.of(X)) {
            Graph graph = KnnGraph.build(context, X, GraphSpec.standard()).graph();
            Selection found = new LaplacianScore().select(context, X, graph, 40);
            for (Matrix M : List.of(X, S))
                assertThat(new LaplacianScore().select(one, M, graph, 40)).isEqualTo(found);
            assertThat(found.order()).endsWith(6, 20).containsSubsequence(9, 30);
            for (int s = 0; s < 38; s++)
                assertThat(found.scores().get(s))
                        .isCloseTo(-ratio(x[found.order().get(s)], graph), within(1e-12));
            assertThat(found.scores())
                    .isSortedAccordingTo((a, b) -> Double.compare(b, a))
                    .endsWith(-2.0, -2.0);
        }
    }

    private static double ratio(double[] x, Graph graph) {
        int n = x.length;
        double weighted = 0;
        double all = 0;
        for (int a = 0; a < n; a++) {
            weighted += graph.degree(a) * x[a];
            all += graph.degree(a);
        }
        double above = 0;
        double below = 0;
        for (int a = 0; a < n; a++) {
            double xa = x[a] - weighted / all;
            below += graph.degree(a) * xa * xa;
            above += graph.degree(a) * xa * xa;
            for (int b = 0; b < n; b++) above -= graph.adjacency().get(a, b) * xa * (x[b] - weighted / all);
        }
        return above / below;
    }

    @Test
    void featureThatVariesOnlyAtIsolatedSamplesIsConstant() {
        double[][] x = {{1, 1, 1, 7}, {1, 2, 3, 4}};
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            Graph graph = NaiveNeighborContrast.graph(4, new int[] {0, 1}, new int[] {1, 2});
            assertThat(new LaplacianScore().select(context, X, graph, 2).order())
                    .containsExactly(1, 0);
            assertThatThrownBy(() -> new LaplacianScore().select(context, X, NaiveNeighborContrast.graph(4), 2))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("the graph of 4 samples has no edges");
            assertThatThrownBy(() -> new VarianceSelector().select(context, X, graph, 3))
                    .hasMessage("keep must be between 1 and the 2 features, got 3");
        }
    }
}
