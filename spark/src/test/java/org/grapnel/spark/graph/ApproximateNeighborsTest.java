package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.graph.ExactSearch;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Neighbors;
import org.grapnel.graph.SearchKind;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.testing.SyntheticPoints;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ApproximateNeighborsTest {
    private static final int K = 5;
    private static final GraphSpec SPEC = GraphSpec.standard()
            .withNeighbors(K)
            .withSearch(SearchKind.APPROXIMATE)
            .withSeed(3);
    /** Small blocks, so that a few thousand samples are cut as millions are. */
    private static final SearchSizes SIZES = new SearchSizes(1000, 100, 300, 512);

    /** The search by cells, which is for samples with many features. */
    private static final SearchSizes CELLS = SIZES.withFeatures(0);

    private static List<DirectedNeighbors> search(Matrix X, GraphSpec spec, int partitions) {
        return search(X, spec, partitions, SIZES);
    }

    private static List<DirectedNeighbors> search(Matrix X, GraphSpec spec, int partitions, SearchSizes sizes) {
        NeighborGraph.NeighborLists nearest =
                NeighborGraph.nearest(TestPanels.create(TestPanels.context(), X, partitions, 200), spec, sizes);
        List<DirectedNeighbors> neighbors = nearest.neighbors().collect();
        nearest.neighbors().unpersist(false);
        return neighbors;
    }

    private static double[][] samples(int n) {
        return SyntheticPoints.clouds(11, 10, n, 25, 0.6);
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void reportedRecallMatchesTheTrueRecallAndReachesTheTarget(Metric metric) {
        assertRecall(metric, 3000, SIZES);
    }

    @Test
    void cellsReachTheTarget() {
        assertRecall(Metric.EUCLIDEAN, 3000, CELLS);
    }

    private static void assertRecall(Metric metric, int n, SearchSizes sizes) {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(samples(n))) {
            GraphSpec spec = SPEC.withMetric(metric);
            NeighborGraph.NeighborLists nearest =
                    NeighborGraph.nearest(TestPanels.create(TestPanels.context(), X, 4, 200), spec, sizes);
            Neighbors truth = ExactSearch.search(context, X, K, metric);
            long hits = 0;
            int i = 0;
            for (DirectedNeighbors some : nearest.neighbors().collect()) {
                for (int at = 0; at < some.index().length; at += K, i++) {
                    double last = 0;
                    for (int q = 0; q < K; q++) {
                        double distance = some.distance()[at + q];
                        assertThat(distance).isGreaterThanOrEqualTo(last).isGreaterThanOrEqualTo(truth.distance(i, q));
                        assertThat(some.index()[at + q]).isNotEqualTo(i);
                        last = distance;
                        if (distance <= truth.distance(i, K - 1)) hits++;
                    }
                }
            }
            nearest.neighbors().unpersist(false);
            assertThat(i).isEqualTo(n);
            double recall = hits / (double) (n * K);
            assertThat(recall).isBetween(0.95, 0.9999); // with all of them it would not be a test
            assertThat(nearest.recall().orElseThrow()).isCloseTo(recall, within(0.02));
        }
    }

    @Test
    void sameSeedGivesTheSameNeighborsForAnyPartitions() {
        try (DenseMatrix X = DenseMatrix.of(samples(1500))) {
            List<DirectedNeighbors> one = search(X, SPEC, 3);
            List<DirectedNeighbors> again = search(X, SPEC, 3);
            int[] index = one.stream()
                    .flatMapToInt(some -> Arrays.stream(some.index()))
                    .toArray();
            for (int part = 0; part < 3; part++) {
                assertThat(again.get(part).index()).isEqualTo(one.get(part).index());
                assertThat(again.get(part).distance()).isEqualTo(one.get(part).distance());
            }
            List<DirectedNeighbors> partitioned = search(X, SPEC, 5);
            assertThat(partitioned.stream()
                            .flatMapToInt(some -> Arrays.stream(some.index()))
                            .toArray())
                    .isEqualTo(index);
            List<DirectedNeighbors> other = search(X, SPEC.withSeed(4), 3);
            assertThat(other.stream()
                            .flatMapToInt(some -> Arrays.stream(some.index()))
                            .toArray())
                    .isNotEqualTo(index);
        }
    }

    @Test
    void sparseAndDenseSamplesGiveTheSameNeighbors() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.counts(5, 14, 1200))) {
            GraphSpec spec = SPEC.withWeights(WeightKind.DOT);
            for (SearchSizes sizes : List.of(SIZES, CELLS)) {
                List<DirectedNeighbors> dense = search(X, spec, 3, sizes);
                List<DirectedNeighbors> sparse = search(SparseMatrix.of(X), spec, 3, sizes);
                for (int part = 0; part < 3; part++) {
                    assertThat(sparse.get(part).index())
                            .isEqualTo(dense.get(part).index());
                    assertThat(sparse.get(part).distance())
                            .isEqualTo(dense.get(part).distance());
                    assertThat(sparse.get(part).dot()).isEqualTo(dense.get(part).dot());
                }
            }
        }
    }

    /** Half of the samples are duplicates, a thousand of one sample: cells would be as large as the data. */
    @Test
    void duplicatesAreFoundWithoutASearch() {
        double[][] x = samples(2400);
        for (double[] row : x) {
            for (int j = 1000; j < 2000; j++) row[j] = row[0];
            for (int j = 2000; j < 2200; j++) row[j] = row[j - 1500];
        }
        try (DenseMatrix X = DenseMatrix.of(x)) {
            List<DirectedNeighbors> all = new ArrayList<>(search(X, SPEC, 4));
            all.addAll(search(X, SPEC, 4, CELLS));
            for (DirectedNeighbors some : all) {
                for (int at = 0; at < some.index().length; at++) {
                    int i = some.first() + at / K;
                    int q = at % K;
                    if (i == 0 || (i >= 1000 && i < 2000)) {
                        assertThat(some.distance()[at]).isZero();
                        // the lowest others: 0, 1000, 1001, …
                        int[] lowest = {0, 1000, 1001, 1002, 1003, 1004};
                        int[] expected = Arrays.stream(lowest)
                                .filter(j -> j != i)
                                .limit(K)
                                .toArray();
                        assertThat(some.index()[at])
                                .as("neighbor %d of %d", q, i)
                                .isEqualTo(expected[q]);
                    }
                    if (i >= 2000 && i < 2200 && q == 0)
                        assertThat(some.index()[at]).isEqualTo(i - 1500);
                }
            }
        }
    }

    /** Lists with two neighbours stand for cells of three samples. */
    @Test
    void shortListsAreCompletedByComparingWithAllSamples() {
        double[][] x = samples(90);
        for (double[] row : x) row[7] = row[50];
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            Panels panels = TestPanels.create(TestPanels.context(), X, 3, 20);
            JavaRDD<DuplicateSamples> duplicates = DuplicateSamples.find(panels);
            int[] rank = NeighborGraph.distinctOffsets(panels, duplicates);
            assertThat(rank).containsExactly(0, 30, 59, 89);
            NeighborSearchConfig two = new NeighborSearchConfig(2, Metric.EUCLIDEAN, 8, false, 0);
            NeighborSearchConfig five = new NeighborSearchConfig(K, Metric.EUCLIDEAN, 8, false, 0);
            ExactNeighbors.NeighborSearchResult few = ExactNeighbors.search(panels, duplicates, rank, two, 40);
            JavaRDD<NearestLists> whole =
                    new SampleScan(panels, duplicates, rank, five).completeShortLists(few.lists());
            Neighbors truth = ExactSearch.search(context, X, K, Metric.EUCLIDEAN);
            for (DirectedNeighbors some : DirectedNeighbors.assemble(whole, duplicates, panels.offsets(), five)
                    .collect()) {
                for (int at = 0; at < some.index().length; at++) {
                    assertThat(some.index()[at]).isEqualTo(truth.index(some.first() + at / K, at % K));
                    assertThat(some.distance()[at]).isEqualTo(truth.distance(some.first() + at / K, at % K));
                }
            }
            few.persisted().forEach(kept -> kept.unpersist(false));
        }
    }

    /** Counts the pairs that share a block, tree by tree. */
    @Test
    void comparisonsOfASampleDoNotGrowWithTheSamples() {
        double few = comparisons(1500);
        double many = comparisons(6000);
        assertThat(many).isLessThan(2 * few).isLessThan(300.0 * TreeNeighbors.MOST_TREES);
    }

    private static double comparisons(int n) {
        try (DenseMatrix X = DenseMatrix.of(samples(n))) {
            Panels panels = TestPanels.create(TestPanels.context(), X, 2, 2000);
            JavaRDD<DuplicateSamples> duplicates = DuplicateSamples.find(panels);
            NeighborSearchConfig config = new NeighborSearchConfig(K, Metric.EUCLIDEAN, 1, false, 0);
            SampleScan scan =
                    new SampleScan(panels, duplicates, NeighborGraph.distinctOffsets(panels, duplicates), config);
            List<BlockTree> trees = new TreeNeighbors(panels, config, scan, 300).plan(scan.probe(1));
            double[][] rows = X.toArray();
            double compared = 0;
            for (BlockTree tree : trees) {
                int[] size = new int[tree.blocks()];
                for (int j = 0; j < n; j++) {
                    int column = j;
                    double[] x =
                            Arrays.stream(rows).mapToDouble(row -> row[column]).toArray();
                    size[tree.block(x, 0, j)]++;
                }
                for (int count : size) compared += (double) count * count;
            }
            return compared / n;
        }
    }

    @Test
    void smallDataAreSearchedExactlyWithRecallOne() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(samples(300));
                SampleGraph graph = SampleGraph.nearest(TestPanels.create(TestPanels.context(), X, 3, 50), SPEC)) {
            assertThat(graph.recall()).hasValue(1);
            assertThat(graph.notes())
                    .containsExactly("approximate neighbours: 100.0 % of the true ones, measured on a sample");
            KnnGraph local = KnnGraph.build(context, X, SPEC.withSearch(SearchKind.EXACT));
            assertThat(graph.edges()).isEqualTo(local.graph().edges());
            double sigma = local.sigma().orElseThrow();
            assertThat(graph.sigma().orElseThrow()).isCloseTo(sigma, within(1e-12 * sigma));
        }
    }
}
