package org.grapnel.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class TsneTest {
    private static final TsneOptions DEFAULTS = TsneOptions.defaults();

    private static void assertFinite(DenseMatrix Y) {
        for (double[] row : Y.toArray()) for (double v : row) assertThat(v).isFinite();
    }

    /** Returns the share of samples whose nearest other sample in the embedding is of the same group. */
    private static double faithful(DenseMatrix Y, int groups) {
        double[][] y = Y.toArray();
        int same = 0;
        for (int i = 0; i < y.length; i++) {
            int nearest = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int j = 0; j < y.length; j++) {
                double d = Math.hypot(y[i][0] - y[j][0], y[i][1] - y[j][1]);
                if (j != i && d < least) {
                    least = d;
                    nearest = j;
                }
            }
            if (nearest % groups == i % groups) same++;
        }
        return (double) same / y.length;
    }

    @Test
    void distantGroupsStayApart() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = BruteForceTsne.groups(1, 20, 400, 5, 3)) {
            for (double theta : new double[] {0, 0.5}) {
                var options = DEFAULTS.withPerplexity(20).withIterations(500).withTheta(theta);
                try (TsneResult result = Tsne.embed(context, X, BruteForceTsne::nearest, options, progress -> {})) {
                    assertThat(faithful(result.Y(), 5)).isGreaterThan(0.95);
                    assertThat(result.iterations()).isEqualTo(500);
                }
            }
        }
    }

    @Test
    void approximateForcesReachTheSameDivergence() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = BruteForceTsne.groups(2, 10, 500, 4, 1)) {
            var exact = DEFAULTS.withTheta(0);
            try (TsneResult reference = Tsne.embed(context, X, BruteForceTsne::nearest, exact, progress -> {});
                    TsneResult result = Tsne.embed(context, X, BruteForceTsne::nearest, DEFAULTS, progress -> {})) {
                assertThat(result.divergence()).isLessThan(1.02 * reference.divergence());
                double[] Y = new double[1000];
                result.Y().rows(0, 500, Y);
                TsneAffinities P = TsneAffinities.compute(context, BruteForceTsne.nearest(context, X, 90), 30);
                assertThat(result.divergence())
                        .as("the reported divergence")
                        .isCloseTo(BruteForceTsne.divergence(P, 1, Y), within(5e-3));
            }
        }
    }

    @Test
    void threadCountChangesNoBit() {
        try (DenseMatrix X = BruteForceTsne.groups(3, 8, 700, 4, 1)) {
            double[][] one = null;
            double divergence = 0;
            for (int threads = 1; threads <= 3; threads++) {
                try (ExecutionContext context = ExecutionContext.create(threads);
                        TsneResult result = Tsne.embed(
                                context, X, BruteForceTsne::nearest, DEFAULTS.withIterations(150), progress -> {})) {
                    if (one == null) {
                        one = result.Y().toArray();
                        divergence = result.divergence();
                    }
                    assertThat(result.Y().toArray()).isDeepEqualTo(one);
                    assertThat(result.divergence()).isEqualTo(divergence);
                }
            }
        }
    }

    /**
     * The starts differ by the root of 1e-15, to which variances converge. Until the descent amplifies that, after some
     * sixty iterations, the embeddings agree.
     */
    @Test
    void sparseMatrixIsEmbeddedLikeTheDenseOne() {
        for (long seed = 1; seed <= 5; seed++) {
            double[][] x = TestMatrices.mostlyZero(seed, 30, 60);
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix dense = DenseMatrix.of(x);
                    SparseMatrix sparse = SparseMatrix.of(dense);
                    DenseMatrix start = TsneStart.pca(context, dense);
                    DenseMatrix otherStart = TsneStart.pca(context, sparse)) {
                for (int j = 0; j < 2; j++)
                    for (int i = 0; i < 60; i++)
                        assertThat(otherStart.get(i, j)).isCloseTo(start.get(i, j), within(1e-7 * 1e-4));
                var options = DEFAULTS.withPerplexity(10).withIterations(10);
                try (TsneResult one = Tsne.embed(context, dense, BruteForceTsne::nearest, options, progress -> {});
                        TsneResult other =
                                Tsne.embed(context, sparse, BruteForceTsne::nearest, options, progress -> {})) {
                    assertThat(other.divergence()).isCloseTo(one.divergence(), within(1e-7));
                    assertThat(TestMatrices.distance(
                                    other.Y().toArray(), one.Y().toArray()))
                            .isLessThan(1e-6);
                }
            }
        }
    }

    @Test
    void duplicatesStayTogether() {
        double[][] x = TestMatrices.uniform(5, 6, 120);
        for (double[] row : x) for (int i = 40; i < 120; i++) row[i] = row[i % 4]; // four places hold 21 samples each
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                TsneResult result =
                        Tsne.embed(context, X, BruteForceTsne::nearest, DEFAULTS.withPerplexity(8), progress -> {})) {
            assertFinite(result.Y());
            assertThat(result.divergence()).isFinite();
            double[][] y = Arrays.copyOfRange(result.Y().toArray(), 40, 120);
            try (DenseMatrix twins = DenseMatrix.of(y)) {
                assertThat(faithful(twins, 4)).isEqualTo(1);
            }
        }
    }

    @Test
    void equalSamplesAreEmbedded() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.zeros(5, 60)) {
            X.fill(0.3);
            try (TsneResult result = Tsne.embed(
                    context,
                    X,
                    BruteForceTsne::nearest,
                    DEFAULTS.withPerplexity(TsneOptions.perplexityFor(60)),
                    p -> {})) {
                assertFinite(result.Y());
                assertThat(result.divergence()).isBetween(0.0, 3.0);
            }
        }
    }

    @Test
    void fewSamplesAreEmbeddedWithASmallPerplexity() {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (int n = 1; n <= 12; n++) {
                var options = DEFAULTS.withPerplexity(TsneOptions.perplexityFor(n));
                try (DenseMatrix X = BruteForceTsne.groups(n, 3, n, 2, 5);
                        TsneResult result = Tsne.embed(context, X, BruteForceTsne::nearest, options, progress -> {})) {
                    assertThat(result.Y().rows()).isEqualTo(n);
                    assertFinite(result.Y());
                    assertThat(result.divergence()).as("%d samples", n).isFinite();
                    if (n == 1) assertThat(result.Y().nonZeros()).isZero();
                }
            }
        }
    }

    @Test
    void defaultPerplexityIsLimitedForFewSamples() {
        assertThat(TsneOptions.perplexityFor(1000)).isEqualTo(DEFAULTS.perplexity());
        assertThat(TsneOptions.perplexityFor(91)).isEqualTo(30);
        assertThat(TsneOptions.perplexityFor(31)).isEqualTo(10);
        for (int n = 2; n < 200; n++)
            assertThat(3 * TsneOptions.perplexityFor(n)).isLessThanOrEqualTo(n - 1);
    }

    @Test
    void listenerIsCalledEveryFiftyIterationsAndTheDivergenceFalls() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = BruteForceTsne.groups(6, 8, 300, 3, 1)) {
            List<TsneProgress> heard = new ArrayList<>();
            try (TsneResult result = Tsne.embed(context, X, BruteForceTsne::nearest, DEFAULTS, heard::add)) {
                for (int k = 0; k < heard.size(); k++)
                    assertThat(heard.get(k).iteration()).isEqualTo(50 * (k + 1));
                assertThat(50 * heard.size()).isEqualTo(result.iterations());
                assertThat(heard.get(heard.size() - 1).divergence())
                        .isLessThan(heard.get(5).divergence())
                        .isCloseTo(result.divergence(), within(1e-2));
            }
        }
    }

    @Test
    void startIsUnchangedAndTheResultIsCentered() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = BruteForceTsne.groups(7, 5, 50, 2, 1);
                DenseMatrix start = TsneStart.random(50, 9)) {
            double[][] before = start.toArray();
            Neighbors neighbors = BruteForceTsne.nearest(context, X, 30);
            try (TsneResult result = Tsne.embed(context, neighbors, start, DEFAULTS.withPerplexity(10), p -> {})) {
                assertThat(start.toArray()).isDeepEqualTo(before);
                for (int c = 0; c < 2; c++) {
                    int column = c;
                    assertThat(Arrays.stream(result.Y().toArray())
                                    .mapToDouble(row -> row[column])
                                    .sum())
                            .isCloseTo(0, within(1e-9));
                }
            }
        }
    }

    @Test
    void permutingSamplesPermutesTheEmbedding() {
        int n = 40;
        double[][] x = TestMatrices.uniform(8, 5, n);
        double[][] reversed = new double[5][n];
        for (int f = 0; f < 5; f++) for (int i = 0; i < n; i++) reversed[f][i] = x[f][n - 1 - i];
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix V = DenseMatrix.of(reversed)) {
            var options = DEFAULTS.withPerplexity(8).withIterations(20).withTheta(0); // before rounding errors grow
            try (TsneResult one = Tsne.embed(context, X, BruteForceTsne::nearest, options, p -> {});
                    TsneResult other = Tsne.embed(context, V, BruteForceTsne::nearest, options, p -> {})) {
                double[][] a = one.Y().toArray();
                double[][] b = other.Y().toArray();
                for (int i = 0; i < n / 2; i++) {
                    double[] swap = b[i];
                    b[i] = b[n - 1 - i];
                    b[n - 1 - i] = swap;
                }
                assertThat(TestMatrices.distance(b, a)).isLessThan(1e-5);
            }
        }
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withPerplexity(0))
                .withMessage("perplexity must be a number above 0, got 0.0; 5 to 50 is usual");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withPerplexity(Double.NaN))
                .withMessageContaining("got NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withIterations(0))
                .withMessage("iterations must be at least 1, got 0; 1000 is usual");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withEarlyExaggeration(0.5))
                .withMessage("early exaggeration must be at least 1, got 0.5; 12 is usual, 1 exaggerates nothing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withLearningRate(-3))
                .withMessage(
                        "the learning rate must be a number above 0, got -3.0; leave it empty to derive it from n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withTheta(1))
                .withMessage("theta must be at least 0 and below 1, got 1.0; 0.5 is usual");
    }

    @Test
    void unsuitableOptionsAndStartsAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = BruteForceTsne.groups(9, 3, 50, 2, 1);
                DenseMatrix start = TsneStart.random(50, 1);
                DenseMatrix flat = DenseMatrix.zeros(50, 1);
                DenseMatrix none = DenseMatrix.zeros(3, 0)) {
            Neighbors neighbors = BruteForceTsne.nearest(context, X, 20);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tsne.embed(context, X, BruteForceTsne::nearest, DEFAULTS, p -> {}))
                    .withMessage("perplexity 30.0 is too large for 50 samples: it may be at most 16.33, "
                            + "a third of the other samples");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tsne.embed(context, neighbors, start, DEFAULTS.withPerplexity(10), p -> {}))
                    .withMessage("perplexity 10.0 needs the 30 nearest neighbours of every sample, got 20");
            var small = DEFAULTS.withPerplexity(5);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tsne.embed(context, neighbors, flat, small, p -> {}))
                    .withMessage("a start must be n × 2 with n >= 1, got 50 × 1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tsne.embed(context, none, BruteForceTsne::nearest, small, p -> {}))
                    .withMessage("there are no samples to embed");
            try (DenseMatrix more = TsneStart.random(60, 1)) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Tsne.embed(context, neighbors, more, small, p -> {}))
                        .withMessage("there are 60 samples in the start, but neighbours of 50");
            }
            start.set(7, 1, Double.NaN);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tsne.embed(context, neighbors, start, small, p -> {}))
                    .withMessage("the start of sample 7 is NaN, not a finite number");
        }
    }

    @Test
    void tooLargeLearningRateIsNamed() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = BruteForceTsne.groups(10, 3, 50, 2, 1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tsne.embed(
                            context,
                            X,
                            BruteForceTsne::nearest,
                            DEFAULTS.withPerplexity(5).withLearningRate(1e300),
                            p -> {}))
                    .withMessageContaining("the learning rate 1.0E300 is too large; leave it empty");
            TsneOptions once =
                    DEFAULTS.withPerplexity(5).withLearningRate(1e300).withIterations(1);
            assertThatIllegalArgumentException()
                    .as("also when it is the last iteration that throws them away")
                    .isThrownBy(() -> Tsne.embed(context, X, BruteForceTsne::nearest, once, p -> {}))
                    .withMessageContaining("the learning rate 1.0E300 is too large; leave it empty");
        }
    }
}
