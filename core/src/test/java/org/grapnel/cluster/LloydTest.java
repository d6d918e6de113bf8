package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class LloydTest {
    private static final List<IntFunction<ExecutionContext>> KERNELS =
            List.of(ExecutionContext::create, ExecutionContext::createPlainJava);

    static KMeansOptions exact(int clusters) {
        return KMeansOptions.of(clusters).withTolerance(0);
    }

    /** Runs both algorithms from the same centres up to every iteration limit, and compares all results. */
    private static void assertEqualsPlainLloyd(double[][] x, double[][] begin, String what) {
        int c = begin.length;
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            try (ExecutionContext context = kernel.apply(1);
                    DenseMatrix X = DenseMatrix.of(x);
                    DenseMatrix centres = DenseMatrix.of(begin)) {
                boolean converged = false;
                for (int limit = 1; !converged; limit++) {
                    PlainLloyd plain = new PlainLloyd(x, begin, limit);
                    try (KMeansResult fast =
                            KMeans.clusterRowsFrom(context, X, centres, exact(c).withMaxIterations(limit))) {
                        assertThat(fast.clustering().toArray())
                                .as("%s, %d", what, limit)
                                .isEqualTo(plain.labels);
                        assertThat(TestMatrices.distance(fast.centres().toArray(), plain.centres))
                                .isLessThan(1e-12);
                        assertThat(fast.inertia()).isCloseTo(plain.inertia(), within(1e-12 * (1 + plain.inertia())));
                        assertThat(fast.iterations()).isEqualTo(plain.iterations);
                        converged = fast.stop().isConverged();
                    }
                }
            }
        }
    }

    @Test
    void labelsEqualPlainLloydAfterEveryIteration() {
        for (int[] shape :
                new int[][] {{5, 1, 2}, {60, 2, 5}, {300, 3, 7}, {400, 17, 20}, {200, 2, 40}, {1500, 5, 3}}) {
            double[][] x = PlainLloyd.blobs(shape[0], shape[0], shape[1], 6);
            assertEqualsPlainLloyd(x, Arrays.copyOf(x, shape[2]), Arrays.toString(shape));
        }
    }

    @Test
    void tiesGoToTheLowerCentreAsInPlainLloyd() {
        for (int seed = 0; seed < 60; seed++) {
            int d = 1 + seed % 3;
            double[][] x = PlainLloyd.grid(seed, 40 + 3 * seed, d, 2 + 12 / d);
            assertEqualsPlainLloyd(x, PlainLloyd.firstDistinct(x, 2 + seed % 5), "seed " + seed);
        }
    }

    @Test
    void distanceFromTheOriginLosesNoDigits() {
        double[][] x = TestMatrices.map(PlainLloyd.grid(5, 300, 3, 20), v -> v + 1e7);
        assertEqualsPlainLloyd(x, PlainLloyd.firstDistinct(x, 6), "far");
        double[][] farther = TestMatrices.map(PlainLloyd.grid(6, 200, 2, 20), v -> v + 0x1p40);
        assertEqualsPlainLloyd(farther, PlainLloyd.firstDistinct(farther, 4), "farther");
    }

    @Test
    void emptyCentreTakesTheFarthestSample() {
        for (int seed = 0; seed < 20; seed++) {
            double[][] x = PlainLloyd.blobs(seed, 80, 2, 4);
            double[][] begin = TestMatrices.copy(Arrays.copyOf(x, 6));
            for (int j = 1; j < 5; j++) Arrays.fill(begin[j], 1000 + j); // far from every sample
            assertEqualsPlainLloyd(x, begin, "seed " + seed);
        }
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{0}, {1}, {2}, {9}});
                DenseMatrix centres = DenseMatrix.of(new double[][] {{0}, {100}});
                KMeansResult result = KMeans.clusterRowsFrom(context, X, centres, exact(2))) {
            assertThat(result.clustering()).isEqualTo(Clustering.ofLabels(2, 0, 0, 0, 1));
            assertThat(result.centres().toArray()).isEqualTo(new double[][] {{1}, {9}});
            assertThat(result.inertia()).isEqualTo(2);
        }
    }

    @Test
    void singletonKeepsItsSampleAndTiesGoToTheLowerOne() {
        // the sample at 9 is the farthest from its centre, and alone there
        assertEqualsPlainLloyd(new double[][] {{0}, {1}, {9}}, new double[][] {{0}, {5}, {100}}, "a group of one");
        assertEqualsPlainLloyd(new double[][] {{-1}, {1}, {0}, {0}}, new double[][] {{0}, {100}}, "a tie");
    }

    @Test
    void traceIsTheInertiaAfterEveryIteration() {
        for (double offset : new double[] {-3, 0, 1e3}) {
            double[][] x = TestMatrices.map(PlainLloyd.blobs(3, 300, 3, 6), v -> v + offset);
            double[][] begin = Arrays.copyOf(x, 6);
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix X = DenseMatrix.of(x);
                    DenseMatrix centres = DenseMatrix.of(begin);
                    KMeansResult result = KMeans.clusterRowsFrom(context, X, centres, exact(6))) {
                assertThat(result.iterations()).isGreaterThan(3);
                for (int t = 1; t <= result.iterations(); t++)
                    assertThat(result.trace().get(t))
                            .as("iteration %d", t)
                            .isCloseTo(
                                    PlainLloyd.inertia(x, 6, new PlainLloyd(x, begin, t - 1).labels),
                                    within(1e-9 * result.inertia()));
            }
        }
    }

    @Test
    void settledCentresEqualTheirMeansToTheBit() {
        for (int seed = 0; seed < 5; seed++) {
            double[][] x = PlainLloyd.blobs(seed, 300, 3, 6);
            double[][] begin = Arrays.copyOf(x, 6);
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix X = DenseMatrix.of(x);
                    DenseMatrix centres = DenseMatrix.of(begin);
                    KMeansResult result = KMeans.clusterRowsFrom(context, X, centres, exact(6))) {
                assertThat(result.stop()).isEqualTo(KMeansStop.LABELS_SETTLED);
                assertThat(result.centres().toArray())
                        .isDeepEqualTo(new PlainLloyd(x, begin, result.iterations()).centres);
            }
        }
    }

    @Test
    void toleranceIsAShareOfTheMeanVariance() {
        double[][] x = PlainLloyd.blobs(2, 500, 3, 8);
        double[][] begin = Arrays.copyOf(x, 8);
        double variance = PlainLloyd.inertia(x, 1, new int[500]) / 500 / 3;
        double[][] third = new PlainLloyd(x, begin, 3).centres;
        double[][] fourth = new PlainLloyd(x, begin, 4).centres;
        double moved = 0;
        for (int j = 0; j < 8; j++) moved += PlainLloyd.square(third[j], fourth[j]);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix centres = DenseMatrix.of(begin);
                KMeansResult above =
                        KMeans.clusterRowsFrom(context, X, centres, exact(8).withTolerance(1.001 * moved / variance));
                KMeansResult below =
                        KMeans.clusterRowsFrom(context, X, centres, exact(8).withTolerance(0.999 * moved / variance))) {
            assertThat(above.stop()).isEqualTo(KMeansStop.CENTRES_SETTLED);
            assertThat(above.iterations()).isEqualTo(4);
            assertThat(below.iterations()).isGreaterThan(4);
        }
    }

    @Test
    void inertiaNeverRises() {
        for (int seed = 0; seed < 10; seed++) {
            double[][] x = PlainLloyd.blobs(seed, 400, 4, 7);
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    KMeansResult result = KMeans.clusterRows(
                            context, X, exact(9).withSeed(seed).withStarts(3))) {
                List<Double> trace = result.trace();
                assertThat(trace).hasSize(1 + result.iterations());
                for (int t = 1; t < trace.size(); t++)
                    assertThat(trace.get(t)).isLessThanOrEqualTo(trace.get(t - 1) * (1 + 1e-12));
                assertThat(result.stop()).isEqualTo(KMeansStop.LABELS_SETTLED);
                assertThat(trace.get(trace.size() - 1)).isCloseTo(result.inertia(), within(1e-9 * result.inertia()));
                assertThat(PlainLloyd.inertia(x, 9, result.clustering().toArray()))
                        .isCloseTo(result.inertia(), within(1e-9 * result.inertia()));
            }
        }
    }

    @Test
    void distantSampleDoesNotDegradeTheTrace() {
        double[][] x = PlainLloyd.blobs(5, 400, 4, 7);
        Arrays.fill(x[0], 3e8); // the spread is 10¹⁷ times the inertia within the groups
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                KMeansResult result = KMeans.clusterRows(context, X, exact(9).withStarts(3))) {
            List<Double> trace = result.trace();
            assertThat(trace).hasSizeGreaterThan(3);
            for (int t = 1; t < trace.size(); t++)
                assertThat(trace.get(t)).isLessThanOrEqualTo(trace.get(t - 1) * (1 + 1e-12));
            assertThat(trace.get(trace.size() - 1)).isCloseTo(result.inertia(), within(1e-9 * result.inertia()));
        }
    }
}
