package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommunityMergerTest {
    static Graph graph(double[][] A) {
        try (DenseMatrix dense = DenseMatrix.of(A)) {
            return Graph.of(SparseMatrix.of(dense), "given");
        }
    }

    private static double[][] random(long seed, int n, double share) {
        double[][] A = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (CounterRandom.uniform(seed, i, j) < share)
                    A[i][j] = A[j][i] = 0.1 + CounterRandom.uniform(seed, j, i);
        return A;
    }

    /** Recomputes everything before each merge. */
    private static int byDefinition(double[][] A, int[] labels, double leak, int smallest) {
        int[] group = labels.clone();
        while (true) {
            int n = A.length;
            double[][] w = new double[n][n];
            double[] d = new double[n];
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    w[group[i]][group[j]] += A[i][j];
                    d[group[i]] += A[i][j];
                }
            int from = -1;
            double worst = leak;
            for (int c = 0; c < n; c++)
                if (d[c] > 0 && (d[c] - w[c][c]) / d[c] > worst + 1e-12) {
                    worst = (d[c] - w[c][c]) / d[c];
                    from = c;
                }
            if (from < 0) break;
            int into = -1;
            for (int c = 0; c < n; c++)
                if (c != from && w[from][c] > 0 && (into < 0 || w[from][c] / d[c] > w[from][into] / d[into] + 1e-12))
                    into = c;
            for (int i = 0; i < n; i++) if (group[i] == from) group[i] = into;
        }
        int[] size = new int[A.length];
        for (int c : group) size[c]++;
        int count = 0;
        for (int s : size) if (s >= smallest) count++;
        return count;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void equalsTheDefinition(long seed) {
        double[][] A = random(seed, 40, 0.08);
        int[] labels = new int[40];
        for (int i = 0; i < 40; i++) labels[i] = (int) (12 * CounterRandom.uniform(seed, i, 99));
        for (int smallest = 1; smallest <= 4; smallest++) {
            CommunityMerger joins = CommunityMerger.merge(graph(A), Clustering.ofLabels(13, labels), smallest);
            for (double leak : new double[] {0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1})
                assertThat(joins.groups(leak))
                        .as("leak %s, smallest %d", leak, smallest)
                        .isEqualTo(byDefinition(A, labels, leak, smallest));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void lowerLeaksMeanFewerGroupsDownToTheComponents(long seed) {
        double[][] A = random(seed, 60, 0.03);
        int[] labels = new int[60];
        for (int i = 0; i < 60; i++) labels[i] = i;
        CommunityMerger joins = CommunityMerger.merge(graph(A), Clustering.ofLabels(60, labels), 1);
        List<Integer> counts = new ArrayList<>();
        for (double leak = 0; leak <= 1; leak += 0.05) counts.add(joins.groups(leak));
        assertThat(counts).isSorted();
        assertThat(joins.groups(0)).isEqualTo(graph(A).components().count());
        assertThat(joins.groups(1)).isEqualTo(60);
    }

    @Test
    void withoutEdgesNothingIsMerged() {
        assertThat(CommunityMerger.merge(graph(new double[3][3]), Clustering.ofLabels(3, 0, 1, 2), 1)
                        .groups(0))
                .isEqualTo(3);
    }
}
