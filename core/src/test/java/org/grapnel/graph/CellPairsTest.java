package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class CellPairsTest {
    private static PointSubset all(Matrix X) {
        return new PointSubset(X, IntStream.range(0, X.cols()).toArray(), false);
    }

    @Test
    void pairsHoldTheReportedShareAndEveryCellIsComparedWithItself() {
        double[][] x = TestMatrices.signed(6, 2, 4000);
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            PointSubset all = all(X);
            LandmarkCells cells = LandmarkCells.create(context, all, 1);
            int[] some = PointSubset.drawIndices(4000, 500, 2);
            CellPairs every = CellPairs.rank(cells, some, all.subset(some).neighbors(context, 10));
            int count = cells.count();
            assertThat(every.compared(cells)).isEqualTo(1);
            assertThat(every.toArray()).hasSize(count * (count + 1) / 2).doesNotHaveDuplicates();
            for (int t = 0; t < count; t++) assertThat(every.toArray()[t]).isEqualTo(t * count + t);
            int[] probes = PointSubset.drawIndices(4000, 300, 3);
            Neighbors truth = all.neighborsOf(context, probes, 5);
            int before = 0;
            for (double share : new double[] {0.2, 0.7, 0.9, 1}) {
                CellPairs taken = every.takeUntil(cells, probes, truth, share);
                int[] chosen = taken.toArray();
                assertThat(chosen.length).isGreaterThanOrEqualTo(before);
                before = chosen.length;
                for (int c = 0; c < count; c++) assertThat(chosen).contains(c * count + c);
                int held = 0;
                for (int s = 0; s < probes.length; s++)
                    for (int q = 0; q < 5; q++) {
                        int a = cells.cellOf(probes[s]);
                        int b = cells.cellOf(truth.index(s, q));
                        int pair = Math.min(a, b) * count + Math.max(a, b);
                        if (Arrays.stream(chosen).anyMatch(c -> c == pair)) held++;
                    }
                assertThat(taken.recall()).isEqualTo(held / 1500.0).isGreaterThanOrEqualTo(share);
            }
        }
    }

    /** More neighbours than a cell has points: pairs are added until every point has enough others, however far. */
    @Test
    void everyPointKeepsAtLeastKOthers() {
        double[][] x = TestMatrices.signed(7, 2, 1000);
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(x)) {
            PointSubset all = all(X);
            LandmarkCells cells = LandmarkCells.create(context, all, 1);
            int[] some = PointSubset.drawIndices(1000, 100, 2);
            CellPairs every = CellPairs.rank(cells, some, all.subset(some).neighbors(context, 5));
            int[] probes = {1, 2};
            for (int k : new int[] {1, 150, 400, 999}) {
                CellPairs taken = every.takeUntil(cells, probes, all.neighborsOf(context, probes, k), 1e-9);
                int[] others = new int[cells.count()];
                for (int pair : taken.toArray()) {
                    int a = pair / cells.count();
                    int b = pair % cells.count();
                    others[a] += cells.size(b);
                    if (a != b) others[b] += cells.size(a);
                }
                for (int count : others) assertThat(count - 1).isGreaterThanOrEqualTo(k);
            }
        }
    }

    /** Computes hits per comparison by loops: they must fall, and no more pairs than needed must be taken. */
    @Test
    void pairsAreOrderedByHitsPerCostAndNoMoreThanNeededAreTaken() {
        double[][] x = TestMatrices.signed(8, 2, 3000);
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            PointSubset all = all(X);
            LandmarkCells cells = LandmarkCells.create(context, all, 4);
            int count = cells.count();
            int[] some = PointSubset.drawIndices(3000, 400, 5);
            Neighbors scouts = all.subset(some).neighbors(context, 10);
            int[] order = CellPairs.rank(cells, some, scouts).toArray();
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
                CellPairs taken = CellPairs.rank(cells, some, scouts).takeUntil(cells, probes, truth, share);
                int[] chosen = taken.toArray();
                assertThat(chosen).isEqualTo(Arrays.copyOf(order, chosen.length));
                int last = chosen[chosen.length - 1];
                double without = taken.recall() - held(cells, last / count, last % count, probes, truth, self) / 1000.0;
                double asked = share + Math.sqrt(share * (1 - share) / 1000);
                assertThat(taken.recall()).isGreaterThanOrEqualTo(asked);
                assertThat(without).isLessThan(asked);
                double pairs = 0;
                for (int pair : chosen) {
                    double a = cells.size(pair / count);
                    double b = cells.size(pair % count);
                    pairs += pair / count == pair % count ? a * (a - 1) / 2 : a * b;
                }
                assertThat(taken.compared(cells)).isEqualTo(pairs / (3000.0 * 2999 / 2));
            }
        }
    }

    private static int held(LandmarkCells cells, int a, int b, int[] some, Neighbors neighbors, int[] names) {
        int held = 0;
        for (int s = 0; s < some.length; s++)
            for (int q = 0; q < neighbors.count(); q++) {
                int one = cells.cellOf(some[s]);
                int other = cells.cellOf(names[neighbors.index(s, q)]);
                if (Math.min(one, other) == a && Math.max(one, other) == b) held++;
            }
        return held;
    }
}
