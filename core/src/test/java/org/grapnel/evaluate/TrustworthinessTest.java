package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustworthinessTest {
    private static Score score(Trustworthiness metric, int threads, double[][] x, double[][] embedding) {
        try (ExecutionContext context = ExecutionContext.create(threads);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix E = DenseMatrix.of(embedding)) {
            return metric.score(context, X, E);
        }
    }

    private static Score sparseScore(Trustworthiness metric, double[][] x, double[][] embedding) {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                SparseMatrix S = SparseMatrix.of(X);
                DenseMatrix E = DenseMatrix.of(embedding)) {
            return metric.score(context, S, E);
        }
    }

    /** All other points by their distance from point i; ties go to the lower index. */
    private static List<Integer> neighborOrder(double[][] points, int i) {
        return IntStream.range(0, points.length)
                .filter(j -> j != i)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> TestMatrices.squares(
                        TestMatrices.minus(new double[][] {points[i]}, new double[][] {points[j]}))))
                .toList();
    }

    private static double naive(double[][] x, double[][] embedding, int k) {
        double[][] samples = TestMatrices.transpose(x);
        double n = samples.length;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            List<Integer> original = neighborOrder(samples, i);
            for (int j : neighborOrder(embedding, i).subList(0, k)) sum += Math.max(0, original.indexOf(j) + 1 - k);
        }
        return 1 - 2 / (n * k * (2 * n - 3 * k - 1)) * sum;
    }

    @ParameterizedTest
    @CsvSource({"3, 4, 1", "20, 1, 9", "60, 30, 5", "300, 7, 12", "530, 3, 5"})
    void equalsTheDefinitionForDenseAndSparseData(int n, int p, int k) {
        double[][] x = TestMatrices.uniform(n, p, n);
        double[][] embedding = TestMatrices.signed(k, n, 2);
        Trustworthiness metric = Trustworthiness.of(0).withNeighbors(k);
        double expected = naive(x, embedding, k);
        assertThat(score(metric, 2, x, embedding).get()).isCloseTo(expected, within(1e-13));
        assertThat(sparseScore(metric, x, embedding).get()).isCloseTo(expected, within(1e-13));
    }

    @Test
    void tiesGoToTheLowerIndex() {
        double[][] x = TestMatrices.map(TestMatrices.uniform(1, 3, 80), v -> Math.rint(2 * v));
        double[][] embedding = TestMatrices.map(TestMatrices.uniform(2, 80, 2), v -> Math.rint(3 * v));
        assertThat(score(Trustworthiness.of(0), 2, x, embedding).get())
                .isCloseTo(naive(x, embedding, 5), within(1e-13));
    }

    @Test
    void dataThemselvesAreTrustworthy() {
        double[][] samples = TestMatrices.uniform(3, 50, 2);
        assertThat(score(Trustworthiness.of(0), 1, TestMatrices.transpose(samples), samples)
                        .get())
                .isEqualTo(1);
    }

    @Test
    void farthestNeighboursScoreZero() {
        // the nearest sample in the embedding is the farthest in the data
        double[][] x = {{0, 1, 10, 11}};
        double[][] embedding = {{0}, {5}, {5.5}, {0.5}};
        double worst =
                score(Trustworthiness.of(0).withNeighbors(1), 1, x, embedding).get();
        assertThat(worst).isCloseTo(naive(x, embedding, 1), within(1e-15)).isBetween(0.0, 0.3);
    }

    @Test
    void sameBitsForAnyNumberOfThreads() {
        double[][] x = TestMatrices.uniform(4, 40, 400);
        double[][] embedding = TestMatrices.signed(5, 400, 2);
        for (Trustworthiness metric :
                List.of(Trustworthiness.of(1), Trustworthiness.of(1).withMaxSamples(99))) {
            Score one = score(metric, 1, x, embedding);
            assertThat(score(metric, 2, x, embedding)).isEqualTo(one);
            assertThat(score(metric, 3, x, embedding)).isEqualTo(one);
        }
    }

    @Test
    void orderAndScaleDoNotMatter() {
        double[][] x = TestMatrices.uniform(6, 10, 70);
        double[][] embedding = TestMatrices.signed(7, 70, 2);
        Score expected = score(Trustworthiness.of(0), 2, x, embedding);
        int[] order = RandomPartitions.permutation(8, 70);
        double[][] samples = TestMatrices.transpose(x);
        double[][] permuted = Arrays.stream(order).mapToObj(i -> samples[i]).toArray(double[][]::new);
        double[][] moved = Arrays.stream(order).mapToObj(i -> embedding[i]).toArray(double[][]::new);
        assertThat(score(Trustworthiness.of(0), 2, TestMatrices.transpose(permuted), moved))
                .isEqualTo(expected);
        assertThat(score(Trustworthiness.of(0), 2, TestMatrices.map(x, v -> 8 * v), embedding))
                .isEqualTo(expected);
    }

    @Test
    void aboveTheLimitARandomSubsetIsScored() {
        double[][] dense = TestMatrices.uniform(9, 12, 300);
        double[][] sparse = TestMatrices.map(TestMatrices.uniform(9, 80, 300), v -> Math.max(0, 6 * v - 5));
        double[][] embedding = TestMatrices.signed(10, 300, 2);
        int[] chosen = RandomSubset.draw(300, 110, 4);
        double[][] part = Arrays.stream(chosen).mapToObj(i -> embedding[i]).toArray(double[][]::new);
        Trustworthiness some = Trustworthiness.of(4).withMaxSamples(110);
        for (double[][] x : List.of(dense, sparse)) {
            double[][] columns = Arrays.stream(x)
                    .map(row -> Arrays.stream(chosen).mapToDouble(i -> row[i]).toArray())
                    .toArray(double[][]::new);
            double expected = naive(columns, part, 5);
            assertThat(score(some, 2, x, embedding).get()).isCloseTo(expected, within(1e-13));
            assertThat(sparseScore(some, x, embedding).get()).isCloseTo(expected, within(1e-13));
        }
    }

    @Test
    void undefinedForNonFinitePoints() {
        String undefined = "undefined: a coordinate is not finite or too large to square";
        Trustworthiness metric = Trustworthiness.of(0).withNeighbors(1);
        for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, 1e200}) {
            assertThat(score(metric, 1, new double[][] {{0, bad, 1, 2}}, new double[4][2]))
                    .hasToString(undefined);
            assertThat(score(metric, 1, new double[2][4], new double[][] {{0}, {bad}, {1}, {2}}))
                    .hasToString(undefined);
        }
    }

    @Test
    void refusesTooManyNeighboursAndAnotherNumberOfPoints() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> score(Trustworthiness.of(0), 1, new double[2][10], new double[10][2]))
                .withMessage("neighbors must be below half the number of samples, got 5 for 10 samples");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> score(Trustworthiness.of(0), 1, new double[2][10], new double[9][2]))
                .withMessage("9 embedded points do not match 10 samples");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trustworthiness.of(0).withNeighbors(0))
                .withMessage("neighbors must be at least 1, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trustworthiness.of(0).withMaxSamples(2))
                .withMessage("trustworthiness needs at least 3 samples, got 2");
        assertThat(Trustworthiness.of(0).withMaxSamples(3).maxSamples()).isEqualTo(3);
    }
}
