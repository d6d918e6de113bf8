package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.linalg.points.PointBlocks;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CandidateListsTest {
    private static final List<IntFunction<ExecutionContext>> KERNELS =
            List.of(ExecutionContext::create, ExecutionContext::createPlainJava);

    /** Asserts that the true distance of every pair is within its bounds. */
    private static void assertBounds(ExecutionContext context, Matrix X, boolean toUnitLength, String what) {
        int n = X.cols();
        int[] columns = new int[n];
        for (int j = 0; j < n; j++) columns[j] = j;
        try (PointBlocks points = PointBlocks.create(context, X, columns, toUnitLength)) {
            CandidateLists candidates = new CandidateLists(points, X.rows(), 1);
            double tiny = 4.0 * X.rows() * PointBlocks.TINY;
            float[] row = new float[n];
            double[] distance = new double[n];
            context.run(1, (task, scratch) -> {
                PointBlocks.DotProducts dots = points.dots(context, 0, 0, scratch);
                for (int i = 0; i < n; i++) {
                    dots.row(i, row);
                    points.distances(i, columns, n, distance);
                    for (int j = 0; j < n; j++) {
                        float v = candidates.lower(i, j, row[j]);
                        if (!(v - tiny <= distance[j]))
                            assertThat((double) v)
                                    .as("%s, lower bound of (%d, %d)", what, i, j)
                                    .isLessThanOrEqualTo(distance[j]);
                        if (!(candidates.upper(i, j, v) >= distance[j]))
                            assertThat((double) candidates.upper(i, j, v))
                                    .as("%s, upper bound of (%d, %d)", what, i, j)
                                    .isGreaterThanOrEqualTo(distance[j]);
                    }
                }
            });
        }
    }

    private static void assertBounds(double[][] x, String what) {
        for (IntFunction<ExecutionContext> kernel : KERNELS) {
            try (ExecutionContext context = kernel.apply(1);
                    DenseMatrix X = DenseMatrix.of(x);
                    Matrix S = SparseMatrix.of(X)) {
                for (boolean toUnitLength : new boolean[] {false, true}) {
                    assertBounds(context, X, toUnitLength, what + " dense " + toUnitLength);
                    assertBounds(context, S, toUnitLength, what + " sparse " + toUnitLength);
                }
            }
        }
    }

    @Test
    void trueDistanceIsWithinTheBounds() {
        for (int p : new int[] {1, 2, 3, 8, 33, 100})
            for (int seed = 0; seed < 2; seed++) assertBounds(TestMatrices.signed(seed, p, 200), p + " features");
    }

    /** If d² is far below ‖x‖², only the rounding of v is left. */
    @Tag("slow")
    @Test
    void boundsHoldForNearlyEqualPoints() {
        for (int p : new int[] {1, 2, 5, 64}) {
            for (double radius : new double[] {0, 1e-3, 1e-7, 1e-10}) {
                double[][] x = new double[p][400];
                for (int f = 0; f < p; f++)
                    for (int j = 0; j < 400; j++)
                        x[f][j] = (j % 2 == 0 ? 1 : -1) * (0.5 + CounterRandom.uniform(1, f, j / 20))
                                + radius * CounterRandom.uniform(2, f, j);
                assertBounds(x, p + " features, radius " + radius);
            }
        }
    }

    @Test
    void boundsHoldFarFromTheOriginAndForAllMagnitudes() {
        assertBounds(TestMatrices.map(TestMatrices.signed(5, 6, 300), v -> 1e6 + v), "offset");
        assertBounds(
                TestMatrices.map(TestMatrices.signed(6, 6, 300), v -> Math.copySign(Math.pow(10, 40 * v), v)),
                "10^±40");
        assertBounds(
                TestMatrices.map(TestMatrices.signed(7, 6, 300), v -> Math.copySign(Math.pow(10, 23 * v - 23), v)),
                "10^−46…0");
        double[][] outlier = TestMatrices.signed(8, 6, 300);
        outlier[3][150] = 1e30;
        assertBounds(outlier, "outlier");
    }

    @Test
    void smallestDistancesComeFirstAndTiesGoToTheLowerIndex() {
        for (int seed = 0; seed < 200; seed++) {
            int from = TestMatrices.below(5, seed, 0, 0);
            int size = TestMatrices.below(30, seed, 0, 1);
            int count = 1 + TestMatrices.below(12, seed, 0, 2);
            int[] other = new int[from + size + 3];
            double[] distance = new double[other.length];
            for (int q = 0; q < other.length; q++) {
                other[q] = 7 * q % 101;
                distance[q] = TestMatrices.below(6, seed, q, 3);
            }
            int[] best = CandidateLists.nearest(other, distance, from, from + size, count);
            int[] expected = IntStream.range(from, from + size)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(q -> distance[q])
                            .thenComparingInt(q -> other[q]))
                    .limit(count)
                    .mapToInt(q -> q)
                    .toArray();
            assertThat(best).isEqualTo(expected);
        }
    }

    /** A point whose dot product puts it beyond the limit is left out, and lists stay short. */
    @Test
    void onlyTheFirstPointsGetLists() {
        double[][] x = TestMatrices.signed(3, 4, 100);
        int[] columns = new int[100];
        for (int j = 0; j < 100; j++) columns[j] = j;
        BruteForceNeighbors truth = BruteForceNeighbors.of(x, Metric.EUCLIDEAN);
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(x);
                PointBlocks points = PointBlocks.create(context, X, columns, false, new int[] {0, 30, 100})) {
            CandidateLists candidates = new CandidateLists(points, 4, 3, 30);
            candidates.compare(context, new int[] {0, 1});
            Neighbors found = candidates.nearest(context);
            assertThat(found.size()).isEqualTo(30);
            for (int i = 0; i < 30; i++)
                for (int q = 0; q < 3; q++) assertThat(found.index(i, q)).isEqualTo(truth.nearest(i)[q]);
        }
    }

    /** Far from their mean and all within the error of single precision: lists are decided while pairs still arrive. */
    @Test
    void nearlyEqualPointsAreDecidedByExactDistances() {
        int n = 850;
        int k = 2;
        double[][] x = new double[2][n];
        for (int f = 0; f < 2; f++)
            for (int j = 0; j < n; j++)
                x[f][j] =
                        j % 15 == 7 ? -10 + CounterRandom.uniform(4, f, j) : 1 + 1e-7 * CounterRandom.uniform(4, f, j);
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = DenseMatrix.of(x)) {
            Neighbors found = new PointSubset(X, IntStream.range(0, n).toArray(), false).neighbors(context, k);
            for (int i = 0; i < n; i++) {
                double[] square = new double[n];
                for (int j = 0; j < n; j++) square[j] = Math.pow(x[0][i] - x[0][j], 2) + Math.pow(x[1][i] - x[1][j], 2);
                square[i] = Double.POSITIVE_INFINITY;
                double[] sorted = square.clone();
                Arrays.sort(sorted);
                for (int q = 0; q < k; q++)
                    assertThat(square[found.index(i, q)])
                            .as("neighbour %d of %d", q, i)
                            .isCloseTo(sorted[q], within(1e-12 * sorted[q]));
                BruteForceNeighbors.assertIsList(found, i);
            }
        }
    }
}
