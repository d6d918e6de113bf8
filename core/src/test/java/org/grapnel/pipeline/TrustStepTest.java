package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.Dataset;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class TrustStepTest {
    private static Spec spec(int clusters) {
        return Spec.recommended(clusters, 30).withThreads(2).withBaselines(false);
    }

    private static Trust judge(DenseMatrix X, Optional<GraphSource> given, Spec spec) {
        try (X;
                ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            GroupSearch.GroupedGraph found = GroupSearch.run(execution, X, given, spec, FitContext.none());
            return TrustStep.judge(execution, X, spec.graph(), found, found.groups(), spec.clusters());
        }
    }

    private static Trust judge(DenseMatrix X, Spec spec) {
        return judge(X, Optional.empty(), spec);
    }

    @Test
    void separateBlobsAreGood() {
        Trust trust = judge(GroupedData.blobs(4), spec(3));
        assertThat(trust.level()).isEqualTo(Trust.Level.GOOD);
        assertThat(trust.warnings()).isEmpty();
        assertThat(trust.edgesWithinGroups()).isGreaterThan(0.99);
        assertThat(trust.checks()).hasSize(3).allMatch(Trust.Check::passes);
    }

    @Test
    void oneNormalCloudHasNoTrust() {
        for (int clusters : new int[] {2, 3, 5, 10}) {
            Trust trust = judge(GroupedData.cloud(), spec(clusters));
            assertThat(trust.level()).as("%d groups", clusters).isEqualTo(Trust.Level.NONE);
            assertThat(trust.warnings()).isNotEmpty();
        }
    }

    @Test
    void permutedFeaturesHaveNoTrust() {
        for (double shift : new double[] {1, 4, 10}) {
            Trust trust = judge(GroupedData.permuted(shift), spec(3));
            assertThat(trust.level()).as("shift %s", shift).isEqualTo(Trust.Level.NONE);
            assertThat(trust.warnings()).isNotEmpty();
        }
    }

    @Test
    void threadsAndSeedDoNotChangeTheVerdict() {
        Trust trust = judge(GroupedData.blobs(1.2), spec(3));
        for (int threads = 1; threads <= 3; threads++)
            assertThat(judge(
                            GroupedData.blobs(1.2), spec(3).withThreads(threads).withSeed(17L * threads)))
                    .isEqualTo(trust);
    }

    @Test
    void oneGroupTellsNothingApart() {
        Trust trust = judge(GroupedData.blobs(4), spec(1));
        assertThat(trust.level()).isEqualTo(Trust.Level.NONE);
        assertThat(trust.warnings()).containsExactly("there is one group, so nothing tells samples apart");
    }

    @Test
    void fewSamplesForEachGroupHaveNoTrust() {
        Trust trust = judge(GroupedData.blobs(4), spec(40));
        assertThat(trust.level()).isEqualTo(Trust.Level.NONE);
        assertThat(trust.warnings())
                .containsExactly("150 samples are too few for 40 groups: trust needs at least 4 for each");
    }

    /** Three cliques: all edges are inside, and of edges at random a third would be. */
    @Test
    void aGivenGraphIsComparedWithRandomEdges() {
        int n = GroupedData.SAMPLES;
        DenseMatrix A = DenseMatrix.zeros(n, n);
        A.map((i, j, x) -> i != j && i % 3 == j % 3 ? 1 : 0);
        Graph cliques = Graph.of(SparseMatrix.of(A), "cliques");
        Trust trust = judge(GroupedData.cloud(), Optional.of(GraphSource.of(cliques)), spec(3));
        assertThat(trust.level()).as("the cloud knows nothing of the cliques").isEqualTo(Trust.Level.DOUBTFUL);
        assertThat(trust.edgesWithinGroups()).isEqualTo(1);
        assertThat(trust.checks().get(0).value()).isCloseTo(1, within(1e-12));
        assertThat(trust.checks().get(1).what()).isEqualTo("agreement with k-means");
        assertThat(trust.checks().get(1).passes()).isFalse();
        assertThat(trust.warnings()).anyMatch(warning -> warning.startsWith("no two ways find the same groups"));
    }

    @Test
    void aGivenGraphThatTheDataAgreeWithIsTrusted() {
        int n = GroupedData.SAMPLES;
        DenseMatrix A = DenseMatrix.zeros(n, n);
        A.map((i, j, x) -> i != j && i % 3 == j % 3 ? 1 : 0);
        Graph cliques = Graph.of(SparseMatrix.of(A), "cliques");
        Trust trust = judge(GroupedData.blobs(4), Optional.of(GraphSource.of(cliques)), spec(3));
        assertThat(trust.level()).isEqualTo(Trust.Level.GOOD);
        assertThat(trust.warnings()).isEmpty();
    }

    /** A null model may exceed the numbers that can be squared, although the data do not. */
    @Test
    void dataAtTheEdgeOfTheRangeAreFittedAndHaveAVerdict() {
        for (double scale : new double[] {1e-120, 1e-100, 1e100, 1e122})
            for (Model model : new Model[] {Model.GNMF_L20, Model.GNMF}) {
                DenseMatrix X = GroupedData.blobs(4);
                X.map((i, j, x) -> x / 30 * scale);
                Spec spec = Spec.recommended(model, 3).withThreads(2);
                if (model.isSparse()) spec = spec.withKeep(20);
                try (Dataset data = Dataset.of(X);
                        Fit fit = Grapnel.fit(data, spec)) {
                    assertThat(fit.trust()).as("%s times %s", model, scale).isPresent();
                }
            }
    }

    @Test
    void whereNothingCanBeComparedThereIsNoTrustAndTheWarningSaysWhy() {
        Graph graph = Graph.of(
                SparseMatrix.ofTriples(4, 4, new int[] {0, 1, 2, 3}, new int[] {1, 0, 3, 2}, new double[] {1, 1, 1, 1}),
                "pairs");
        Trust trust = TrustStep.unknown(
                graph, Clustering.ofLabels(2, 0, 0, 1, 1), new IllegalArgumentException("the reason"));
        assertThat(trust.level()).isEqualTo(Trust.Level.NONE);
        assertThat(trust.edgesWithinGroups()).isEqualTo(1);
        assertThat(trust.warnings())
                .containsExactly("the groups cannot be compared with data without groups: the reason");
    }
}
