package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class EdgePreservationTest {
    private static double[][] random(long seed, int n) {
        double[][] A = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (CounterRandom.uniform(seed, i, j) < 0.4) A[i][j] = A[j][i] = 1 + CounterRandom.uniform(seed, j, i);
        return A;
    }

    private static Graph graph(double[][] A) {
        try (DenseMatrix dense = DenseMatrix.of(A)) {
            return Graph.of(SparseMatrix.of(dense), "given");
        }
    }

    @Test
    void scoreIsTheShareOfCommonEdges() {
        for (int seed = 0; seed < 5; seed++) {
            double[][] A = random(seed, 9);
            double[][] B = random(seed + 100, 9);
            double edges = 0;
            double kept = 0;
            for (int i = 0; i < 9; i++)
                for (int j = 0; j < i; j++) {
                    if (A[i][j] > 0) edges++;
                    if (A[i][j] > 0 && B[i][j] > 0) kept++;
                }
            assertThat(EdgePreservation.compute(graph(A), graph(B)).get()).isEqualTo(kept / edges);
        }
    }

    @Test
    void storedZeroIsNoEdge() {
        int[] from = {0, 1, 1, 2};
        int[] to = {1, 0, 2, 1};
        Graph path = Graph.of(SparseMatrix.ofTriples(3, 3, from, to, new double[] {1, 1, 1, 1}), "a path");
        Graph edge = Graph.of(SparseMatrix.ofTriples(3, 3, from, to, new double[] {1, 1, 0, 0}), "an edge");
        assertThat(EdgePreservation.compute(path, edge).get()).isEqualTo(0.5);
        assertThat(EdgePreservation.compute(edge, path).get()).isEqualTo(1);
    }

    @Test
    void needsAnEdgeAndTheSameSamples() {
        assertThat(EdgePreservation.compute(graph(new double[3][3]), graph(random(1, 3))))
                .hasToString("undefined: the graph has no edges");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EdgePreservation.compute(graph(random(1, 3)), graph(random(1, 4))))
                .withMessage("the graphs must have the same samples, got 3 and 4");
    }
}
