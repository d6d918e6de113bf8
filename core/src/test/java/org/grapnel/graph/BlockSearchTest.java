package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.HorizontalConcat;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockSearchTest {
    private static final int K = 4;

    private record ListEntry(double square, int number) {}

    /** Adds the lists of the columns [from, end) of the searched matrix to those of the samples with these numbers. */
    private static void add(
            BlockSearch.NeighborLists lists, int[] number, int from, int end, List<List<ListEntry>> to) {
        for (int i = from; i < end; i++)
            for (int q = 0; q < lists.count(i); q++)
                to.get(number[i]).add(new ListEntry(lists.square(i, q), number[lists.point(i, q)]));
    }

    /**
     * All pairs of blocks of three unequal sizes, the last one smaller than the lists. Merged, they are the exact
     * search.
     */
    @ParameterizedTest
    @EnumSource(Metric.class)
    void mergedListsOfAllBlockPairsAreTheExactNeighbors(Metric metric) {
        double[][] x = TestMatrices.mostlyZero(1, 6, 703);
        for (int j = 0; j < 703; j++) x[j % 6][j] += 0.5;
        int[] bounds = {0, 600, 700, 703};
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix dense = DenseMatrix.of(x)) {
            double unit = metric == Metric.COSINE ? 1 : 4;
            for (Matrix X : List.of(dense, SparseMatrix.of(dense))) {
                List<List<ListEntry>> lists = new ArrayList<>();
                for (int i = 0; i < 703; i++) lists.add(new ArrayList<>());
                for (int a = 0; a < 3; a++) {
                    for (int b = a; b < 3; b++) {
                        int[] first = IntStream.range(bounds[a], bounds[a + 1]).toArray();
                        int[] second = IntStream.range(bounds[b], bounds[b + 1]).toArray();
                        try (Matrix A = X.selectColumns(first);
                                Matrix B = X.selectColumns(second);
                                Matrix AB = HorizontalConcat.concat(List.of(A, B))) {
                            assertThat(AB.isDense()).isEqualTo(X.isDense());
                            if (a == b) {
                                add(
                                        BlockSearch.nearestWithin(context, A, K, metric, unit),
                                        first,
                                        0,
                                        first.length,
                                        lists);
                                continue;
                            }
                            int[] both = IntStream.concat(IntStream.of(first), IntStream.of(second))
                                    .toArray();
                            BlockSearch.NeighborLists between =
                                    BlockSearch.nearestBetween(context, AB, first.length, K, metric, unit);
                            assertThat(between.size()).isEqualTo(both.length);
                            add(between, both, 0, both.length, lists);
                            BlockSearch.NeighborLists across =
                                    BlockSearch.nearestAcross(context, AB, first.length, K, metric, unit);
                            assertThat(across.size()).isEqualTo(first.length);
                            for (int i = 0; i < first.length; i++) {
                                assertThat(across.count(i)).isEqualTo(between.count(i));
                                for (int q = 0; q < across.count(i); q++)
                                    assertThat(across.point(i, q)).isEqualTo(between.point(i, q));
                            }
                        }
                    }
                }
                Neighbors truth = new PointSubset(X, IntStream.range(0, 703).toArray(), metric == Metric.COSINE)
                        .neighbors(context, K);
                for (int i = 0; i < 703; i++) {
                    lists.get(i)
                            .sort(Comparator.comparingDouble(ListEntry::square).thenComparingInt(ListEntry::number));
                    for (int q = 0; q < K; q++) {
                        ListEntry entry = lists.get(i).get(q);
                        assertThat(entry.number).as("neighbour %d of %d", q, i).isEqualTo(truth.index(i, q));
                        assertThat(unit * Math.sqrt(entry.square)).isEqualTo(truth.distance(i, q));
                    }
                }
            }
        }
    }

    /** Integers on a grid: of many points at one distance, those with the lower names are chosen, wherever they are. */
    @Test
    void equalDistancesGoToTheLowerName() {
        int n = 900;
        double[][] x = TestMatrices.map(TestMatrices.uniform(3, 3, n), v -> Math.floor(5 * v));
        int[] name = IntStream.range(0, n).map(i -> (i * 577 + 31) % n).toArray();
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            BlockSearch.NeighborLists lists = BlockSearch.nearestOfFront(context, X, name, 700, K, Metric.EUCLIDEAN, 1);
            assertThat(lists.size()).isEqualTo(700);
            for (int i = 0; i < 700; i++) {
                int point = i;
                int[] nearest = IntStream.range(0, n)
                        .filter(j -> j != point)
                        .boxed()
                        .sorted(Comparator.<Integer>comparingDouble(j -> square(x, point, j))
                                .thenComparingInt(j -> name[j]))
                        .limit(K)
                        .mapToInt(j -> j)
                        .toArray();
                for (int q = 0; q < K; q++)
                    assertThat(lists.point(i, q)).as("neighbour %d of %d", q, i).isEqualTo(nearest[q]);
            }
            double[] dots = lists.dots(context, X);
            for (int i = 0; i < 700; i++)
                for (int q = 0; q < K; q++) {
                    double dot = 0;
                    for (double[] row : x) dot += row[i] * row[lists.point(i, q)];
                    assertThat(dots[i * K + q]).isEqualTo(dot);
                }
        }
    }

    private static double square(double[][] x, int i, int j) {
        double sum = 0;
        for (double[] row : x) sum += (row[i] - row[j]) * (row[i] - row[j]);
        return sum;
    }

    @Test
    void invalidArgumentsWithinABlockAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 2, 3))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BlockSearch.nearestWithin(context, X, 0, Metric.EUCLIDEAN, 1))
                    .withMessage("neighbors must be at least 1, got 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BlockSearch.nearestWithin(context, X, 1, Metric.COSINE, 2))
                    .withMessage("cosines have no unit, got 2.0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> HorizontalConcat.concat(List.of()))
                    .withMessage("there are no matrices to concatenate");
            try (Matrix other = DenseMatrix.zeros(3, 1)) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> HorizontalConcat.concat(List.of(X, other)))
                        .withMessage("cannot concatenate matrices of 2 and 3 rows");
            }
        }
    }

    @Test
    void invalidArgumentsBetweenBlocksAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 2, 5))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BlockSearch.nearestBetween(context, X, 2, 0, Metric.EUCLIDEAN, 1))
                    .withMessage("neighbors must be at least 1, got 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BlockSearch.nearestBetween(context, X, 2, 1, Metric.COSINE, 2))
                    .withMessage("cosines have no unit, got 2.0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BlockSearch.nearestAcross(context, X, 2, 0, Metric.EUCLIDEAN, 1))
                    .withMessage("neighbors must be at least 1, got 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BlockSearch.nearestAcross(context, X, 2, 1, Metric.COSINE, 2))
                    .withMessage("cosines have no unit, got 2.0");
            assertThat(BlockSearch.nearestAcross(context, X, 2, 1, Metric.COSINE, 1)
                            .size())
                    .isEqualTo(2);
        }
    }

    /** A power of two is exact. */
    @Test
    void squaresAreInTheRequestedUnit() {
        double[][] x = TestMatrices.map(TestMatrices.uniform(1, 2, 20), v -> Math.floor(100 * v));
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            BlockSearch.NeighborLists across = BlockSearch.nearestAcross(context, X, 8, 3, Metric.EUCLIDEAN, 4);
            BlockSearch.NeighborLists between = BlockSearch.nearestBetween(context, X, 8, 3, Metric.EUCLIDEAN, 4);
            for (int i = 0; i < 20; i++)
                for (int q = 0; q < 3; q++) {
                    double expected = square(x, i, between.point(i, q)) / 16;
                    assertThat(between.square(i, q)).isEqualTo(expected);
                    if (i < 8) assertThat(across.square(i, q)).isEqualTo(expected);
                }
        }
    }
}
