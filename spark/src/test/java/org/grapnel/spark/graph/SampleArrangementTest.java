package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.TestPanels;
import org.grapnel.spark.testing.TestSampleGraphs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleArrangementTest {
    private static JavaRDD<double[]> numbers(int[] first, int r) {
        List<double[]> parts = new ArrayList<>();
        for (int q = 0; q + 1 < first.length; q++)
            parts.add(IntStream.range(first[q] * r, first[q + 1] * r)
                    .asDoubleStream()
                    .toArray());
        return TestPanels.context().parallelize(parts, parts.size());
    }

    private static double[] join(JavaRDD<double[]> parts) {
        return parts.collect().stream().flatMapToDouble(Arrays::stream).toArray();
    }

    /** The number of each sample, in the other order. */
    private static int[] origins(SampleArrangement order, int[] first) {
        return Arrays.stream(join(order.arrange(numbers(first, 1), 1)))
                .mapToInt(x -> (int) x)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void movedRowsComeBackInTheirOrder(int r) {
        int[] first = {0, 3, 3, 20, 41};
        try (SampleArrangement order = TestSampleGraphs.arrange(first, 3)) {
            JavaRDD<double[]> moved = order.arrange(numbers(first, r), r);
            int[] sizes = moved.map(rows -> rows.length / r).collect().stream()
                    .mapToInt(x -> x)
                    .toArray();
            for (int t = 0; t < sizes.length; t++)
                assertThat(sizes[t]).isEqualTo(order.offsets()[t + 1] - order.offsets()[t]);
            assertThat(join(moved)).isNotEqualTo(join(numbers(first, r)));
            assertThat(join(order.restore(moved, r))).isEqualTo(join(numbers(first, r)));
            int[] origins = origins(order, first);
            assertThat(Arrays.stream(origins).sorted())
                    .containsExactly(IntStream.range(0, 41).boxed().toArray(Integer[]::new));
        }
    }

    @Test
    void graphKeepsItsEdges() {
        Graph local = TestSampleGraphs.random(60, 5, 2);
        try (SampleGraph graph = TestSampleGraphs.distribute(local, 4);
                SampleArrangement order = TestSampleGraphs.arrange(graph.offsets(), 9);
                SampleGraph arranged = order.arrange(graph)) {
            int[] origin = origins(order, graph.offsets());
            assertThat(arranged.edges()).isEqualTo(local.edges());
            for (Row edge : arranged.edges(LocalSpark.session()).collectAsList())
                assertThat(edge.getDouble(2))
                        .isPositive()
                        .isEqualTo(local.adjacency().get(origin[(int) edge.getLong(0)], origin[(int) edge.getLong(1)]));
            for (AdjacencyRows rows : arranged.rows().collect())
                for (int i = 0; i < rows.size(); i++)
                    assertThat(Arrays.copyOfRange(rows.other(), rows.start()[i], rows.start()[i + 1]))
                            .isSorted();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void panelsKeepTheirSamples(boolean dense) {
        int n = 50;
        try (Matrix X = dense ? random(n) : sparse(n)) {
            Panels panels = TestPanels.create(TestPanels.context(), X, 3, 7);
            try (SampleArrangement order = TestSampleGraphs.arrange(panels.offsets(), 4)) {
                Panels moved = order.arrange(panels);
                int[] origin = origins(order, panels.offsets());
                try (Matrix found = moved.collect(IntStream.range(0, n).toArray())) {
                    for (int j = 0; j < n; j++)
                        for (int i = 0; i < X.rows(); i++)
                            assertThat(found.get(i, j)).isEqualTo(X.get(i, origin[j]));
                }
                assertThat(moved.isGivenDense()).isEqualTo(dense);
            }
        }
    }

    private static DenseMatrix random(int n) {
        DenseMatrix X = DenseMatrix.zeros(4, n);
        for (int j = 0; j < n; j++) for (int i = 0; i < 4; i++) X.set(i, j, CounterRandom.uniform(1, i, j));
        return X;
    }

    private static SparseMatrix sparse(int n) {
        int[] row = IntStream.range(0, n).map(j -> j % 4).toArray();
        int[] column = IntStream.range(0, n).toArray();
        double[] value = IntStream.range(0, n).mapToDouble(j -> 1 + j).toArray();
        return SparseMatrix.ofTriples(4, n, row, column, value);
    }

    @Test
    void someSamplesKeepTheirRegions() {
        int[] first = {0, 10, 30};
        try (SampleArrangement order = TestSampleGraphs.arrange(first, 8);
                SampleArrangement some = order.select(numbers(first, 1).map(SampleArrangementTest::even))) {
            int[] kept =
                    Arrays.stream(origins(order, first)).filter(j -> j % 2 == 0).toArray();
            int[] ofSome = Arrays.stream(origins(some, new int[] {0, 5, 15}))
                    .map(j -> 2 * j)
                    .toArray();
            assertThat(ofSome).isEqualTo(kept);
        }
    }

    private static boolean[] even(double[] numbers) {
        boolean[] even = new boolean[numbers.length];
        for (int i = 0; i < even.length; i++) even[i] = numbers[i] % 2 == 0;
        return even;
    }

    @ParameterizedTest
    @CsvSource({"1000000, 40, 20", "300000, 8, 8", "200000, 8, 4", "1000, 8, 2", "1000, 2, 2", "10000000, 400, 200"})
    void smallPartitionsAreMerged(int samples, int partitions, int regions) {
        assertThat(SampleArrangement.countRegions(samples, partitions)).isEqualTo(regions);
    }

    @Test
    void nearSamplesShareARegion() {
        int n = 3000;
        int clouds = 2;
        DenseMatrix X = DenseMatrix.zeros(2, n);
        for (int j = 0; j < n; j++) {
            X.set(0, j, 100 * (j % clouds) + CounterRandom.gaussian(1, j, 0));
            X.set(1, j, CounterRandom.gaussian(1, j, 1));
        }
        Panels points = TestPanels.create(TestPanels.context(), X, 3, 400);
        try (SampleArrangement order = SampleArrangement.byPlace(points, 0)) {
            int[] origin = origins(order, points.offsets());
            for (int t = 0; t < clouds; t++) {
                Set<Integer> found = new TreeSet<>();
                for (int j = order.offsets()[t]; j < order.offsets()[t + 1]; j++) found.add(origin[j] % clouds);
                assertThat(found).hasSize(1);
            }
        }
    }
}
