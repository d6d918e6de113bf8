package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class ConnectedComponentsTest {
    /**
     * Returns a graph in which every pair is an edge with the same probability: from isolated samples to one component.
     */
    private static double[][] adjacency(long seed, int n, double probability) {
        double[][] a = new double[n][n];
        for (int j = 0; j < n; j++)
            for (int l = 0; l < j; l++)
                if (CounterRandom.uniform(seed, j, l) < probability)
                    a[j][l] = a[l][j] = 0.5 + CounterRandom.uniform(seed, l, j);
        return a;
    }

    private static Graph graph(double[][] a) {
        try (DenseMatrix A = DenseMatrix.of(a)) {
            return Graph.of(SparseMatrix.of(A), "x");
        }
    }

    /** Finds components by walking from every unseen sample to all reachable ones. */
    private static ConnectedComponents walked(double[][] a) {
        int n = a.length;
        boolean[] seen = new boolean[n];
        int count = 0;
        int largest = 0;
        List<Integer> isolated = new ArrayList<>();
        for (int start = 0; start < n; start++) {
            if (seen[start]) continue;
            int size = 0;
            Deque<Integer> open = new ArrayDeque<>(List.of(start));
            seen[start] = true;
            while (!open.isEmpty()) {
                int j = open.pop();
                size++;
                for (int l = 0; l < n; l++)
                    if (a[j][l] > 0 && !seen[l]) {
                        seen[l] = true;
                        open.push(l);
                    }
            }
            count++;
            largest = Math.max(largest, size);
            if (size == 1) isolated.add(start);
        }
        return new ConnectedComponents(count, largest, isolated);
    }

    @Test
    void componentsAreWhatAWalkReaches() {
        for (int n : new int[] {0, 1, 2, 13, 80}) {
            for (double mean : new double[] {0, 0.5, 1, 2, 6}) {
                double[][] a = adjacency(n, n, mean / Math.max(1, n));
                assertThat(graph(a).components()).isEqualTo(walked(a));
            }
        }
    }

    /** The null space of either Laplacian has one dimension per component. */
    @Test
    void countIsTheNumberOfZeroEigenvaluesOfTheLaplacian() {
        for (double mean : new double[] {0.5, 1, 2}) {
            int n = 30;
            double[][] a = adjacency(7, n, mean / n);
            double[][] shifted = new double[n][n]; // I − L/(2·largest degree): eigenvalue 1 where L has eigenvalue 0
            double largest = 0;
            for (double[] row : a)
                largest = Math.max(
                        largest, IntStream.range(0, n).mapToDouble(l -> row[l]).sum());
            for (int j = 0; j < n; j++) {
                shifted[j][j] = 1;
                for (int l = 0; l < n; l++) {
                    shifted[j][l] += a[j][l] / (2 * largest);
                    shifted[j][j] -= a[j][l] / (2 * largest);
                }
            }
            assertThat(traceOfHighPower(shifted))
                    .isCloseTo(graph(a).components().count(), within(1e-6));
        }
    }

    /** Returns the sum of the eigenvalues to the power 2²⁰: those below 1 vanish. */
    private static double traceOfHighPower(double[][] m) {
        double[][] power = m;
        for (int square = 0; square < 20; square++) power = TestMatrices.product(power, power);
        double trace = 0;
        for (int j = 0; j < power.length; j++) trace += power[j][j];
        return trace;
    }

    @Test
    void longPathInAnyOrderIsOneComponent() {
        int n = 200_000;
        int[] at = IntStream.range(0, n).toArray();
        for (int last = n - 1; last > 0; last--) {
            int other = (int) (CounterRandom.uniform(3, last, 0) * (last + 1));
            int keep = at[last];
            at[last] = at[other];
            at[other] = keep;
        }
        for (boolean shuffled : new boolean[] {false, true}) {
            int[] row = new int[2 * (n - 1)];
            int[] column = new int[2 * (n - 1)];
            double[] weight = new double[2 * (n - 1)];
            for (int e = 0; e < n - 1; e++) {
                int j = shuffled ? at[e] : n - 1 - e;
                int l = shuffled ? at[e + 1] : n - 2 - e;
                row[2 * e] = column[2 * e + 1] = j;
                row[2 * e + 1] = column[2 * e] = l;
                weight[2 * e] = weight[2 * e + 1] = 1;
            }
            Graph path = Graph.of(SparseMatrix.ofTriples(n, n, row, column, weight), "path");
            assertThat(path.components()).isEqualTo(new ConnectedComponents(1, n, List.of()));
            assertThat(path.edges()).isEqualTo(n - 1);
        }
    }

    @Test
    void edgeOfWeightZeroJoinsNothing() {
        Graph graph = Graph.of(
                SparseMatrix.ofRows(3, 3, new int[] {0, 1, 3, 4}, new int[] {1, 0, 2, 1}, new double[] {0, 0, 2, 2}),
                "x");
        assertThat(graph.edges()).isEqualTo(1);
        assertThat(graph.components()).isEqualTo(new ConnectedComponents(2, 2, List.of(0)));
    }

    @Test
    void descriptionListsSamplesEdgesAndComponents() {
        double[][] a = new double[6][6];
        a[0][1] = a[1][0] = a[1][2] = a[2][1] = 0.5;
        a[3][4] = a[4][3] = 2;
        assertThat(graph(a).describe())
                .isEqualTo("6 samples, 3 edges, 3 components (largest 3), 1 sample without a neighbour");
        a[2][3] = a[3][2] = a[4][5] = a[5][4] = 1;
        assertThat(graph(a).describe()).isEqualTo("6 samples, 5 edges, 1 component");
        assertThat(graph(new double[1][1]).describe())
                .isEqualTo("1 sample, 0 edges, 1 component, 1 sample without a neighbour");
        assertThat(graph(new double[2][2]).describe())
                .isEqualTo("2 samples, 0 edges, 2 components (largest 1), 2 samples without a neighbour");
        assertThat(BlockGraph.create(new int[1200], 1, 0).describe())
                .isEqualTo("1,200 samples, 719,400 edges, 1 component");
    }
}
