package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class EdgeListTest {
    private static List<List<Integer>> pairs(EdgeList edges) {
        List<List<Integer>> pairs = new ArrayList<>();
        for (int a = 0; a < edges.samples(); a++)
            for (int e = edges.start[a]; e < edges.start[a + 1]; e++) pairs.add(List.of(a, edges.other[e]));
        return pairs;
    }

    private static Graph graph(int n) {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 8, n))) {
            return KnnGraph.build(context, X, GraphSpec.standard()).graph();
        }
    }

    @Test
    void everyEdgeAppearsOnceInOrder() {
        Graph graph = graph(40);
        List<List<Integer>> expected = new ArrayList<>();
        for (int a = 0; a < 40; a++)
            for (int b = a + 1; b < 40; b++) if (graph.adjacency().get(a, b) > 0) expected.add(List.of(a, b));
        assertThat(pairs(EdgeList.collect(graph, 200_000))).isEqualTo(expected);
        assertThat(pairs(EdgeList.collect(graph, expected.size()))).isEqualTo(expected);
    }

    @Test
    void everyEdgeAppearsTwiceInBothDirections() {
        EdgeList edges = EdgeList.collect(graph(40), 1000);
        List<List<Integer>> pairs = pairs(edges);
        int[] seen = new int[edges.count()];
        for (int a = 0; a < 40; a++)
            for (int at = edges.bothStart[a]; at < edges.bothStart[a + 1]; at++) {
                int b = edges.bothOther[at];
                assertThat(pairs.get(edges.bothEdge[at])).isEqualTo(List.of(Math.min(a, b), Math.max(a, b)));
                seen[edges.bothEdge[at]]++;
            }
        assertThat(seen).containsOnly(2);
    }

    @Test
    void thinningIsEvenAndKeepsOrderAndEnds() {
        Graph graph = graph(200);
        List<List<Integer>> all = pairs(EdgeList.collect(graph, 200_000));
        int most = all.size() / 2;
        List<List<Integer>> some = pairs(EdgeList.collect(graph, most));
        assertThat(some).hasSize(most).doesNotHaveDuplicates();
        assertThat(some.get(0)).isEqualTo(all.get(0));
        assertThat(some.get(most - 1)).isEqualTo(all.get(all.size() - 1));
        int before = -1;
        for (List<Integer> pair : some) {
            int at = all.indexOf(pair);
            assertThat(at - before).isBetween(1, 3);
            before = at;
        }
    }
}
