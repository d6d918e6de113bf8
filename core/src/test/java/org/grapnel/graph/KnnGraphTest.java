package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class KnnGraphTest {
    private static final GraphSpec STANDARD = GraphSpec.standard();

    private static KnnGraph of(double[][] x, GraphSpec spec) {
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            return KnnGraph.build(context, X, spec);
        }
    }

    private static double[][] adjacency(KnnGraph graph) {
        double[][] a = new double[graph.graph().size()][graph.graph().size()];
        for (int i = 0; i < a.length; i++) graph.graph().adjacency().row(i, a[i]);
        return a;
    }

    /** Builds the graph naively: neighbours, weights by formula, both directions joined. */
    private static double[][] plain(double[][] x, GraphSpec spec) {
        BruteForceNeighbors pairs = BruteForceNeighbors.of(x, spec.metric());
        int n = pairs.size();
        double sum = 0;
        for (int i = 0; i < n; i++)
            for (int q = 0; q < spec.neighbors(); q++) sum += pairs.distance(i, pairs.nearest(i)[q]);
        double sigma = spec.sigma().orElse(sum / (n * spec.neighbors()));
        double[][] directed = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int q = 0; q < spec.neighbors(); q++) {
                int j = pairs.nearest(i)[q];
                double d = pairs.distance(i, j);
                double dot = 0;
                for (double[] feature : x) dot += feature[i] * feature[j];
                directed[i][j] = switch (spec.weights()) {
                    case BINARY -> 1;
                    case GAUSSIAN -> Math.exp(-d * d / (2 * sigma * sigma));
                    case DOT -> spec.metric() == Metric.COSINE ? 1 - d : dot;
                    case LOCAL -> d == 0 ? 1 : Math.exp(-d * d / (scale(pairs, i, spec) * scale(pairs, j, spec)));
                };
            }
        }
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] = switch (spec.symmetrize()) {
                    case MAX -> Math.max(directed[i][j], directed[j][i]);
                    case MEAN -> (directed[i][j] + directed[j][i]) / 2;
                    case MUTUAL -> Math.min(directed[i][j], directed[j][i]);
                };
        return a;
    }

    private static double last(BruteForceNeighbors pairs, int i, GraphSpec spec) {
        return pairs.distance(i, pairs.nearest(i)[spec.neighbors() - 1]);
    }

    /** The distance to the last neighbour; the mean of all samples where that is 0. */
    private static double scale(BruteForceNeighbors pairs, int i, GraphSpec spec) {
        double mean = 0;
        for (int j = 0; j < pairs.size(); j++) mean += last(pairs, j, spec) / pairs.size();
        double own = last(pairs, i, spec);
        return own > 1e-6 * mean ? own : mean;
    }

    @Test
    void everyOptionCombinationMatchesTheNaiveGraph() {
        double[][] x = TestMatrices.mostlyZero(1, 6, 90);
        for (int j = 0; j < 90; j++) x[j % 6][j] += 0.1 + 0.001 * j;
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                Matrix S = SparseMatrix.of(X)) {
            for (WeightKind weights : WeightKind.values())
                for (Metric metric : Metric.values())
                    for (Symmetrization how : Symmetrization.values())
                        for (int k : new int[] {1, 4, 11}) {
                            GraphSpec spec = STANDARD.withNeighbors(k)
                                    .withWeights(weights)
                                    .withMetric(metric)
                                    .withSymmetrize(how);
                            double[][] expected = plain(x, spec);
                            for (Matrix M : List.of(X, S)) {
                                double[][] a = adjacency(KnnGraph.build(context, M, spec));
                                assertThat(TestMatrices.distance(a, expected))
                                        .as("%s", spec)
                                        .isLessThan(1e-12);
                                if (weights == WeightKind.LOCAL) continue; // may be small, but are edges
                                for (int i = 0; i < 90; i++)
                                    for (int j = 0; j < 90; j++)
                                        assertThat(a[i][j] > 0).isEqualTo(expected[i][j] > 1e-12);
                            }
                        }
        }
    }

    @Test
    void graphsAreSymmetricAndMutualEdgesAreASubset() {
        for (int seed = 0; seed < 10; seed++) {
            double[][] x = TestMatrices.uniform(seed, 3, 70);
            for (WeightKind weights : WeightKind.values()) {
                GraphSpec spec = STANDARD.withWeights(weights);
                double[][] max = adjacency(of(x, spec));
                double[][] mean = adjacency(of(x, spec.withSymmetrize(Symmetrization.MEAN)));
                double[][] mutual = adjacency(of(x, spec.withSymmetrize(Symmetrization.MUTUAL)));
                for (int i = 0; i < 70; i++) {
                    int neighbors = 0;
                    for (int j = 0; j < 70; j++) {
                        assertThat(max[i][j]).isEqualTo(max[j][i]);
                        assertThat(mean[i][j]).isEqualTo(mean[j][i]).isBetween(mutual[i][j], max[i][j]);
                        assertThat(mutual[i][j]).isEqualTo(mutual[j][i]).isIn(0.0, max[i][j]);
                        if (weights != WeightKind.DOT) assertThat(max[i][j]).isBetween(0.0, 1.0);
                        if (max[i][j] > 0) neighbors++;
                    }
                    assertThat(max[i][i]).isZero();
                    assertThat(neighbors).isGreaterThanOrEqualTo(5);
                }
            }
        }
    }

    @Test
    void sigmaIsTheMeanDistanceUnlessGiven() {
        double[][] x = TestMatrices.signed(3, 4, 60);
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(x)) {
            for (Metric metric : Metric.values()) {
                double mean = ExactSearch.search(context, X, 5, metric).meanDistance();
                assertThat(KnnGraph.build(context, X, STANDARD.withMetric(metric))
                                .sigma())
                        .isEqualTo(OptionalDouble.of(mean));
            }
            assertThat(KnnGraph.build(context, X, STANDARD.withSigma(0.3)).sigma())
                    .hasValue(0.3);
            assertThat(KnnGraph.build(context, X, STANDARD.withWeights(WeightKind.BINARY))
                            .sigma())
                    .isEmpty();
            assertThat(KnnGraph.build(
                                    context,
                                    X,
                                    STANDARD.withWeights(WeightKind.DOT).withMetric(Metric.COSINE))
                            .sigma())
                    .isEmpty();
        }
    }

    @Test
    void equalSamplesHaveWeightOne() {
        KnnGraph graph = of(TestMatrices.map(new double[3][8], v -> 2), STANDARD.withNeighbors(2));
        assertThat(graph.sigma()).hasValue(0);
        graph.graph()
                .adjacency()
                .forEachInRow(7, (j, weight) -> assertThat(weight).isEqualTo(1));
        // the nearest of every sample are the lowest others
        assertThat(adjacency(graph)[7]).containsExactly(1, 1, 0, 0, 0, 0, 0, 0);
        assertThat(adjacency(graph)[0]).containsExactly(0, 1, 1, 1, 1, 1, 1, 1);
    }

    @Test
    void tinySigmaIsolatesSamplesAndTheyAreReported() {
        double[][] x = {{0, 0, 1, 2, 3.5}};
        KnnGraph graph = of(x, STANDARD.withNeighbors(1).withSigma(1e-3));
        assertThat(graph.graph().components().isolated()).containsExactly(2, 3, 4);
        assertThat(graph.graph().edges()).isEqualTo(1);
        assertThat(graph.graph().adjacency().get(0, 1)).isEqualTo(1);
        for (double sigma : new double[] {Double.MIN_VALUE, 1e-300})
            assertThat(of(x, STANDARD.withNeighbors(1).withSigma(sigma)).graph().edges())
                    .isEqualTo(1);
        KnnGraph wide = of(x, STANDARD.withNeighbors(1).withSigma(Double.MAX_VALUE));
        wide.graph()
                .adjacency()
                .forEachInRow(3, (j, weight) -> assertThat(weight).isEqualTo(1));
    }

    @Test
    void scalingTheDataScalesSigmaAndChangesNoWeight() {
        double[][] x = TestMatrices.uniform(5, 4, 80);
        KnnGraph plain = of(x, STANDARD);
        for (int power : new int[] {-900, -200, 200, 900}) {
            KnnGraph scaled = of(TestMatrices.map(x, v -> Math.scalb(v, power)), STANDARD);
            assertThat(adjacency(scaled)).isDeepEqualTo(adjacency(plain));
            assertThat(scaled.sigma().orElseThrow())
                    .isEqualTo(Math.scalb(plain.sigma().orElseThrow(), power));
        }
    }

    @Test
    void orthogonalSamplesHaveNoDotEdge() {
        double[][] x = {
            {1, 2, 0, 0, 0.3},
            {1, 1, 0, 0, 0.1},
            {0, 0, 3, 1, 0},
            {0, 0, 1, 7, 0},
            {0, 0, 1.3, 0.7, 0}
        };
        for (Metric metric : Metric.values()) {
            KnnGraph graph =
                    of(x, STANDARD.withNeighbors(4).withWeights(WeightKind.DOT).withMetric(metric));
            assertThat(graph.graph().components().count()).as("%s", metric).isEqualTo(2);
            assertThat(graph.graph().edges()).isEqualTo(4);
        }
    }

    @Test
    void negativeDotWeightsAreRefused() {
        double[][] x = {{1, -1, 1}, {1, -2, 2}};
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> of(x, STANDARD.withNeighbors(2).withWeights(WeightKind.DOT)))
                .withMessage("the dot product of samples 0 and 1 is -3.0; dot weights need data >= 0");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> of(
                        x, STANDARD.withNeighbors(2).withWeights(WeightKind.DOT).withMetric(Metric.COSINE)))
                .withMessageMatching("the cosine of samples 0 and 1 is -0\\.9\\d*; dot weights need data >= 0");
    }

    @Test
    void overflowingDotWeightsAreRefused() {
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> of(
                        new double[][] {{1e200, 2e200}},
                        STANDARD.withNeighbors(1).withWeights(WeightKind.DOT)))
                .withMessage("the neighbour graph: the weight of (0, 1) is Infinity, allowed are finite numbers >= 0");
    }

    @Test
    void threadCountChangesNoBitAndDataStayUnchanged() {
        double[][] x = TestMatrices.uniform(7, 5, 600);
        try (DenseMatrix X = DenseMatrix.of(x)) {
            for (WeightKind weights : WeightKind.values()) {
                double[][] first = new double[0][];
                for (int threads = 1; threads <= 3; threads++) {
                    try (ExecutionContext context = ExecutionContext.create(threads)) {
                        double[][] a = adjacency(KnnGraph.build(context, X, STANDARD.withWeights(weights)));
                        if (threads == 1) first = a;
                        else assertThat(a).isDeepEqualTo(first);
                    }
                }
            }
            assertThat(X.toArray()).isDeepEqualTo(x);
        }
    }

    @Test
    void approximateSearchReportsItsRecall() {
        double[][] x = TestMatrices.uniform(8, 2, 4200);
        KnnGraph graph = of(x, STANDARD.withSearch(SearchKind.APPROXIMATE).withSeed(3));
        assertThat(graph.recall().orElseThrow()).isBetween(0.95, 1.0);
        assertThat(graph.graph().size()).isEqualTo(4200);
        double exact = of(x, STANDARD).sigma().orElseThrow();
        assertThat(graph.sigma().orElseThrow()).isCloseTo(exact, within(0.05 * exact));
        // few samples: the search is exact
        assertThat(of(TestMatrices.uniform(8, 2, 42), STANDARD.withSearch(SearchKind.APPROXIMATE))
                        .recall())
                .hasValue(1);
    }

    @Test
    void invalidOptionsAreRefused() {
        double[][] x = TestMatrices.uniform(1, 2, 6);
        for (int k : new int[] {0, -1})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> STANDARD.withNeighbors(k))
                    .withMessage("neighbors must be at least 1, got %d", k);
        for (int k : new int[] {6, 7, 1000})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> of(x, STANDARD.withNeighbors(k)))
                    .withMessage("neighbors must be between 1 and 5, one less than the samples, got %d", k);
        for (double sigma : new double[] {0, -0.0, -2, Double.NaN, Double.POSITIVE_INFINITY})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> STANDARD.withSigma(sigma))
                    .withMessage("sigma must be a number > 0, or auto, got %s", sigma);
        for (SearchKind search : SearchKind.values())
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            of(new double[][] {{3}}, STANDARD.withNeighbors(1).withSearch(search)))
                    .withMessage("neighbours need at least 2 samples, got 1");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() ->
                        of(new double[][] {{1, 2, 0}}, STANDARD.withNeighbors(1).withMetric(Metric.COSINE)))
                .withMessage("sample 2 is all zero and has no direction: cosine distances need samples with a non-zero;"
                        + " leave it out or use the euclidean metric");
    }
}
