package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SilhouetteTest {
    private static Score score(Silhouette silhouette, int threads, double[][] points, int[] clusters) {
        try (ExecutionContext context = ExecutionContext.create(threads);
                DenseMatrix P = DenseMatrix.of(points)) {
            return silhouette.score(context, P, clusters);
        }
    }

    private static Score score(double[][] points, int... clusters) {
        return score(Silhouette.of(0), 2, points, clusters);
    }

    /** By definition, pair by pair. */
    private static double naive(double[][] points, int[] clusters) {
        int n = points.length;
        int parts = Arrays.stream(clusters).max().orElse(0) + 1;
        double total = 0;
        for (int i = 0; i < n; i++) {
            double[] sum = new double[parts];
            int[] size = new int[parts];
            for (int j = 0; j < n; j++) {
                if (i == j) continue;
                sum[clusters[j]] += Math.sqrt(TestMatrices.squares(
                        TestMatrices.minus(new double[][] {points[i]}, new double[][] {points[j]})));
                size[clusters[j]]++;
            }
            if (size[clusters[i]] == 0) continue;
            double a = sum[clusters[i]] / size[clusters[i]];
            double b = Double.POSITIVE_INFINITY;
            for (int c = 0; c < parts; c++) if (c != clusters[i] && size[c] > 0) b = Math.min(b, sum[c] / size[c]);
            total += Math.max(a, b) == 0 ? 0 : (b - a) / Math.max(a, b);
        }
        return total / n;
    }

    @ParameterizedTest
    @CsvSource({"5, 1, 2", "33, 2, 3", "64, 7, 5", "700, 20, 12", "130, 3000, 4", "600, 1, 300"})
    void equalsTheDefinition(int n, int d, int parts) {
        double[][] points = TestMatrices.signed(n, n, d);
        int[] clusters = RandomPartitions.random(d, n, parts);
        clusters[0] = 0;
        clusters[1] = 1;
        assertThat(score(points, clusters).get()).isCloseTo(naive(points, clusters), within(1e-13));
    }

    /** Dense or sparse, all samples or a subset. */
    @ParameterizedTest
    @CsvSource({"50, 1000", "50, 20"})
    void columnsScoreLikeRowsOfTheTranspose(int n, int most) {
        double[][] points = TestMatrices.mostlyZero(1, n, 30);
        int[] clusters = RandomPartitions.random(1, n, 3);
        Clustering groups = Clustering.ofLabels(3, clusters);
        Silhouette silhouette = Silhouette.of(5).withMaxSamples(most);
        Score rows = score(silhouette, 2, points, clusters);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(TestMatrices.transpose(points))) {
            assertThat(silhouette.scoreColumns(context, X, groups)).isEqualTo(rows);
            assertThat(silhouette.scoreColumns(context, SparseMatrix.of(X), groups))
                    .isEqualTo(rows);
        }
    }

    @Test
    void largeCoordinatesLoseNoDigits() {
        int[] clusters = RandomPartitions.random(1, 60, 3);
        // integers, so that the shift is exact
        double[][] points = TestMatrices.map(TestMatrices.uniform(2, 60, 3), x -> Math.rint(1000 * x));
        double[][] moved = TestMatrices.map(points, x -> x + 1e12);
        assertThat(score(moved, clusters)).isEqualTo(score(points, clusters));
    }

    @Test
    void sameBitsForAnyNumberOfThreads() {
        double[][] points = TestMatrices.signed(3, 500, 9);
        int[] clusters = RandomPartitions.random(4, 500, 6);
        for (Silhouette silhouette :
                new Silhouette[] {Silhouette.of(5), Silhouette.of(5).withMaxSamples(211)}) {
            Score one = score(silhouette, 1, points, clusters);
            assertThat(score(silhouette, 2, points, clusters)).isEqualTo(one);
            assertThat(score(silhouette, 3, points, clusters)).isEqualTo(one);
        }
    }

    @Test
    void numberingOrderAndScaleDoNotMatter() {
        double[][] points = TestMatrices.signed(6, 90, 4);
        int[] clusters = RandomPartitions.random(7, 90, 4);
        double expected = score(points, clusters).get();
        int[] names = {8, -3, 100, 0};
        assertThat(score(points, RandomPartitions.renamed(clusters, names)).get())
                .isCloseTo(expected, within(1e-14));
        int[] order = RandomPartitions.permutation(8, 90);
        double[][] permuted = Arrays.stream(order).mapToObj(i -> points[i]).toArray(double[][]::new);
        assertThat(score(permuted, RandomPartitions.at(order, clusters)).get()).isCloseTo(expected, within(1e-14));
        assertThat(score(TestMatrices.map(points, x -> 1024 * x), clusters).get())
                .isEqualTo(expected);
    }

    @Test
    void distantGroupsScoreNearlyOneAndSwappedOnesBelowZero() {
        double[][] points = {{0, 0}, {0, 1}, {1000, 0}, {1000, 1}};
        assertThat(score(points, 0, 0, 1, 1).get()).isBetween(0.99, 1.0);
        assertThat(score(points, 0, 1, 0, 1).get()).isBetween(-1.0, -0.4);
    }

    @Test
    void singletonsAndEqualPointsScoreZero() {
        double[][] points = {{0}, {1}, {5}};
        // samples 0 and 1: a = 1, b = 5 and 4
        assertThat(score(points, 0, 0, 1).get()).isCloseTo((4.0 / 5 + 3.0 / 4) / 3, within(1e-15));
        assertThat(score(new double[4][2], 0, 0, 1, 1).get()).isZero();
    }

    @Test
    void undefinedForOneClusterOrOnlySingletons() {
        assertThat(score(new double[3][1], 4, 4, 4))
                .hasToString("undefined: a silhouette needs between 2 and n − 1 clusters, got 1 for 3 samples");
        assertThat(score(new double[3][1], 0, 1, 2))
                .hasToString("undefined: a silhouette needs between 2 and n − 1 clusters, got 3 for 3 samples");
        assertThat(score(new double[0][0]))
                .hasToString("undefined: a silhouette needs between 2 and n − 1 clusters, got 0 for 0 samples");
    }

    @Test
    void undefinedForNonFinitePoints() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e200})
            assertThat(score(new double[][] {{0}, {bad}, {1}}, 0, 0, 1))
                    .hasToString("undefined: a coordinate is not finite or too large to square");
        assertThat(score(new double[][] {{0}, {1e150}, {-1e150}}, 0, 0, 1).isDefined())
                .isTrue();
    }

    @Test
    void aboveTheLimitARandomSubsetIsScored() {
        int n = 400;
        double[][] points = TestMatrices.signed(9, n, 3);
        int[] clusters = RandomPartitions.random(10, n, 4);
        for (int i = 0; i < n; i++) points[i][0] += 3 * clusters[i];
        Silhouette some = Silhouette.of(11).withMaxSamples(150);
        int[] chosen = RandomSubset.draw(n, 150, 11);
        double[][] part = Arrays.stream(chosen).mapToObj(i -> points[i]).toArray(double[][]::new);
        Score sampled = score(some, 2, points, clusters);
        assertThat(sampled).isEqualTo(score(part, RandomPartitions.at(chosen, clusters)));
        assertThat(sampled.get()).isCloseTo(score(points, clusters).get(), within(0.05));
        assertThat(score(some.withMaxSamples(400), 2, points, clusters)).isEqualTo(score(points, clusters));
        assertThat(score(Silhouette.of(12).withMaxSamples(150), 2, points, clusters))
                .isNotEqualTo(sampled);
    }

    @Test
    void refusesAClusteringOfAnotherSize() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix P = DenseMatrix.of(new double[][] {{0}, {1}, {5}})) {
            assertThat(Silhouette.of(0).score(context, P, Clustering.ofLabels(7, 0, 0, 6)))
                    .isEqualTo(Silhouette.of(0).score(context, P, new int[] {0, 0, 1}));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Silhouette.of(0).score(context, P, new int[2]))
                    .withMessage("3 points do not match 2 clustered samples");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Silhouette.of(0).scoreColumns(context, P, Clustering.ofLabels(2, 0, 1)))
                    .withMessage("1 samples do not match 2 clustered samples");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Silhouette.of(0).withMaxSamples(2))
                .withMessage("a silhouette needs at least 3 samples, got 2");
        assertThat(Silhouette.of(0).withMaxSamples(3).maxSamples()).isEqualTo(3);
    }
}
