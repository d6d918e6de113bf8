package org.grapnel.linalg.decomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LanczosTest {
    private static final double TIGHT = 1e-12;

    /** Returns the Laplacian of a graph with edge weights {@code weight[i][j]}. */
    private static double[][] laplacian(double[][] weight) {
        int n = weight.length;
        double[][] l = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i == j) continue;
                l[i][j] = -weight[i][j];
                l[i][i] += weight[i][j];
            }
        }
        return l;
    }

    private static double[][] edges(int n, int[]... pairs) {
        double[][] a = new double[n][n];
        for (int[] pair : pairs) {
            a[pair[0]][pair[1]] = 1;
            a[pair[1]][pair[0]] = 1;
        }
        return a;
    }

    private static double[][] path(int n) {
        return edges(
                n, IntStream.range(1, n).mapToObj(i -> new int[] {i - 1, i}).toArray(int[][]::new));
    }

    private static double[][] ring(int n) {
        return edges(
                n,
                IntStream.range(0, n).mapToObj(i -> new int[] {i, (i + 1) % n}).toArray(int[][]::new));
    }

    private static double[][] star(int n) {
        return edges(n, IntStream.range(1, n).mapToObj(i -> new int[] {0, i}).toArray(int[][]::new));
    }

    private static double[][] complete(int n) {
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i == j ? 0 : 1;
        return a;
    }

    /** Returns disjoint copies of a graph. */
    private static double[][] copies(double[][] a, int times) {
        int n = a.length;
        double[][] b = new double[n * times][n * times];
        for (int c = 0; c < times; c++) for (int i = 0; i < n; i++) System.arraycopy(a[i], 0, b[c * n + i], c * n, n);
        return b;
    }

    /** Returns points on a plane, each joined to its k nearest with Gaussian weights, made symmetric by the maximum. */
    private static double[][] neighbours(long seed, int n, int k) {
        double[][] at = TestMatrices.uniform(seed, n, 2);
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            int me = i;
            int[] nearest = IntStream.range(0, n)
                    .filter(j -> j != me)
                    .boxed()
                    .sorted((x, y) -> Double.compare(distance(at, me, x), distance(at, me, y)))
                    .limit(k)
                    .mapToInt(j -> j)
                    .toArray();
            for (int j : nearest) {
                a[i][j] = Math.exp(-50 * distance(at, i, j));
                a[j][i] = a[i][j];
            }
        }
        return a;
    }

    private static double distance(double[][] at, int i, int j) {
        double x = at[i][0] - at[j][0];
        double y = at[i][1] - at[j][1];
        return x * x + y * y;
    }

    private static double norm(double[][] a, long seed) {
        return Lanczos.norm(
                a.length,
                (x, y) -> {
                    for (int i = 0; i < x.length; i++) {
                        double sum = 0;
                        for (int j = 0; j < x.length; j++) sum += a[i][j] * x[j];
                        y[i] = sum;
                    }
                },
                seed);
    }

    private static double dense(double[][] a) {
        try (DenseMatrix A = DenseMatrix.of(a)) {
            return new SpectralNorm(a.length).compute(A);
        }
    }

    private static void assertNorm(double[][] graph, double expected, String what) {
        for (long seed : new long[] {20240, 1, 2})
            assertThat(norm(laplacian(graph), seed)).as(what).isCloseTo(expected, within(TIGHT * expected));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 10, 33, 100, 300})
    void normsOfKnownGraphsAreExact(int n) {
        assertNorm(path(n), 2 + 2 * Math.cos(Math.PI / n), "path");
        assertNorm(star(n), n, "star");
        assertNorm(complete(n), n, "complete");
        if (n > 2) assertNorm(ring(n), n % 2 == 0 ? 4 : 2 + 2 * Math.cos(Math.PI / n), "ring");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 20})
    void equalComponentsHaveTheNormOfASingleOne(int times) {
        assertNorm(copies(path(7), times), 2 + 2 * Math.cos(Math.PI / 7), "paths");
        assertNorm(copies(complete(5), times), 5, "complete graphs");
        assertNorm(copies(ring(6), times), 4, "rings");
        double[][] some = neighbours(3, 12, 3);
        assertNorm(copies(some, times), dense(laplacian(some)), "neighbour graphs");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8, 20, 60, 150, 300})
    void neighbourGraphsMatchTheDenseNorm(int n) {
        for (int k : new int[] {1, 5}) {
            if (k >= n) continue;
            double[][] graph = neighbours(n, n, k);
            assertNorm(graph, dense(laplacian(graph)), "k = " + k);
        }
    }

    @Test
    void lanczosAgreesWithJacobi() {
        for (int n : new int[] {1, 2, 10, 40}) {
            double[][] m = TestMatrices.signed(n, n + 3, n);
            double[][] a = TestMatrices.product(TestMatrices.transpose(m), m);
            try (DenseMatrix A = DenseMatrix.of(a);
                    DenseMatrix E = DenseMatrix.zeros(n, n)) {
                double expected = JacobiEigen.decompose(A, E)[0];
                assertThat(norm(a, 7)).isCloseTo(expected, within(TIGHT * expected));
            }
        }
    }

    /**
     * The norm determines a step size: a value that is too small lets steps fail. The top of this spectrum is too dense
     * to converge in time.
     */
    @Test
    void unconvergedNormIsNotTooSmall() {
        int n = 10_000;
        double expected = 2 + 2 * Math.cos(Math.PI / n);
        double norm = Lanczos.norm(
                n,
                (x, y) -> {
                    for (int i = 0; i < n; i++)
                        y[i] = (i > 0 ? x[i] - x[i - 1] : 0) + (i < n - 1 ? x[i] - x[i + 1] : 0);
                },
                20240);
        assertThat(norm).isBetween(expected * (1 - TIGHT), expected * (1 + 1e-3));
    }

    @Test
    void graphWithoutEdgesHasNormZero() {
        for (int n : new int[] {0, 1, 2, 50})
            assertThat(norm(new double[n][n], 5)).isZero();
    }

    @Test
    void normScalesWithTheWeights() {
        double[][] l = laplacian(neighbours(9, 40, 4));
        double one = norm(l, 1);
        for (double scale : new double[] {0x1p-400, 0x1p-100, 0x1p100, 0x1p400})
            assertThat(norm(TestMatrices.map(l, x -> x * scale), 1))
                    .isCloseTo(one * scale, within(TIGHT * one * scale));
    }

    @Test
    void normDependsOnlyOnTheSeed() {
        double[][] l = laplacian(neighbours(11, 80, 5));
        assertThat(norm(l, 3)).isEqualTo(norm(l, 3));
    }
}
