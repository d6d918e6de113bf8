package org.grapnel.linalg.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class PointBlocksTest {
    private static int[] all(int n) {
        return IntStream.range(0, n).toArray();
    }

    /**
     * Asserts |computed − true| ≤ ε‖x − μ‖‖y − μ‖ + p·TINY, where μ is the mean for a dense matrix and 0 for a sparse
     * one.
     */
    private static void assertDotsWithinError(
            ExecutionContext context, double[][] x, boolean dense, boolean toUnitLength) {
        int p = x.length;
        int n = x[0].length;
        double[][] points = TestMatrices.transpose(x);
        try (DenseMatrix X = DenseMatrix.of(x);
                PointBlocks samples =
                        PointBlocks.create(context, dense ? X : SparseMatrix.of(X), all(n), toUnitLength)) {
            double[] norms = X.columnNorms();
            double[] mean = new double[p];
            for (int j = 0; j < n; j++)
                for (int f = 0; f < p; f++) points[j][f] /= toUnitLength ? norms[j] : samples.unit();
            if (dense) {
                for (double[] point : points) for (int f = 0; f < p; f++) mean[f] += point[f];
                for (int f = 0; f < p; f++) mean[f] /= n;
            }
            for (double[] point : points) for (int f = 0; f < p; f++) point[f] -= mean[f];
            context.run(1, (task, scratch) -> {
                float[] row = new float[n];
                for (int a = 0; a < samples.blocks(); a++)
                    for (int b = a; b < samples.blocks(); b++) {
                        PointBlocks.DotProducts dots = samples.dots(context, a, b, scratch);
                        for (int i = samples.from(a); i < samples.from(a + 1); i++) {
                            dots.row(i - samples.from(a), row);
                            for (int j = samples.from(b); j < samples.from(b + 1); j++) {
                                double dot = 0;
                                for (int f = 0; f < p; f++) dot += points[i][f] * points[j][f];
                                double room = samples.error() * Math.sqrt(samples.square(i) * samples.square(j))
                                        + p * PointBlocks.TINY;
                                if (!(Math.abs(row[j - samples.from(b)] - dot) <= room))
                                    assertThat((double) row[j - samples.from(b)])
                                            .isCloseTo(dot, within(room));
                            }
                        }
                    }
            });
            for (int i = 0; i < n; i++) {
                double square = 0;
                for (double v : points[i]) square += v * v;
                assertThat(samples.square(i)).isCloseTo(square, within(1e-9 * square + 1e-300));
            }
        }
    }

    @Test
    void dotProductsAreWithinTheirErrorBound() {
        try (ExecutionContext blas = ExecutionContext.create(1);
                ExecutionContext java = ExecutionContext.createPlainJava(1)) {
            for (ExecutionContext context : List.of(blas, java))
                for (int p : new int[] {1, 2, 3, 40, 700})
                    for (boolean toUnitLength : new boolean[] {false, true}) {
                        double[][] x = TestMatrices.signed(p, p, p > 100 ? 80 : 600);
                        assertDotsWithinError(context, x, true, toUnitLength);
                        assertDotsWithinError(context, x, false, toUnitLength);
                        double[][] positive = TestMatrices.map(x, v -> 2 + v);
                        assertDotsWithinError(context, positive, true, toUnitLength);
                        assertDotsWithinError(context, positive, false, toUnitLength);
                        double[][] wide = TestMatrices.map(x, v -> Math.copySign(Math.pow(10, -30 * Math.abs(v)), v));
                        assertDotsWithinError(context, wide, true, toUnitLength);
                        assertDotsWithinError(context, wide, false, toUnitLength);
                    }
        }
    }

    @Test
    void errorBoundIsUselessForTooManyFeatures() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix many = DenseMatrix.zeros(1 << 23, 1);
                DenseMatrix few = DenseMatrix.zeros(100, 1)) {
            many.set(5, 0, 1);
            try (PointBlocks samples = PointBlocks.create(context, few, all(1), false)) {
                assertThat(samples.error()).isBetween(100 * 0x1p-24, 120 * 0x1p-24);
            }
            try (PointBlocks samples = PointBlocks.create(context, many, all(1), false)) {
                assertThat(samples.error()).isEqualTo(2);
            }
            assertThat(PointBlocks.maxBlockWidth(few)).isEqualTo(512);
            assertThat(PointBlocks.maxBlockWidth(many)).isEqualTo(32);
        }
    }

    @Test
    void denseAndSparseDistancesHaveTheSameBits() {
        for (int p : new int[] {1, 4, 31, 32, 33, 64, 130}) {
            int n = 90;
            double[][] x = TestMatrices.mostlyZero(p, p, n);
            for (int j = 0; j < n; j++) x[j % p][j] += 0.1;
            int[] columns = IntStream.range(0, n).map(j -> j * 7 % n).toArray();
            int[] start = IntStream.rangeClosed(0, n).map(i -> i * n).toArray();
            int[] other = IntStream.range(0, n * n).map(q -> q % n).toArray();
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    DenseMatrix parts = TestMatrices.segmented(x, n, 2)) {
                for (boolean toUnitLength : new boolean[] {false, true}) {
                    double[] first = new double[0];
                    double unit = 0;
                    double[] norms = X.columnNorms();
                    for (Matrix M : List.of(X, parts, SparseMatrix.of(X))) {
                        try (PointBlocks samples = PointBlocks.create(context, M, columns, toUnitLength)) {
                            double[] into = new double[n * n];
                            Arrays.fill(into, 5);
                            samples.distances(context, start, other, into);
                            double[] line = new double[n];
                            for (int i = 0; i < n; i++) {
                                samples.distances(i, all(n), n, line);
                                for (int j = 0; j < n; j++) {
                                    double square = 0;
                                    for (int f = 0; f < p; f++) {
                                        double u = toUnitLength ? norms[columns[i]] : 1;
                                        double v = toUnitLength ? norms[columns[j]] : 1;
                                        double d = x[f][columns[i]] / u - x[f][columns[j]] / v;
                                        square += d * d;
                                    }
                                    double d = into[i * n + j] * samples.unit() * samples.unit();
                                    if (line[j] != into[i * n + j] || into[i * n + j] != into[j * n + i])
                                        assertThat(line[j])
                                                .isEqualTo(into[i * n + j])
                                                .isEqualTo(into[j * n + i]);
                                    if (Math.abs(d - square) > 1e-13 * square)
                                        assertThat(d).isEqualTo(square);
                                }
                                assertThat(into[i * n + i]).isZero();
                            }
                            // units are powers of two, so dense and sparse distances have the same bits
                            double scale = samples.unit() * samples.unit();
                            for (int q = 0; q < into.length; q++) into[q] *= scale;
                            if (first.length == 0) first = into;
                            assertThat(into).isEqualTo(first);
                            if (toUnitLength) unit = samples.unit();
                        }
                    }
                    if (toUnitLength) assertThat(unit).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void blocksAreTheRequestedOnesOrAsWideAsAllowed() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.signed(1, 2, 1100))) {
            for (Matrix M : List.of(X, SparseMatrix.of(X))) {
                for (int n : new int[] {1, 511, 512, 513, 1024, 1100}) {
                    try (PointBlocks samples = PointBlocks.create(context, M, all(n), false)) {
                        assertThat(samples.count()).isEqualTo(n);
                        assertThat(samples.blocks()).isEqualTo((n + 511) / 512);
                        for (int b = 0; b <= samples.blocks(); b++)
                            assertThat(samples.from(b)).isEqualTo(Math.min(n, 512 * b));
                    }
                }
                try (PointBlocks samples = PointBlocks.create(context, M, all(10), false, new int[] {0, 1, 7, 10})) {
                    assertThat(samples.blocks()).isEqualTo(3);
                    assertThat(samples.from(2)).isEqualTo(7);
                }
            }
        }
    }
}
