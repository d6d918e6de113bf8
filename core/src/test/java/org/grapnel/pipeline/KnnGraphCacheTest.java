package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Neighbors;
import org.grapnel.graph.SearchKind;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.noise.NoiseScreen;
import org.grapnel.solve.SolverKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One search gives the same graphs as a search for each number of neighbours. */
class KnnGraphCacheTest {
    private static final int N = 40;
    private static final int MOST = 20;

    /** Three groups, marked by the first features; one sample is repeated, so that a distance is zero. */
    private static DenseMatrix X(int p, int signal) {
        DenseMatrix X = DenseMatrix.zeros(p, N);
        for (int i = 0; i < p; i++)
            for (int j = 0; j < N; j++) {
                int like = j == 19 ? j - 1 : j;
                double x = (i < signal ? 1 : 2) * CounterRandom.uniform(1, i, like)
                        + (i < signal && i % 3 == like % 3 ? 1 : 0);
                X.set(i, j, x < 0.3 ? 0 : x);
            }
        return X;
    }

    private static Matrix sparse(DenseMatrix X) {
        int[] row = new int[X.rows() * X.cols()];
        int[] column = new int[row.length];
        double[] value = new double[row.length];
        for (int q = 0; q < row.length; q++) {
            row[q] = q / X.cols();
            column[q] = q % X.cols();
            value[q] = X.get(row[q], column[q]);
        }
        return SparseMatrix.ofTriples(X.rows(), X.cols(), row, column, value);
    }

    private static Spec spec(GraphSpec graph) {
        return Spec.forSolver(SolverKind.BEST_SUPPORT, Model.GNMF_L20, 3)
                .withKeep(5)
                .withThreads(2)
                .withGraph(graph);
    }

    static Stream<Arguments> ways() {
        return Stream.of(Metric.values())
                .flatMap(metric -> Stream.of(WeightKind.values())
                        .flatMap(weights -> Stream.of(Symmetrization.values())
                                .map(symmetrize -> Arguments.of(GraphSpec.standard()
                                        .withMetric(metric)
                                        .withWeights(weights)
                                        .withSymmetrize(symmetrize)))));
    }

    private static void assertSame(Graph a, Graph b) {
        assertThat(a.size()).isEqualTo(b.size());
        assertThat(a.edges()).isEqualTo(b.edges());
        for (int i = 0; i < a.size(); i++)
            for (int j = 0; j < a.size(); j++)
                assertThat(a.adjacency().get(i, j)).isEqualTo(b.adjacency().get(i, j));
    }

    private static void assertSame(KnnGraph a, KnnGraph b) {
        assertSame(a.graph(), b.graph());
        assertThat(a.sigma()).isEqualTo(b.sigma());
        assertThat(a.recall()).isEqualTo(b.recall());
    }

    private static void assertAsFromScratch(PreparedData data, GraphSpec graph, boolean screened) {
        Spec spec = spec(graph);
        Matrix X = data.data().X();
        KnnGraphCache around = KnnGraphCache.create(data, spec, MOST, FitContext.none());
        try (ExecutionContext context = ExecutionContext.create(1)) {
            Optional<RowSet> features = NoiseScreen.findInformative(context, X);
            assertThat(features.isPresent()).isEqualTo(screened);
            try (Matrix some =
                    X.selectRows(features.orElse(RowSet.all(X.rows())).toArray())) {
                for (int k : new int[] {1, 3, 4, 5, MOST}) {
                    GraphSource source = around.graph(k);
                    assertThat(source.features()).isEqualTo(features);
                    assertThat(source.file()).isEmpty();
                    assertSame(source.built().orElseThrow(), KnnGraph.build(context, some, graph.withNeighbors(k)));
                    assertThat(around.graph(k)).isSameAs(source);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void cachedGraphsEqualThoseOfSeparateSearches(GraphSpec graph) {
        try (PreparedData data = Preparation.none().apply(Dataset.of(X(12, 12)))) {
            assertAsFromScratch(data, graph, false);
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void sparseDataGiveTheSameGraphs(GraphSpec graph) {
        try (DenseMatrix X = X(12, 12);
                PreparedData data = Preparation.none().apply(Dataset.of(sparse(X)))) {
            assertAsFromScratch(data, graph, false);
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void noiseFeaturesAreLeftOutOfTheGraphs(GraphSpec graph) {
        try (PreparedData data = Preparation.none().apply(Dataset.of(X(100, 12)))) {
            assertAsFromScratch(data, graph, true);
        }
    }

    @Test
    void approximateSearchesRunForEachGraph() {
        GraphSpec graph =
                GraphSpec.standard().withSearch(SearchKind.APPROXIMATE).withSeed(4);
        try (PreparedData data = Preparation.none().apply(Dataset.of(X(12, 12)))) {
            assertAsFromScratch(data, graph, false);
            assertThat(KnnGraphCache.create(data, spec(graph), 5, FitContext.none())
                            .graph(5)
                            .built()
                            .orElseThrow()
                            .recall())
                    .isPresent();
        }
    }

    @Test
    void otherSelectionsAreNotScreened() {
        try (PreparedData data = Preparation.none().apply(Dataset.of(X(100, 12)))) {
            for (FeatureSelection.Strategy by : FeatureSelection.Strategy.named()) {
                KnnGraphCache around = KnnGraphCache.create(
                        data, spec(GraphSpec.standard()).withSelect(FeatureSelection.of(by)), 5, FitContext.none());
                assertThat(around.graph(3).features().isPresent()).isEqualTo(by == FeatureSelection.Strategy.STRUCTURE);
            }
        }
    }

    @Test
    void fewerNeighboursAreThePrefixOfMore() {
        Neighbors three = Neighbors.of(new int[][] {{1, 2}, {2, 0}, {1, 0}}, new double[][] {{1, 3}, {2, 2.5}, {2, 3}});
        Neighbors one = three.nearest(1);
        assertThat(one.count()).isEqualTo(1);
        assertThat(one.size()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            assertThat(one.index(i, 0)).isEqualTo(three.index(i, 0));
            assertThat(one.distance(i, 0)).isEqualTo(three.distance(i, 0));
        }
        assertThat(three.nearest(2)).isSameAs(three);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> three.nearest(3))
                .withMessage("cannot take the nearest 3 of 2 neighbours");
        assertThatIllegalArgumentException().isThrownBy(() -> three.nearest(0));
    }

    @Test
    void aCachedGraphGivesTheSelectionOfNoGraph() {
        Spec spec = spec(GraphSpec.standard().withNeighbors(4));
        try (PreparedData data = Preparation.none().apply(Dataset.of(X(100, 12)))) {
            GraphSource graph =
                    KnnGraphCache.create(data, spec, 4, FitContext.none()).graph(4);
            SelectionResult with = Grapnel.select(data, Optional.of(graph), spec, FitContext.none());
            SelectionResult without = Grapnel.select(data, spec);
            assertThat(with.selection()).isEqualTo(without.selection());
            assertThat(with.notes()).isEqualTo(without.notes());
            assertThat(without.graph().flatMap(GraphSource::features)).isEqualTo(graph.features());
        }
    }
}
