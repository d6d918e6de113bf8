package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KMeansTest {
    private static final List<IntFunction<ExecutionContext>> KERNELS =
            List.of(ExecutionContext::create, ExecutionContext::createPlainJava);

    private static KMeansOptions exact(int clusters) {
        return KMeansOptions.of(clusters).withTolerance(0);
    }

    @Test
    void sameBitsForAnyNumberOfThreads() {
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            double[][] x = PlainLloyd.blobs(3, 900, 12, 8);
            try (DenseMatrix X = DenseMatrix.of(x);
                    DenseMatrix Xt = X.transpose();
                    ExecutionContext one = kernel.apply(1);
                    KMeansResult rows = KMeans.clusterRows(one, X, KMeansOptions.of(8));
                    KMeansResult columns = KMeans.clusterColumns(one, Xt, KMeansOptions.of(8))) {
                for (int threads = 2; threads <= 3; threads++) {
                    try (ExecutionContext context = kernel.apply(threads);
                            KMeansResult again = KMeans.clusterRows(context, X, KMeansOptions.of(8));
                            KMeansResult transposed = KMeans.clusterColumns(context, Xt, KMeansOptions.of(8))) {
                        assertSame(again, rows);
                        assertSame(transposed, columns);
                    }
                }
            }
        }
    }

    /** More than 100,000 samples: a sample of them chooses among the starts. */
    @Test
    void manySamplesFindClearGroupsWithTheSameBitsForAnyNumberOfThreads() {
        int n = 100_500;
        double[][] x = new double[n][2];
        for (int i = 0; i < n; i++)
            for (int f = 0; f < 2; f++) x[i][f] = 20 * (f == 0 ? i % 3 : i % 2) + CounterRandom.uniform(1, i, f);
        try (ExecutionContext one = ExecutionContext.create(1);
                ExecutionContext two = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix Xt = X.transpose();
                KMeansResult rows = KMeans.clusterRows(one, X, exact(6));
                KMeansResult again = KMeans.clusterRows(two, X, exact(6));
                KMeansResult columns = KMeans.clusterColumns(two, Xt, exact(6))) {
            assertSame(again, rows);
            assertThat(columns.clustering()).isEqualTo(rows.clustering());
            for (int i = 6; i < n; i++)
                assertThat(rows.clustering().labelOf(i))
                        .isEqualTo(rows.clustering().labelOf(i % 6));
            assertThat(Arrays.stream(rows.clustering().sizes()).max().orElseThrow())
                    .isEqualTo(n / 6);
            assertThat(rows.stop()).isEqualTo(KMeansStop.LABELS_SETTLED);
        }
    }

    /** Only a few samples differ, and a sample of them may hold one kind: then all samples choose. */
    @Test
    void manyEqualSamplesWithAFewOthersAreStillGrouped() {
        int n = 100_001;
        double[][] x = new double[n][1];
        x[77][0] = 5;
        x[99_000][0] = 9;
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                KMeansResult found = KMeans.clusterRows(context, X, exact(3))) {
            assertThat(found.inertia()).isZero();
            assertThat(found.clustering().sizes()).containsExactlyInAnyOrder(n - 2, 1, 1);
        }
    }

    private static void assertSame(KMeansResult a, KMeansResult b) {
        assertThat(a.clustering()).isEqualTo(b.clustering());
        assertThat(a.centres().toArray()).isDeepEqualTo(b.centres().toArray());
        assertThat(a.inertia()).isEqualTo(b.inertia());
        assertThat(a.trace()).isEqualTo(b.trace());
        assertThat(List.of(a.iterations(), a.stop(), a.start()))
                .isEqualTo(List.of(b.iterations(), b.stop(), b.start()));
    }

    @Test
    void sameSeedGivesTheSameGroupsAndLeavesTheInputUnchanged() {
        double[][] x = PlainLloyd.blobs(4, 200, 3, 5);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                KMeansResult a =
                        KMeans.clusterRows(context, X, KMeansOptions.of(5).withSeed(7));
                KMeansResult b =
                        KMeans.clusterRows(context, X, KMeansOptions.of(5).withSeed(7))) {
            assertSame(a, b);
            assertThat(X.toArray()).isDeepEqualTo(x);
        }
    }

    @Tag("slow")
    @Test
    void sparseAndDenseColumnsAndRowsGiveTheSameGroups() {
        for (int seed = 0; seed < 8; seed++) {
            double[][] x = TestMatrices.mostlyZero(seed, 30, 150); // features in rows
            RowSet some = RowSet.of(30, 1, 2, 5, 9, 10, 11, 20, 29);
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    DenseMatrix Xt = X.transpose();
                    SparseMatrix sparse = SparseMatrix.of(X)) {
                for (KMeansOptions options : List.of(exact(6).withSeed(seed), KMeansOptions.of(4), exact(20))) {
                    assertAgree(KMeans.clusterColumns(context, X, options), KMeans.clusterRows(context, Xt, options));
                    assertAgree(
                            KMeans.clusterColumns(context, sparse, options), KMeans.clusterRows(context, Xt, options));
                    assertAgree(
                            KMeans.clusterColumns(context, sparse, some, options),
                            KMeans.clusterColumns(context, X, some, options));
                }
            }
        }
    }

    private static void assertAgree(KMeansResult a, KMeansResult b) {
        try (a;
                b) {
            assertThat(a.clustering()).isEqualTo(b.clustering());
            assertThat(a.start()).isEqualTo(b.start());
            assertThat(TestMatrices.distance(a.centres().toArray(), b.centres().toArray()))
                    .isLessThan(1e-12);
            assertThat(a.inertia()).isCloseTo(b.inertia(), within(1e-12 * b.inertia()));
        }
    }

    @Test
    void featureSubsetEqualsTheMatrixOfThatSubset() {
        double[][] x = TestMatrices.uniform(3, 12, 90);
        int[] kept = {0, 3, 4, 11};
        double[][] rows = IntStream.of(kept).mapToObj(f -> x[f]).toArray(double[][]::new);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix few = DenseMatrix.of(rows)) {
            assertAgree(
                    KMeans.clusterColumns(context, X, RowSet.of(12, kept), exact(4)),
                    KMeans.clusterColumns(context, few, exact(4)));
        }
    }

    @Test
    void permutedSamplesGetPermutedLabels() {
        double[][] x = PlainLloyd.blobs(9, 250, 4, 6);
        int n = x.length;
        double[][] permuted =
                IntStream.range(0, n).mapToObj(i -> x[(i * 7) % n]).toArray(double[][]::new);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix P = DenseMatrix.of(permuted);
                DenseMatrix centres = DenseMatrix.of(Arrays.copyOf(x, 6));
                KMeansResult plain = KMeans.clusterRowsFrom(context, X, centres, exact(6));
                KMeansResult other = KMeans.clusterRowsFrom(context, P, centres, exact(6))) {
            for (int i = 0; i < n; i++)
                assertThat(other.clustering().labelOf(i))
                        .isEqualTo(plain.clustering().labelOf((i * 7) % n));
        }
    }

    @Test
    void manyStartsReachTheGlobalOptimum() {
        for (int seed = 0; seed < 12; seed++) {
            int clusters = 2 + seed % 2;
            double[][] x = TestMatrices.uniform(seed, 8, 1 + seed % 3);
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    KMeansResult result =
                            KMeans.clusterRows(context, X, exact(clusters).withStarts(60))) {
                double least = PlainLloyd.leastInertia(x, clusters);
                assertThat(result.inertia()).as("seed %d", seed).isCloseTo(least, within(1e-10));
            }
        }
    }

    @Test
    void looseToleranceStopsEarlierWithLabelsOfTheNearestCentre() {
        double[][] x = PlainLloyd.blobs(2, 2000, 6, 9);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                KMeansResult loose =
                        KMeans.clusterRows(context, X, exact(12).withStarts(1).withTolerance(0.05));
                KMeansResult strict = KMeans.clusterRows(context, X, exact(12).withStarts(1))) {
            assertThat(loose.stop()).isEqualTo(KMeansStop.CENTRES_SETTLED);
            assertThat(strict.stop()).isEqualTo(KMeansStop.LABELS_SETTLED);
            assertThat(loose.iterations()).isLessThan(strict.iterations());
            double[][] centres = loose.centres().toArray();
            for (int i = 0; i < x.length; i++)
                for (double[] centre : centres)
                    assertThat(PlainLloyd.square(
                                    x[i], centres[loose.clustering().labelOf(i)]))
                            .isLessThanOrEqualTo(PlainLloyd.square(x[i], centre));
        }
    }

    @Test
    void iterationLimitIsReported() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(PlainLloyd.blobs(2, 2000, 6, 9));
                KMeansResult result = KMeans.clusterRows(context, X, exact(12).withMaxIterations(2))) {
            assertThat(result.stop()).isEqualTo(KMeansStop.ITERATION_LIMIT);
            assertThat(result.stop().isConverged()).isFalse();
            assertThat(result.iterations()).isEqualTo(2);
        }
    }

    @Test
    void moreStartsAreNeverWorseAndTiesGoToTheEarlierOne() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(PlainLloyd.blobs(8, 300, 3, 8))) {
            double before = Double.POSITIVE_INFINITY;
            for (int starts = 1; starts <= 12; starts++) {
                try (KMeansResult result = KMeans.clusterRows(context, X, exact(8).withStarts(starts))) {
                    assertThat(result.inertia()).isLessThanOrEqualTo(before);
                    before = result.inertia();
                }
            }
            try (KMeansResult one =
                    KMeans.clusterRows(context, X, exact(1).withStarts(9))) { // all starts end with the same result
                assertThat(one.start()).isZero();
            }
        }
    }

    @Test
    void asManyClustersAsSamplesHaveZeroInertia() {
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            try (ExecutionContext context = kernel.apply(2);
                    DenseMatrix X = DenseMatrix.of(TestMatrices.signed(1, 25, 3));
                    KMeansResult result = KMeans.clusterRows(context, X, KMeansOptions.of(25))) {
                assertThat(result.inertia()).isZero();
                assertThat(result.clustering().sizes()).containsOnly(1);
            }
        }
    }

    @Test
    void equalSamplesShareAGroup() {
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            double[][] distinct = TestMatrices.map(TestMatrices.uniform(5, 7, 40), v -> v + 100);
            double[][] x =
                    IntStream.range(0, 140).mapToObj(i -> distinct[i % 7]).toArray(double[][]::new);
            try (ExecutionContext context = kernel.apply(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    KMeansResult result = KMeans.clusterRows(context, X, KMeansOptions.of(7))) {
                assertThat(result.inertia()).isLessThan(1e-18);
                assertThat(result.clustering().sizes()).containsOnly(20);
                for (int i = 7; i < 140; i++)
                    assertThat(result.clustering().labelOf(i))
                            .isEqualTo(result.clustering().labelOf(i % 7));
            }
        }
    }

    @Test
    void oneClusterIsTheMean() {
        double[][] x = TestMatrices.signed(2, 50, 4);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                KMeansResult result = KMeans.clusterRows(context, X, KMeansOptions.of(1))) {
            assertThat(result.clustering().sizes()).containsExactly(50);
            assertThat(result.inertia()).isCloseTo(PlainLloyd.inertia(x, 1, new int[50]), within(1e-12));
        }
    }

    @Test
    void constantDataAreOneCluster() {
        double[][] x = new double[30][5];
        for (double[] row : x) Arrays.fill(row, 0.1);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                Matrix zeros = SparseMatrix.of(DenseMatrix.zeros(5, 30));
                KMeansResult result = KMeans.clusterRows(context, X, KMeansOptions.of(1));
                KMeansResult nothing = KMeans.clusterColumns(context, zeros, KMeansOptions.of(1))) {
            assertThat(result.inertia()).isLessThan(1e-28);
            assertThat(result.stop().isConverged()).isTrue();
            assertThat(nothing.inertia()).isZero();
        }
    }
}
