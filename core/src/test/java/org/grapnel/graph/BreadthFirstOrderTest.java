package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class BreadthFirstOrderTest {
    @Test
    void samplesFollowTheirNeighborsAndComponentsTheirLowestSample() {
        double[][] A = new double[7][7];
        int[][] edges = {{0, 5}, {0, 3}, {5, 6}, {3, 6}, {1, 4}};
        for (int[] edge : edges) A[edge[0]][edge[1]] = A[edge[1]][edge[0]] = 1;
        try (DenseMatrix dense = DenseMatrix.of(A)) {
            int[] order = BreadthFirstOrder.of(SparseMatrix.of(dense));
            assertThat(order).containsExactly(0, 3, 5, 6, 1, 4, 2);
            assertThat(BreadthFirstOrder.inverse(order)).containsExactly(0, 4, 6, 1, 5, 2, 3);
        }
    }
}
