package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** Parts of the samples, their cells, and pairs of cells: the steps of an approximate search. */
class PointSubsetTest {
    private static final int[] EVERY_THIRD =
            IntStream.range(0, 1100).filter(j -> j % 3 == 1).toArray();

    private static PointSubset all(Matrix X) {
        return new PointSubset(X, IntStream.range(0, X.cols()).toArray(), false);
    }

    @Test
    void drawsEachAtMostOnceAscendingAndWithEqualChances() {
        int[] often = new int[20];
        for (int seed = 0; seed < 4000; seed++) {
            int[] drawn = PointSubset.drawIndices(20, 5, seed);
            assertThat(drawn).hasSize(5).doesNotHaveDuplicates().isSorted();
            for (int i : drawn) often[i]++;
        }
        for (int times : often) assertThat(times).isBetween(880, 1120);
        assertThat(PointSubset.drawIndices(7, 7, 3))
                .isEqualTo(IntStream.range(0, 7).toArray());
        assertThat(PointSubset.drawIndices(7, 0, 3)).isEmpty();
    }

    @Test
    void theNeighborsOfSomePointsAreThoseAmongAll() {
        double[][] x = TestMatrices.signed(1, 4, 1100);
        BruteForceNeighbors truth = BruteForceNeighbors.of(x, Metric.EUCLIDEAN);
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            for (int[] some : new int[][] {{0}, {1099}, {5, 700}, EVERY_THIRD, PointSubset.drawIndices(1100, 513, 1)}) {
                Neighbors found = all(X).neighborsOf(context, some, 4);
                assertThat(found.size()).isEqualTo(some.length);
                for (int s = 0; s < some.length; s++)
                    for (int q = 0; q < 4; q++) assertThat(found.index(s, q)).isEqualTo(truth.nearest(some[s])[q]);
            }
        }
    }

    @Test
    void theNearestOfSomeIsFoundForEveryPointAndTheyAreTheirOwn() {
        double[][] x = TestMatrices.signed(2, 3, 1100);
        BruteForceNeighbors truth = BruteForceNeighbors.of(x, Metric.EUCLIDEAN);
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            for (int[] some : new int[][] {{0}, {1099}, {5, 700}, EVERY_THIRD, PointSubset.drawIndices(1100, 600, 1)}) {
                int[] nearest = all(X).nearestAmong(context, some);
                for (int i = 0; i < 1100; i++) {
                    int at = 0;
                    for (int s = 1; s < some.length; s++)
                        if (truth.distance(i, some[s]) < truth.distance(i, some[at])) at = s;
                    assertThat(nearest[i]).isEqualTo(at);
                }
            }
        }
    }

    @Test
    void aPartCountsFromZeroInTheOrderGiven() {
        double[][] x = TestMatrices.signed(3, 3, 50);
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(x)) {
            PointSubset part = all(X).subset(new int[] {40, 3, 22, 9}).subset(new int[] {3, 0, 2});
            assertThat(part.columns()).containsExactly(9, 40, 22);
            Neighbors found = part.neighbors(context, 9);
            assertThat(found.count()).isEqualTo(2);
            BruteForceNeighbors truth = BruteForceNeighbors.of(x, Metric.EUCLIDEAN);
            int nearer = truth.distance(9, 40) < truth.distance(9, 22) ? 1 : 2;
            assertThat(found.index(0, 0)).isEqualTo(nearer);
            assertThat(found.index(0, 1)).isEqualTo(3 - nearer);
        }
    }

    @Test
    void cellsHoldEveryPointOnceAndNoneIsTooWide() {
        double[][] x = TestMatrices.map(TestMatrices.signed(4, 2, 3000), v -> 1e-3 * v);
        for (int j = 0; j < 3000; j += 20) x[0][j] += j; // most landmarks stand alone, one cell holds nearly all
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            LandmarkCells cells = LandmarkCells.of(context, all(X), 5);
            assertThat(cells.order()).hasSize(3000);
            assertThat(Arrays.stream(cells.order()).sorted().toArray())
                    .isEqualTo(IntStream.range(0, 3000).toArray());
            assertThat(cells.bounds()[0]).isZero();
            assertThat(cells.bounds()[cells.count()]).isEqualTo(3000);
            int sum = 0;
            for (int c = 0; c < cells.count(); c++) {
                assertThat(cells.size(c)).isBetween(1, 512);
                sum += cells.size(c);
                for (int q = cells.bounds()[c]; q < cells.bounds()[c + 1]; q++)
                    assertThat(cells.of(cells.order()[q])).isEqualTo(c);
            }
            assertThat(sum).isEqualTo(3000);
        }
    }

    @Test
    void pairsHoldTheShareTheyReportAndEveryCellIsComparedWithItself() {
        double[][] x = TestMatrices.signed(6, 2, 4000);
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            PointSubset all = all(X);
            LandmarkCells cells = LandmarkCells.of(context, all, 1);
            int[] some = PointSubset.drawIndices(4000, 500, 2);
            CellPairs every = CellPairs.by(cells, some, all.subset(some).neighbors(context, 10));
            int count = cells.count();
            assertThat(every.compared(cells)).isEqualTo(1);
            assertThat(every.toArray()).hasSize(count * (count + 1) / 2).doesNotHaveDuplicates();
            for (int t = 0; t < count; t++) assertThat(every.toArray()[t]).isEqualTo(t * count + t);
            int[] probes = PointSubset.drawIndices(4000, 300, 3);
            Neighbors truth = all.neighborsOf(context, probes, 5);
            int before = 0;
            for (double share : new double[] {0.2, 0.7, 0.9, 1}) {
                CellPairs enough = every.enough(cells, probes, truth, share);
                int[] chosen = enough.toArray();
                assertThat(chosen.length).isGreaterThanOrEqualTo(before);
                before = chosen.length;
                for (int c = 0; c < count; c++) assertThat(chosen).contains(c * count + c);
                int held = 0;
                for (int s = 0; s < probes.length; s++)
                    for (int q = 0; q < 5; q++) {
                        int a = cells.of(probes[s]);
                        int b = cells.of(truth.index(s, q));
                        int pair = Math.min(a, b) * count + Math.max(a, b);
                        if (Arrays.stream(chosen).anyMatch(c -> c == pair)) held++;
                    }
                assertThat(enough.recall()).isEqualTo(held / 1500.0).isGreaterThanOrEqualTo(share);
            }
        }
    }

    /** More neighbours asked than the cell has points: pairs are added until everyone has enough, however far. */
    @Test
    void nobodyIsLeftWithFewerOthersThanNeighbors() {
        double[][] x = TestMatrices.signed(7, 2, 1000);
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(x)) {
            PointSubset all = all(X);
            LandmarkCells cells = LandmarkCells.of(context, all, 1);
            int[] some = PointSubset.drawIndices(1000, 100, 2);
            CellPairs every = CellPairs.by(cells, some, all.subset(some).neighbors(context, 5));
            int[] probes = {1, 2};
            for (int k : new int[] {1, 150, 400, 999}) {
                CellPairs enough = every.enough(cells, probes, all.neighborsOf(context, probes, k), 1e-9);
                int[] others = new int[cells.count()];
                for (int pair : enough.toArray()) {
                    int a = pair / cells.count();
                    int b = pair % cells.count();
                    others[a] += cells.size(b);
                    if (a != b) others[b] += cells.size(a);
                }
                for (int count : others) assertThat(count - 1).isGreaterThanOrEqualTo(k);
            }
        }
    }

    /** By loops: how many neighbours a pair of cells holds for each comparison, falling; then as few pairs as hold enough. */
    @Test
    void pairsComeByWhatTheyHoldForTheirCostAndNoMoreThanNeeded() {
        double[][] x = TestMatrices.signed(8, 2, 3000);
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            PointSubset all = all(X);
            LandmarkCells cells = LandmarkCells.of(context, all, 4);
            int count = cells.count();
            int[] some = PointSubset.drawIndices(3000, 400, 5);
            Neighbors scouts = all.subset(some).neighbors(context, 10);
            int[] order = CellPairs.by(cells, some, scouts).toArray();
            double before = Double.POSITIVE_INFINITY;
            for (int t = count; t < order.length; t++) {
                int a = order[t] / count;
                int b = order[t] % count;
                assertThat(a).isLessThan(b);
                double promise = held(cells, a, b, some, scouts, some) / ((double) cells.size(a) * cells.size(b));
                assertThat(promise).isLessThanOrEqualTo(before * (1 + 1e-6));
                if (promise == 0 && before == 0) assertThat(order[t]).isGreaterThan(order[t - 1]);
                before = promise;
            }
            int[] probes = PointSubset.drawIndices(3000, 200, 6);
            Neighbors truth = all.neighborsOf(context, probes, 5);
            int[] self = IntStream.range(0, 3000).toArray();
            for (double share : new double[] {0.93, 0.98}) {
                CellPairs enough = CellPairs.by(cells, some, scouts).enough(cells, probes, truth, share);
                int[] chosen = enough.toArray();
                assertThat(chosen).isEqualTo(Arrays.copyOf(order, chosen.length));
                int last = chosen[chosen.length - 1];
                double without =
                        enough.recall() - held(cells, last / count, last % count, probes, truth, self) / 1000.0;
                double asked = share + Math.sqrt(share * (1 - share) / 1000);
                assertThat(enough.recall()).isGreaterThanOrEqualTo(asked);
                assertThat(without).isLessThan(asked);
                double pairs = 0;
                for (int pair : chosen) {
                    double a = cells.size(pair / count);
                    double b = cells.size(pair % count);
                    pairs += pair / count == pair % count ? a * (a - 1) / 2 : a * b;
                }
                assertThat(enough.compared(cells)).isEqualTo(pairs / (3000.0 * 2999 / 2));
            }
        }
    }

    private static int held(LandmarkCells cells, int a, int b, int[] some, Neighbors neighbors, int[] names) {
        int held = 0;
        for (int s = 0; s < some.length; s++)
            for (int q = 0; q < neighbors.count(); q++) {
                int one = cells.of(some[s]);
                int other = cells.of(names[neighbors.index(s, q)]);
                if (Math.min(one, other) == a && Math.max(one, other) == b) held++;
            }
        return held;
    }
}
