package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
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

class ExactSearchTest {
    private static final List<IntFunction<ExecutionContext>> KERNELS =
            List.of(ExecutionContext::create, ExecutionContext::createPlainJava);

    private static Neighbors dense(ExecutionContext context, double[][] x, int k, Metric metric) {
        try (Matrix X = DenseMatrix.of(x)) {
            return ExactSearch.search(context, X, k, metric);
        }
    }

    private static Neighbors sparse(ExecutionContext context, double[][] x, int k, Metric metric) {
        try (DenseMatrix X = DenseMatrix.of(x);
                Matrix S = SparseMatrix.of(X)) {
            return ExactSearch.search(context, S, k, metric);
        }
    }

    static void assertSameBits(Neighbors found, Neighbors expected, String what) {
        assertThat(found.size()).as(what).isEqualTo(expected.size());
        assertThat(found.count()).as(what).isEqualTo(expected.count());
        assertThat(found.indices()).as(what).isEqualTo(expected.indices());
        for (int i = 0; i < found.size(); i++)
            for (int q = 0; q < found.count(); q++)
                if (found.distance(i, q) != expected.distance(i, q))
                    assertThat(found.distance(i, q)).as(what).isEqualTo(expected.distance(i, q));
    }

    /** Compares dense and sparse searches on both kernels with brute force. */
    private static void assertMatchesBruteForce(double[][] x, Metric metric, int... counts) {
        BruteForceNeighbors truth = BruteForceNeighbors.of(x, metric);
        String what = x.length + " × " + x[0].length + " " + metric;
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            try (ExecutionContext context = kernel.apply(2)) {
                for (int k : counts) {
                    truth.assertEqualTo(dense(context, x, k, metric), k, what + " dense k=" + k);
                    truth.assertEqualTo(sparse(context, x, k, metric), k, what + " sparse k=" + k);
                }
            }
        }
    }

    /** Returns mostly zeros, but every sample has a non-zero and none occurs twice. */
    private static double[][] documents(long seed, int p, int n) {
        double[][] x = TestMatrices.mostlyZero(seed, p, n);
        for (int j = 0; j < n; j++) x[j % p][j] = 0.1 + CounterRandom.uniform(seed + 1, 0, j);
        return x;
    }

    private static double[][] map(int p, int n, IntToDoubleFunction value) {
        double[][] x = new double[p][n];
        for (int f = 0; f < p; f++) for (int j = 0; j < n; j++) x[f][j] = value.applyAsDouble(f * n + j);
        return x;
    }

    @Tag("slow")
    @Test
    void searchMatchesBruteForceForAnyShape() {
        int[][] shapes = {
            {2, 1},
            {2, 3},
            {2, 200},
            {3, 1},
            {3, 32},
            {65, 1},
            {65, 3},
            {65, 31},
            {65, 32},
            {65, 33},
            {65, 200},
            {511, 3},
            {512, 33},
            {513, 1},
            {513, 32},
            {513, 200},
            {1100, 3},
            {1100, 31}
        };
        for (int[] shape : shapes) {
            int n = shape[0];
            int p = shape[1];
            int[] counts = IntStream.of(1, 5, n - 1)
                    .filter(k -> k < n && (k <= 5 || n < 512))
                    .distinct()
                    .toArray();
            for (Metric metric : Metric.values()) {
                assertMatchesBruteForce(TestMatrices.signed(n + p, p, n), metric, counts);
                assertMatchesBruteForce(documents(n - p, p, n), metric, counts);
            }
        }
    }

    @Test
    void searchMatchesBruteForceOnRandomData() {
        for (int seed = 0; seed < LawSize.cases(16, 60); seed++) {
            int n = 2 + TestMatrices.below(60, seed, 0, 1);
            int p = 1 + TestMatrices.below(70, seed, 0, 2);
            int k = 1 + TestMatrices.below(n - 1, seed, 0, 3);
            for (Metric metric : Metric.values()) {
                assertMatchesBruteForce(TestMatrices.signed(seed, p, n), metric, k);
                assertMatchesBruteForce(documents(seed, p, n), metric, k);
            }
        }
    }

    @Tag("slow")
    @Test
    void equalDistancesGoToTheLowerIndex() {
        for (int seed = 0; seed < LawSize.cases(1, 4); seed++) {
            int s = seed;
            double[][] grid = map(2, 700, at -> TestMatrices.below(12, s, at, 0));
            assertMatchesBruteForce(grid, Metric.EUCLIDEAN, 1, 5, 40);
            double[][] cube = map(3, 600, at -> TestMatrices.below(9, s, at, 1) - 4);
            assertMatchesBruteForce(cube, Metric.EUCLIDEAN, 1, 5, 599);
            double[][] bits = map(40, 530, at -> TestMatrices.below(2, s, at, 2));
            assertMatchesBruteForce(bits, Metric.EUCLIDEAN, 1, 5, 100);
        }
        // a line in random order: two neighbours on either side at equal distances
        int[] place = IntStream.range(0, 600)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> CounterRandom.uniform(9, i, 0)))
                .mapToInt(i -> i)
                .toArray();
        assertMatchesBruteForce(map(1, 600, at -> place[at]), Metric.EUCLIDEAN, 1, 2, 3, 7);
    }

    @Test
    void equalSamplesAreNearestAndSortedByIndex() {
        for (int groups : new int[] {1, 2, 3, 7, 200}) {
            double[][] centres = TestMatrices.signed(groups, 5, groups);
            int n = 520;
            double[][] x = map(5, n, at -> centres[at / n][TestMatrices.below(groups, 8, at % n, 0)]);
            assertMatchesBruteForce(x, Metric.EUCLIDEAN, 1, 5, n - 1);
            Neighbors found;
            try (ExecutionContext context = ExecutionContext.create(1)) {
                found = dense(context, x, 5, Metric.EUCLIDEAN);
            }
            if (groups > 7) continue;
            for (int i = 0; i < n; i++)
                for (int q = 0; q < 5; q++) assertThat(found.distance(i, q)).isZero();
        }
        assertMatchesBruteForce(new double[3][30], Metric.EUCLIDEAN, 1, 5, 29);
        assertMatchesBruteForce(map(3, 30, at -> 0.1), Metric.COSINE, 1, 5, 29);
    }

    @Test
    void minusZeroEqualsZero() {
        double[][] x = {{0.0, -0.0, 1, -0.0}, {2, 2, 2, 2}};
        assertMatchesBruteForce(x, Metric.EUCLIDEAN, 1, 2, 3);
        assertMatchesBruteForce(x, Metric.COSINE, 1, 2, 3);
    }

    /** Readers may store zeros: one sample stores its zero, its duplicate does not. */
    @Test
    void storedZeroEqualsZero() {
        int[] start = {0, 3, 5};
        int[] column = {0, 1, 2, 1, 3};
        double[] value = {1, 1, 1, 0, 5};
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix S = SparseMatrix.ofRows(2, 4, start, column, value)) {
            for (int k = 1; k <= 3; k++) {
                BruteForceNeighbors truth =
                        BruteForceNeighbors.of(new double[][] {{1, 1, 1, 0}, {0, 0, 0, 5}}, Metric.EUCLIDEAN);
                truth.assertEqualTo(ExactSearch.search(context, S, k, Metric.EUCLIDEAN), k, "stored zeros");
            }
        }
    }

    @Tag("slow")
    @Test
    void largeOffsetLosesNoNeighbors() {
        double[][] x = TestMatrices.map(TestMatrices.signed(4, 7, 600), v -> 1e6 + 0x1p-20 * Math.rint(0x1p10 * v));
        assertMatchesBruteForce(x, Metric.EUCLIDEAN, 1, 5);
        assertMatchesBruteForce(
                TestMatrices.map(TestMatrices.signed(5, 4, 600), v -> 1e6 + v), Metric.EUCLIDEAN, 1, 5, 599);
    }

    /** Clusters so tight that they are one point in single precision, with more members than a list can hold. */
    @Tag("slow")
    @Test
    void tightClustersAreDecidedByExactDistances() {
        int n = 1900;
        double[][] x =
                map(3, n, at -> (at % n % 2 == 0 ? 1 : -1) * (at / n + 1) + 1e-6 * CounterRandom.uniform(3, at, 0));
        assertMatchesBruteForce(x, Metric.EUCLIDEAN, 1, 5);
        assertMatchesBruteForce(TestMatrices.map(x, v -> v + 10), Metric.COSINE, 1);
        // ties everywhere: a grid of fine steps, with one distant sample
        double[][] grid = map(2, 1800, at -> 0x1p-24 * TestMatrices.below(60, 5, at, 0));
        grid[0][900] = 3;
        grid[1][900] = -8;
        assertMatchesBruteForce(grid, Metric.EUCLIDEAN, 1, 4, 60);
    }

    @Test
    void scalingKeepsNeighborsOverTheWholeRange() {
        double[][] plain = TestMatrices.signed(6, 5, 530);
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (Metric metric : Metric.values()) {
                Neighbors expected = dense(context, plain, 5, metric);
                for (int power : new int[] {-1000, -990, -300, 300, 990, 1020}) {
                    double scale = Math.scalb(1.0, power);
                    double[][] x = TestMatrices.map(plain, v -> v * scale);
                    for (Neighbors found : List.of(dense(context, x, 5, metric), sparse(context, x, 5, metric))) {
                        assertThat(found.indices()).as("2^%d", power).isEqualTo(expected.indices());
                        for (int i = 0; i < 530; i++)
                            for (int q = 0; q < 5; q++) {
                                double d = expected.distance(i, q) * (metric == Metric.COSINE ? 1 : scale);
                                assertThat(found.distance(i, q))
                                        .as("2^%d", power)
                                        .isCloseTo(d, within(1e-12 * (metric == Metric.COSINE ? 1 : d)));
                            }
                    }
                }
            }
        }
    }

    @Tag("slow")
    @Test
    void hugeSampleDoesNotAffectTheOthers() {
        for (double size : new double[] {1e9, 1e30, 1e100, 1e140}) {
            double[][] x = TestMatrices.signed(7, 4, 700);
            x[2][350] = size;
            assertMatchesBruteForce(x, Metric.EUCLIDEAN, 1, 5);
        }
    }

    @Test
    void tooWideRangeIsRefused() {
        double[][] x = {{1e-300, 2e-300, 4e-300, 8e-300}, {1e300, 1e300, 1e300, 1e300}};
        try (ExecutionContext context = ExecutionContext.create(1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> dense(context, x, 1, Metric.EUCLIDEAN))
                    .withMessageMatching(
                            "distances cannot be computed: feature 1 has the mean 1.0E300, but the features vary by at most 4.\\d*E-300;"
                                    + " subtract a constant from this feature");
        }
    }

    @Tag("slow")
    @Test
    void denseAndSparseThreadsAndKernelsGiveTheSameBits() {
        double[][] many = documents(12, 37, 1300);
        double[][] ties = map(2, 1500, at -> 0x1p-24 * TestMatrices.below(40, 6, at, 0));
        ties[0][0] = 5;
        for (int j = 0; j < 1500; j++) ties[1][j] += 1;
        for (double[][] x : List.of(many, ties)) {
            for (Metric metric : Metric.values()) {
                try (ExecutionContext one = ExecutionContext.create(1)) {
                    Neighbors expected = dense(one, x, 5, metric);
                    for (int threads = 1; threads <= 3; threads++) {
                        for (IntFunction<ExecutionContext> kernel : KERNELS) {
                            try (ExecutionContext context = kernel.apply(threads)) {
                                String what = metric + " " + context.kernelName() + " " + threads;
                                assertSameBits(dense(context, x, 5, metric), expected, "dense " + what);
                                assertSameBits(sparse(context, x, 5, metric), expected, "sparse " + what);
                            }
                        }
                    }
                }
            }
        }
    }

    @Test
    void permutingSamplesPermutesTheirNeighbors() {
        int n = 700;
        double[][] x = TestMatrices.signed(10, 6, n);
        int[] to = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> CounterRandom.uniform(11, i, 0)))
                .mapToInt(i -> i)
                .toArray();
        double[][] moved = new double[6][n];
        for (int f = 0; f < 6; f++) for (int j = 0; j < n; j++) moved[f][to[j]] = x[f][j];
        try (ExecutionContext context = ExecutionContext.create(1)) {
            for (Metric metric : Metric.values()) {
                Neighbors before = dense(context, x, 7, metric);
                Neighbors after = dense(context, moved, 7, metric);
                for (int i = 0; i < n; i++)
                    for (int q = 0; q < 7; q++) {
                        assertThat(after.index(to[i], q)).isEqualTo(to[before.index(i, q)]);
                        assertThat(after.distance(to[i], q)).isCloseTo(before.distance(i, q), within(1e-14));
                    }
            }
        }
    }

    @Test
    void searchDoesNotChangeTheData() {
        double[][] x = TestMatrices.signed(1, 4, 50);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            for (Metric metric : Metric.values()) ExactSearch.search(context, X, 3, metric);
            assertThat(X.toArray()).isDeepEqualTo(x);
        }
    }

    /** Tight clusters and grids with few samples: two blocks, one cluster larger than a list, and ties. */
    @Test
    void smallTightClustersAndGridsMatchBruteForce() {
        int n = 640;
        double[][] tight =
                map(3, n, at -> (at % n < 600 ? 1 : -1) * (at / n + 1) + 1e-6 * CounterRandom.uniform(3, at, 0));
        double[][] grid = map(2, 150, at -> TestMatrices.below(12, 4, at, 0));
        try (ExecutionContext context = ExecutionContext.create(2)) {
            BruteForceNeighbors truth = BruteForceNeighbors.of(tight, Metric.EUCLIDEAN);
            for (int k : new int[] {1, 2}) truth.assertEqualTo(dense(context, tight, k, Metric.EUCLIDEAN), k, "tight");
            BruteForceNeighbors ties = BruteForceNeighbors.of(grid, Metric.EUCLIDEAN);
            for (int k : new int[] {1, 5, 40})
                ties.assertEqualTo(sparse(context, grid, k, Metric.EUCLIDEAN), k, "grid");
        }
    }

    @Test
    void invalidArgumentsAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            double[][] x = TestMatrices.uniform(1, 2, 4);
            for (int k : new int[] {0, -3, 4, 5})
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> dense(context, x, k, Metric.EUCLIDEAN))
                        .withMessage("neighbors must be between 1 and 3, one less than the samples, got %d", k);
            for (int n : new int[] {0, 1})
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> dense(context, new double[2][n], 1, Metric.EUCLIDEAN))
                        .withMessage("neighbours need at least 2 samples, got %d", n);
            double[][] zero = {{1, 0, 2}, {3, 0, -1}};
            for (Metric metric : Metric.values()) {
                double[][] bad = TestMatrices.copy(x);
                for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
                    bad[1][2] = value;
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> dense(context, bad, 1, metric))
                            .withMessageStartingWith("distances need finite numbers, got ");
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> sparse(context, bad, 1, metric))
                            .withMessageStartingWith("distances need finite numbers, got ");
                }
            }
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> dense(context, zero, 1, Metric.COSINE))
                    .withMessage("sample 1 is all zero and has no direction: cosine distances need samples with a"
                            + " non-zero; leave it out or use the euclidean metric");
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> sparse(context, zero, 1, Metric.COSINE))
                    .withMessageStartingWith("sample 1 is all zero");
            assertThat(dense(context, zero, 2, Metric.EUCLIDEAN).index(1, 0)).isEqualTo(2);
            assertThat(Arrays.stream(Metric.values()).map(Metric::toString)).containsExactly("euclidean", "cosine");
        }
    }

    @Test
    void differencesThatUnderflowAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{1, 2, 4, 8, 1e200}})) {
            for (Matrix any : new Matrix[] {X, SparseMatrix.of(X)})
                assertThatExceptionOfType(DataException.class)
                        .isThrownBy(() -> ExactSearch.search(context, any, 1, Metric.EUCLIDEAN))
                        .withMessageContaining("differ too little to be squared");
        }
    }
}
