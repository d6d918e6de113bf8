package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashSet;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class SpectralClusteringTest {
    /** Two concentric rings, which k-means cannot separate; sample i is in ring i mod 2. */
    private static DenseMatrix rings(int n) {
        DenseMatrix X = DenseMatrix.zeros(2, n);
        for (int j = 0; j < n; j++) {
            double radius = (j % 2 == 0 ? 1 : 3) + 0.05 * CounterRandom.gaussian(1, j, 0);
            double angle = 2 * Math.PI * j / n;
            X.set(0, j, radius * Math.cos(angle));
            X.set(1, j, radius * Math.sin(angle));
        }
        return X;
    }

    @Test
    void concentricRingsAreTwoGroups() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = rings(400);
                KMeansResult centres = KMeans.clusterColumns(context, X, KMeansOptions.of(2))) {
            Graph graph = KnnGraph.build(context, X, GraphSpec.standard()).graph();
            try (SpectralClusteringResult found = SpectralClustering.cluster(context, graph, 2, 0)) {
                int wrong = 0;
                int apart = 0;
                for (int j = 2; j < 400; j++) {
                    if (found.clustering().labelOf(j) != found.clustering().labelOf(j % 2)) wrong++;
                    if (centres.clustering().labelOf(j) != centres.clustering().labelOf(j % 2)) apart++;
                }
                assertThat(wrong).isZero();
                assertThat(found.clustering().sizes()).containsExactly(200, 200);
                assertThat(apart).isPositive();
            }
        }
    }

    @Test
    void isolatedSamplesJoinTheLargestGroup() {
        // 0–1, 2–3–4, and 5 and 6 alone
        SparseMatrix A = SparseMatrix.ofTriples(
                7, 7, new int[] {0, 1, 2, 3, 3, 4}, new int[] {1, 0, 3, 2, 4, 3}, new double[] {1, 1, 1, 1, 1, 1});
        Set<Integer> names = new HashSet<>();
        for (int seed = 0; seed < 8; seed++) {
            try (ExecutionContext context = ExecutionContext.create(1);
                    SpectralClusteringResult found =
                            SpectralClustering.cluster(context, Graph.of(A, "given"), 2, seed)) {
                Clustering groups = found.clustering();
                assertThat(groups.labelOf(0)).isEqualTo(groups.labelOf(1)).isNotEqualTo(groups.labelOf(2));
                for (int j : new int[] {3, 4, 5, 6})
                    assertThat(groups.labelOf(j)).isEqualTo(groups.labelOf(2));
                assertThat(found.points().rowSquares(5)).isZero();
                names.add(groups.labelOf(2));
            }
        }
        assertThat(names).as("whatever the number of the largest group").hasSize(2);
    }

    @Test
    void isolatedSamplesJoinTheFirstOfEqualGroups() {
        SparseMatrix A =
                SparseMatrix.ofTriples(5, 5, new int[] {0, 1, 2, 3}, new int[] {1, 0, 3, 2}, new double[] {1, 1, 1, 1});
        try (ExecutionContext context = ExecutionContext.create(1);
                SpectralClusteringResult found = SpectralClustering.cluster(context, Graph.of(A, "given"), 2, 0)) {
            assertThat(found.clustering().labelOf(4)).isZero();
        }
    }

    @Test
    void sameBitsForAnyNumberOfThreads() {
        Clustering[] found = new Clustering[3];
        for (int threads = 1; threads <= 3; threads++)
            try (ExecutionContext context = ExecutionContext.create(threads);
                    DenseMatrix X = rings(300);
                    SpectralClusteringResult result = SpectralClustering.cluster(
                            context,
                            KnnGraph.build(context, X, GraphSpec.standard()).graph(),
                            5,
                            7)) {
                found[threads - 1] = result.clustering();
            }
        assertThat(found[1]).isEqualTo(found[0]);
        assertThat(found[2]).isEqualTo(found[0]);
    }

    @Test
    void graphWithoutEdgesIsRefused() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            Graph none = Graph.of(SparseMatrix.ofTriples(4, 4, new int[0], new int[0], new double[0]), "given");
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> SpectralClustering.cluster(context, none, 2, 0))
                    .withMessage("the graph has no edges, so it cannot be clustered");
        }
    }
}
