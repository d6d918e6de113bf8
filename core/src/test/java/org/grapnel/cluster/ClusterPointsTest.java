package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples as rows, as columns and as sparse columns agree with plain loops. */
class ClusterPointsTest {
    /** Passes the samples x as rows, as every other row of a dense matrix of columns, and as the same sparse matrix. */
    private static void forEachStorage(double[][] x, BiConsumer<ExecutionContext, ClusterPoints> test) {
        double[][] columns = new double[2 * x[0].length][x.length];
        for (int i = 0; i < x.length; i++)
            for (int f = 0; f < x[i].length; f++) {
                columns[2 * f][i] = 99;
                columns[2 * f + 1][i] = x[i][f];
            }
        RowSet odd = RowSet.of(
                columns.length,
                IntStream.range(0, x[0].length).map(f -> 2 * f + 1).toArray());
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix rows = DenseMatrix.of(x);
                DenseMatrix interleaved = DenseMatrix.of(columns);
                SparseMatrix sparse = SparseMatrix.of(interleaved);
                ClusterPoints own = DenseClusterPoints.createFromRows(context, rows);
                ClusterPoints copied = DenseClusterPoints.createFromColumns(context, interleaved, odd);
                ClusterPoints few = SparseClusterPoints.createFromColumns(sparse, odd)) {
            test.accept(context, own);
            test.accept(context, copied);
            test.accept(context, few);
        }
    }

    private static double[] flat(double[][] a) {
        return Arrays.stream(a).flatMapToDouble(Arrays::stream).toArray();
    }

    private static double[] mean(double[][] x) {
        double[] mean = new double[x[0].length];
        for (double[] row : x) for (int f = 0; f < mean.length; f++) mean[f] += row[f] / x.length;
        return mean;
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "63, 2", "70, 5", "9000, 3"})
    void meanAndSpreadEqualThoseOfLoops(int n, int d) {
        double[][] x = TestMatrices.mostlyZero(n, n, d);
        double[] mean = mean(x);
        double spread = 0;
        for (double[] row : x) spread += PlainLloyd.square(row, mean);
        double expected = spread;
        forEachStorage(x, (context, points) -> {
            assertThat(points.mean).containsExactly(mean, within(1e-12));
            assertThat(points.spread()).isCloseTo(expected, within(1e-9));
            for (int i = 0; i < n; i += 7)
                assertThat(points.square(i)).isCloseTo(PlainLloyd.square(x[i], mean), within(1e-12));
        });
    }

    @Test
    void distanceEqualsALoopToTheBitAndInertiaIsTheSum() {
        for (int d : new int[] {1, 4, 6, 8, 11}) {
            double[][] x = TestMatrices.mostlyZero(d, 40, d);
            double[][] c = TestMatrices.uniform(100 + d, 3, d);
            double[] centres = flat(c);
            int[] labels = IntStream.range(0, 40).map(i -> i % 3).toArray();
            double inertia = 0;
            for (int i = 0; i < 40; i++) inertia += PlainLloyd.square(x[i], c[labels[i]]);
            double expected = inertia;
            forEachStorage(
                    x,
                    (context, points) -> context.run(1, (task, scratch) -> {
                        for (int i = 0; i < 40; i++)
                            for (int j = 0; j < 3; j++)
                                assertThat(points.distance(i, centres, j * points.d, scratch))
                                        .isEqualTo(PlainLloyd.square(x[i], c[j]));
                        assertThat(points.inertia(labels, centres, scratch)).isCloseTo(expected, within(1e-12));
                    }));
        }
    }

    /** Far from the origin products lose digits; the error bound must cover it. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e3, 1e8})
    void distanceByProductsIsWithinItsErrorBound(double offset) {
        int n = 50;
        int d = 4;
        double[][] x = TestMatrices.map(TestMatrices.mostlyZero(1, n, d), v -> v == 0 ? v : offset + v);
        double[][] c = TestMatrices.map(TestMatrices.uniform(2, 3, d), v -> offset / 3 + v);
        int[] all = IntStream.range(0, n).toArray();
        forEachStorage(
                x,
                (context, points) -> context.run(1, (task, scratch) -> {
                    CenterDistances distances = new CenterDistances(context, points, scratch);
                    distances.setCentres(flat(c), 3);
                    double[] squares = distances.squares(all, 0, n);
                    for (int i = 0; i < n; i++)
                        for (int j = 0; j < 3; j++)
                            assertThat(exact(x[i], c[j])
                                            .subtract(new BigDecimal(squares[3 * i + j]))
                                            .abs()
                                            .doubleValue())
                                    .isLessThanOrEqualTo(distances.error(i));
                }));
    }

    private static BigDecimal exact(double[] x, double[] c) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int f = 0; f < x.length; f++)
            sum = sum.add(new BigDecimal(x[f]).subtract(new BigDecimal(c[f])).pow(2));
        return sum;
    }

    /** Where all values are similar, ‖x − m‖² of sparse samples is a difference of numbers of the size of ‖m‖². */
    @Test
    void errorBoundOfSparseSamplesCoversCancellation() {
        double[][] x = TestMatrices.map(TestMatrices.uniform(3, 60, 3), v -> 1e8 + v);
        double[][] c = TestMatrices.map(TestMatrices.uniform(4, 2, 3), v -> 1e8 + v);
        int[] all = IntStream.range(0, 60).toArray();
        forEachStorage(
                x,
                (context, points) -> context.run(1, (task, scratch) -> {
                    CenterDistances distances = new CenterDistances(context, points, scratch);
                    distances.setCentres(flat(c), 2);
                    double[] squares = distances.squares(all, 0, 60);
                    for (int i = 0; i < 60; i++)
                        for (int j = 0; j < 2; j++)
                            assertThat(Math.abs(exact(x[i], c[j]).doubleValue() - squares[2 * i + j]))
                                    .isLessThanOrEqualTo(distances.error(i));
                }));
    }

    @Test
    void closeFreesACopyButNotTheCallersMatrix() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 5, 5));
                Scratch scratch = new Scratch()) {
            ClusterPoints copied = DenseClusterPoints.createFromColumns(context, X, RowSet.all(5));
            copied.close();
            assertThatIllegalStateException().isThrownBy(() -> copied.copy(0, new double[5], 0, scratch));
            ClusterPoints own = DenseClusterPoints.createFromRows(context, X);
            own.close();
            own.copy(0, new double[5], 0, scratch);
        }
    }

    @Test
    void meanOfAnEmptyGroupIsTheOverallMean() {
        double[][] x = {{1, 0}, {3, 0}, {0, 8}};
        forEachStorage(
                x,
                (context, points) -> context.run(
                        1,
                        (task, scratch) -> assertThat(points.means(Clustering.ofLabels(3, 0, 0, 2), scratch))
                                .containsExactly(new double[] {2, 0, 4 / 3.0, 8 / 3.0, 0, 8}, within(1e-15))));
    }

    @Test
    void zeroAndMinusZeroAreEqual() {
        forEachStorage(
                new double[][] {{0.0, 1}, {-0.0, 1}, {1, 1}},
                (context, points) -> context.run(
                        1,
                        (task, scratch) ->
                                assertThat(points.countDistinct(scratch)).isEqualTo(2)));
    }
}
