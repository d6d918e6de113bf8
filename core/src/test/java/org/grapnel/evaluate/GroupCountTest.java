package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.data.SyntheticData;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupCountTest {
    private static Graph graph(ExecutionContext context, Matrix X) {
        return KnnGraph.build(
                        context, X, GraphSpec.standard().withNeighbors(Math.min(GroupCount.NEIGHBORS, X.cols() - 1)))
                .graph();
    }

    /** Normal distributions around random centres; sample j belongs to number j mod {@code groups}. */
    private static DenseMatrix gaussianGroups(int groups, int n, int p, double apart, long seed) {
        DenseMatrix X = DenseMatrix.zeros(p, n);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < p; i++)
                X.set(
                        i,
                        j,
                        apart * CounterRandom.gaussian(seed, i, j % groups) + CounterRandom.gaussian(seed + 1, i, j));
        return X;
    }

    private static GroupCount estimate(Graph graph, int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            return GroupCount.estimate(context, graph, 3);
        }
    }

    private static GroupCount estimateGroups(int groups, int n, int p, double apart, int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads);
                DenseMatrix X = gaussianGroups(groups, n, p, apart, 11)) {
            return GroupCount.estimate(context, graph(context, X), 3);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 60", "2, 300", "3, 100", "5, 200", "10, 300", "20, 500"})
    void distantGroupsAreCounted(int groups, int n) {
        GroupCount found = estimateGroups(groups, n, 100, 1, 2);
        assertThat(found.low()).isEqualTo(groups);
        assertThat(found.suggested()).isEqualTo(groups);
        assertThat(found.high()).isEqualTo(groups);
        assertThat(found.sentences().get(0)).isEqualTo("the graph suggests " + groups + " groups");
    }

    @ParameterizedTest
    @CsvSource({"60, 20", "300, 20", "60, 200", "300, 200", "1000, 50"})
    void oneGroupIsNoEvidence(int n, int p) {
        GroupCount found = estimateGroups(1, n, p, 0, 2);
        assertThat(found.hasEvidence()).isFalse();
        assertThat(found.suggested()).isEqualTo(1);
        assertThat(found.low()).isEqualTo(1);
        assertThat(found.sentences().get(0))
                .isEqualTo("no evidence of groups: no part of the graph is clearly separate");
    }

    @Test
    void paperDataHaveThreeGroups() {
        try (ExecutionContext context = ExecutionContext.create(2);
                Dataset data = SyntheticData.of(4).generate()) {
            assertThat(GroupCount.estimate(context, graph(context, data.X()), 0).suggested())
                    .isEqualTo(3);
        }
    }

    @Test
    void sameResultForAnyNumberOfThreads() {
        GroupCount one = estimateGroups(8, 400, 20, 0.7, 1);
        assertThat(estimateGroups(8, 400, 20, 0.7, 2)).isEqualTo(one);
        assertThat(estimateGroups(8, 400, 20, 0.7, 3)).isEqualTo(one);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 12})
    void aFewSamplesAreEnough(int n) {
        GroupCount found = estimateGroups(2, n, 10, 0.5, 1);
        assertThat(found.low()).isBetween(1, found.suggested());
        assertThat(found.suggested()).isBetween(1, found.high());
        assertThat(found.high()).isLessThanOrEqualTo(n);
    }

    @Test
    void twoSeparatePairsAreTwoGroups() {
        double[][] A = new double[4][4];
        A[0][1] = A[1][0] = A[2][3] = A[3][2] = 1;
        assertThat(estimate(CommunityMergerTest.graph(A), 1).suggested()).isEqualTo(2);
    }

    /** Three cliques and ten isolated samples. */
    @Test
    void isolatedSamplesAreNotCounted() {
        double[][] A = new double[40][40];
        for (int i = 0; i < 30; i++) for (int j = 0; j < 30; j++) if (i != j && i / 10 == j / 10) A[i][j] = 1;
        GroupCount found = estimate(CommunityMergerTest.graph(A), 1);
        assertThat(List.of(found.low(), found.suggested(), found.high())).containsExactly(3, 3, 3);
    }

    @Test
    void manySmallGroupsCountAsMuchAsFewLargeOnes() {
        double[][] A = new double[900][900];
        for (int i = 0; i < 900; i++) for (int j = 0; j < 900; j++) if (i != j && i / 6 == j / 6) A[i][j] = 1;
        GroupCount found = estimate(CommunityMergerTest.graph(A), 1);
        assertThat(List.of(found.low(), found.suggested(), found.high())).containsExactly(150, 150, 150);
    }

    @Test
    void withoutEdgesThereIsNoEvidence() {
        for (int n = 1; n <= 5; n++) {
            Graph none = Graph.of(SparseMatrix.ofTriples(n, n, new int[0], new int[0], new double[0]), "given");
            GroupCount found = estimate(none, 1);
            assertThat(found.hasEvidence()).isFalse();
            assertThat(found.high()).isEqualTo(1);
        }
    }

    @Test
    void sentencesNameTheCountsAndTheOption() {
        GroupCount found = new GroupCount(
                3,
                2,
                6,
                List.of(
                        new GroupCount.GroupCountReason("communities of the graph", 6),
                        new GroupCount.GroupCountReason("groups that keep 97 % of their edge weight", 3)));
        assertThat(found.sentences())
                .containsExactly(
                        "the graph suggests 2 to 6 groups, most likely 3",
                        "counted: 6 communities of the graph, 3 groups that keep 97 % of their edge weight",
                        "this is only a suggestion from the graph; decide with --clusters");
    }

    @Test
    void reasonsNameEveryThreshold() {
        assertThat(estimateGroups(3, 100, 100, 1, 1).reasons())
                .containsExactly(
                        new GroupCount.GroupCountReason("communities of the graph", 3),
                        new GroupCount.GroupCountReason("groups that keep 80 % of their edge weight", 3),
                        new GroupCount.GroupCountReason("groups that keep 90 % of their edge weight", 3),
                        new GroupCount.GroupCountReason("groups that keep 97 % of their edge weight", 3),
                        new GroupCount.GroupCountReason("groups that keep 99 % of their edge weight", 3));
    }

    @Test
    void refusesAnInvalidRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GroupCount(2, 3, 4, List.of()))
                .withMessage("1 <= low <= suggested <= high must hold, got 3, 2, 4");
    }

    @Test
    void refusesAnEmptyGraph() {
        Graph none = Graph.of(SparseMatrix.ofTriples(0, 0, new int[0], new int[0], new double[0]), "given");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> estimate(none, 1))
                .withMessage("groups need at least 1 sample, got 0");
    }
}
