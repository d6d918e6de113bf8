package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.grapnel.data.DataException;
import org.grapnel.laws.LawSize;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ApproximateSearchTest {
    private static final List<IntFunction<ExecutionContext>> KERNELS =
            List.of(ExecutionContext::create, ExecutionContext::createPlainJava);

    /**
     * Returns samples around some centres, spread along a few directions of each, as typical data for a neighbour
     * graph.
     */
    private static double[][] clusters(long seed, int p, int n, int centres) {
        double[][] at = TestMatrices.uniform(seed, centres, p);
        double[][][] along = new double[centres][][];
        for (int c = 0; c < centres; c++) along[c] = TestMatrices.signed(seed + 1000 + c, 3, p);
        double[][] x = new double[p][n];
        for (int j = 0; j < n; j++) {
            int c = TestMatrices.below(centres, seed + 1, j, 0);
            double[] way = {
                CounterRandom.gaussian(seed + 2, j, 0),
                CounterRandom.gaussian(seed + 2, j, 1),
                CounterRandom.gaussian(seed + 2, j, 2)
            };
            for (int f = 0; f < p; f++) {
                double step = 0.02 * CounterRandom.uniform(seed + 3, j, f);
                for (int w = 0; w < 3; w++) step += 0.1 * way[w] * along[c][w][f];
                x[f][j] = Math.max(0, 0.2 + at[c][f] + step);
            }
        }
        return x;
    }

    /** Returns the share of exact neighbours, by distance, so that ties count as found. */
    private static double recall(Neighbors found, Neighbors exact) {
        long hits = 0;
        int k = exact.count();
        for (int i = 0; i < exact.size(); i++)
            for (int q = 0; q < k; q++) if (found.distance(i, q) <= exact.distance(i, k - 1)) hits++;
        return (double) hits / ((long) exact.size() * k);
    }

    private static void assertLists(Neighbors found, int n, int k) {
        assertThat(found.size()).isEqualTo(n);
        assertThat(found.count()).isEqualTo(k);
        for (int i = 0; i < n; i++) BruteForceNeighbors.assertIsList(found, i);
    }

    @Tag("slow")
    @Test
    void reportedRecallIsAccurateAndReachesTheTarget() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(clusters(1, 12, 6500, 40));
                Matrix S = SparseMatrix.of(X)) {
            for (Metric metric : Metric.values()) {
                Neighbors exact = ExactSearch.search(context, X, 6, metric);
                for (double target :
                        LawSize.isFull() ? new double[] {0.5, 0.8, 0.95, 0.99} : new double[] {0.5, 0.95}) {
                    for (Matrix M : List.of(X, S)) {
                        ApproximateSearch.SearchResult found =
                                ApproximateSearch.search(context, M, 6, metric, target, 3);
                        assertLists(found.neighbors(), 6500, 6);
                        double recall = recall(found.neighbors(), exact);
                        assertThat(found.recall()).isGreaterThanOrEqualTo(target);
                        // measured on 1000 samples
                        assertThat(found.recall()).as("%s %s", metric, target).isCloseTo(recall, within(0.015));
                        assertThat(found.compared()).isGreaterThan(0).isLessThan(0.5);
                    }
                }
            }
        }
    }

    @Tag("slow")
    @Test
    void moreRecallNeedsMoreComparisons() {
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(clusters(2, 8, 5000, 10))) {
            double before = 0;
            for (double target : new double[] {0.3, 0.7, 0.95, 1}) {
                double compared = ApproximateSearch.search(context, X, 5, Metric.EUCLIDEAN, target, 0)
                        .compared();
                assertThat(compared).isGreaterThanOrEqualTo(before);
                before = compared;
            }
        }
    }

    @Tag("slow")
    @Test
    void distancesOfFoundNeighborsAreExact() {
        double[][] x = clusters(3, 10, 4500, 30);
        BruteForceNeighbors truth = BruteForceNeighbors.of(x, Metric.EUCLIDEAN);
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            ApproximateSearch.SearchResult found = ApproximateSearch.search(context, X, 5, Metric.EUCLIDEAN, 0.6, 1);
            for (int i = 0; i < 4500; i++)
                for (int q = 0; q < 5; q++) {
                    double d = truth.distance(i, found.neighbors().index(i, q));
                    if (Math.abs(found.neighbors().distance(i, q) - d) > 1e-12 * d)
                        assertThat(found.neighbors().distance(i, q)).isEqualTo(d);
                }
            assertThat(truth.recall(found.neighbors())).isGreaterThan(0.57);
            assertThat(found.compared()).isLessThan(0.5);
        }
    }

    @Tag("slow")
    @Test
    void targetOneMissesHardlyAnyNeighbor() {
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(clusters(4, 12, 6000, 25))) {
            Neighbors exact = ExactSearch.search(context, X, 5, Metric.EUCLIDEAN);
            ApproximateSearch.SearchResult found = ApproximateSearch.search(context, X, 5, Metric.EUCLIDEAN, 1, 9);
            assertThat(found.recall()).isEqualTo(1);
            assertThat(recall(found.neighbors(), exact)).isGreaterThan(0.9985);
        }
    }

    /** Without structure, more pairs are compared, repeatedly if need be, and the recall is kept. */
    @Tag("slow")
    @Test
    void dataWithoutStructureKeepTheRecall() {
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(TestMatrices.uniform(5, 40, 4200))) {
            Neighbors exact = ExactSearch.search(context, X, 5, Metric.EUCLIDEAN);
            ApproximateSearch.SearchResult found = ApproximateSearch.search(context, X, 5, Metric.EUCLIDEAN, 0.95, 0);
            assertThat(recall(found.neighbors(), exact)).isGreaterThan(0.94);
            assertThat(found.recall()).isGreaterThanOrEqualTo(0.95);
        }
    }

    @Tag("slow")
    @Test
    void threadsKernelsDenseAndSparseGiveTheSameBits() {
        double[][] x = clusters(6, 9, 4600, 30);
        for (int f = 0; f < 9; f++) for (int j = 0; j < 4600; j++) if (x[f][j] < 0.4) x[f][j] = 0;
        for (int j = 0; j < 4600; j++) x[8][j] += 0.1;
        try (ExecutionContext one = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                Matrix S = SparseMatrix.of(X)) {
            for (Metric metric : Metric.values()) {
                ApproximateSearch.SearchResult expected = ApproximateSearch.search(one, X, 4, metric, 0.9, 7);
                for (int threads : LawSize.isFull() ? new int[] {1, 2, 3} : new int[] {1, 3})
                    for (IntFunction<ExecutionContext> kernel : KERNELS)
                        try (ExecutionContext context = kernel.apply(threads)) {
                            for (Matrix M : List.of(X, S)) {
                                ApproximateSearch.SearchResult found =
                                        ApproximateSearch.search(context, M, 4, metric, 0.9, 7);
                                ExactSearchTest.assertSameBits(
                                        found.neighbors(), expected.neighbors(), context.kernelName() + threads);
                                assertThat(found.recall()).isEqualTo(expected.recall());
                                assertThat(found.compared()).isEqualTo(expected.compared());
                            }
                        }
            }
        }
    }

    @Tag("slow")
    @Test
    void equalSamplesAreFoundForAnyTarget() {
        int n = 9000;
        double[][] few = clusters(7, 6, 4500, 30);
        double[][] x = new double[6][n];
        for (int f = 0; f < 6; f++) for (int j = 0; j < n; j++) x[f][j] = few[f][j % 4500];
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            ApproximateSearch.SearchResult found = ApproximateSearch.search(context, X, 5, Metric.EUCLIDEAN, 0.5, 0);
            assertLists(found.neighbors(), n, 5);
            for (int i = 0; i < n; i++) {
                assertThat(found.neighbors().index(i, 0)).isEqualTo((i + 4500) % n);
                assertThat(found.neighbors().distance(i, 0)).isZero();
            }
        }
    }

    /** One cell holds nearly all samples and others are alone. Every sample must still have k neighbours. */
    @Tag("slow")
    @Test
    void distantSamplesHaveKNeighborsToo() {
        double[][] x = TestMatrices.map(TestMatrices.signed(8, 4, 4300), v -> 1e-3 * v);
        for (int j = 0; j < 40; j++) x[j % 4][100 * j] = 10 + 1000 * j;
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(x)) {
            for (int k : new int[] {1, 30}) {
                ApproximateSearch.SearchResult found =
                        ApproximateSearch.search(context, X, k, Metric.EUCLIDEAN, 0.3, 2);
                assertLists(found.neighbors(), 4300, k);
            }
        }
    }

    /** The comparisons per sample hardly grow with the samples: nothing is quadratic. */
    @Tag("slow")
    @Test
    void comparisonsPerSampleGrowSlowlyWithTheSamples() {
        double before = Double.POSITIVE_INFINITY;
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (int n : new int[] {6_000, 24_000, 96_000}) {
                try (Matrix X = DenseMatrix.of(clusters(12, 6, n, 10))) {
                    ApproximateSearch.SearchResult found =
                            ApproximateSearch.search(context, X, 5, Metric.EUCLIDEAN, 0.95, 0);
                    double perSample = found.compared() * (n - 1) / 2;
                    assertThat(found.recall()).isGreaterThanOrEqualTo(0.95);
                    assertThat(perSample).isLessThan(1.7 * before);
                    before = perSample;
                }
            }
        }
        assertThat(before).isLessThan(6000);
    }

    @Test
    void progressRisesToOne() {
        List<Double> shares = new ArrayList<>();
        try (ExecutionContext context = ExecutionContext.create(2);
                Matrix X = DenseMatrix.of(TestMatrices.uniform(3, 12, 6000))) {
            context.setProgress(shares::add);
            ApproximateSearch.search(context, X, 5, Metric.EUCLIDEAN, 0.95, 0);
        }
        assertThat(shares).isNotEmpty().isSorted().last().isEqualTo(1.0);
        assertThat(shares.get(0)).isGreaterThan(0).isLessThanOrEqualTo(1);
    }

    @Test
    void fewSamplesAreSearchedExactly() {
        double[][] x = TestMatrices.uniform(9, 3, 300);
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(x)) {
            for (Metric metric : Metric.values()) {
                ApproximateSearch.SearchResult found = ApproximateSearch.search(context, X, 5, metric, 0.1, 0);
                ExactSearchTest.assertSameBits(found.neighbors(), ExactSearch.search(context, X, 5, metric), "few");
                assertThat(found.recall()).isEqualTo(1);
                assertThat(found.compared()).isEqualTo(1);
            }
        }
    }

    @Test
    void invalidArgumentsAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(new double[][] {{1, 0, 2}, {1, 0, 3}})) {
            for (double target : new double[] {0, -1, 1.001, Double.NaN})
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> ApproximateSearch.search(context, X, 1, Metric.EUCLIDEAN, target, 0))
                        .withMessage("the recall must be above 0 and at most 1, got %s", target);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ApproximateSearch.search(context, X, 3, Metric.EUCLIDEAN, 1, 0))
                    .withMessage("neighbors must be between 1 and 2, one less than the samples, got 3");
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> ApproximateSearch.search(context, X, 1, Metric.COSINE, 1, 0))
                    .withMessageStartingWith("sample 1 is all zero");
        }
    }

    @Test
    void moreEntriesThanAnArrayHoldsAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.zeros(1, 3_000_000)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ApproximateSearch.search(context, X, 400, Metric.EUCLIDEAN, 0.5, 0))
                    .withMessage("neighbors must be at most 357 for an approximate search of 3000000 samples, got 400");
        }
    }

    @Test
    void invalidNeighborCountsAreRefusedForManySamples() {
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(TestMatrices.uniform(1, 2, 4200))) {
            for (int k : new int[] {0, 4200})
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> ApproximateSearch.search(context, X, k, Metric.EUCLIDEAN, 0.5, 0))
                        .withMessage("neighbors must be between 1 and 4199, one less than the samples, got %d", k);
        }
    }

    @Test
    void allOtherSamplesMayBeNeighbors() {
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(TestMatrices.uniform(1, 2, 5))) {
            assertThat(ApproximateSearch.search(context, X, 4, Metric.EUCLIDEAN, 1, 0)
                            .recall())
                    .isEqualTo(1);
        }
    }
}
