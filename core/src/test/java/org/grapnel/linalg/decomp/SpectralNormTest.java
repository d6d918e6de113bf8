package org.grapnel.linalg.decomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class SpectralNormTest {
    private static double norm(double[][] g) {
        try (DenseMatrix G = DenseMatrix.of(g)) {
            double norm = new SpectralNorm(g.length).compute(G);
            assertThat(G.toArray()).as("the matrix is left alone").isDeepEqualTo(g);
            return norm;
        }
    }

    private static double byJacobi(double[][] g) {
        try (DenseMatrix G = DenseMatrix.of(g);
                DenseMatrix E = DenseMatrix.zeros(g.length, g.length)) {
            return JacobiEigen.decompose(G, E)[0];
        }
    }

    private static void assertNorm(double[][] g, double expected, String what) {
        assertThat(norm(g)).as(what).isCloseTo(expected, within(1e-13 * expected));
    }

    /** Returns a symmetric matrix with the given eigenvalues, rotated by random reflections. */
    private static double[][] withEigenvalues(long seed, double... values) {
        double[][] g = TestMatrices.diagonal(values);
        int r = values.length;
        for (int round = 0; round < 3; round++) {
            double[] u = TestMatrices.signed(seed + round, 1, r)[0];
            double uu = 0;
            for (double x : u) uu += x * x;
            double[][] Q = new double[r][r];
            for (int i = 0; i < r; i++) for (int j = 0; j < r; j++) Q[i][j] = (i == j ? 1 : 0) - 2 * u[i] * u[j] / uu;
            g = TestMatrices.product(TestMatrices.product(Q, g), Q);
        }
        for (int i = 0; i < r; i++) for (int j = 0; j < i; j++) g[i][j] = g[j][i];
        return g;
    }

    @Test
    void normMatchesJacobi() {
        for (int r : new int[] {1, 2, 3, 4, 5, 8, 17, 40}) {
            for (int rows : new int[] {1, 2, r, 3 * r + 5}) {
                for (int seed = 0; seed < 6; seed++) {
                    double[][] m =
                            seed % 2 == 0 ? TestMatrices.uniform(seed, rows, r) : TestMatrices.signed(seed, rows, r);
                    double[][] g = TestMatrices.product(TestMatrices.transpose(m), m);
                    assertNorm(g, byJacobi(g), r + " from " + rows + " rows, seed " + seed);
                }
            }
        }
    }

    @Test
    void normOfADiagonalMatrixIsItsLargestEntry() {
        assertNorm(TestMatrices.diagonal(3), 3, "one");
        assertNorm(TestMatrices.diagonal(1, 5), 5, "two");
        assertNorm(TestMatrices.diagonal(5, 1, 0, 2), 5, "four");
        assertNorm(TestMatrices.diagonal(0, 0, 0, 1e-9), 1e-9, "one small entry");
        double[] d = new double[40];
        for (int i = 0; i < 40; i++) d[i] = (i * 7) % 40 + 1;
        assertNorm(TestMatrices.diagonal(d), 40, "forty");
    }

    @Test
    void normOfTheIdentityIsOne() {
        for (int r : new int[] {1, 2, 3, 40}) {
            double[] ones = new double[r];
            Arrays.fill(ones, 1);
            assertThat(norm(TestMatrices.diagonal(ones))).isEqualTo(1);
        }
    }

    @Test
    void normOfZerosIsZero() {
        for (int r : new int[] {1, 2, 40}) assertThat(norm(new double[r][r])).isZero();
    }

    @Test
    void normOfARankOneMatrixIsTheSquareOfItsVector() {
        for (int r : new int[] {1, 2, 3, 17, 40}) {
            double[][] u = TestMatrices.uniform(50, 1, r);
            assertNorm(TestMatrices.product(TestMatrices.transpose(u), u), TestMatrices.squares(u), "r = " + r);
            double[][] ones = TestMatrices.map(u, x -> 1);
            assertNorm(TestMatrices.product(TestMatrices.transpose(ones), ones), r, "ones, r = " + r);
        }
    }

    @Test
    void normScalesWithTheMatrixOverTheWholeRange() {
        for (int r : new int[] {1, 2, 5, 40}) {
            double[][] m = TestMatrices.uniform(60, r + 3, r);
            double[][] g = TestMatrices.product(TestMatrices.transpose(m), m);
            double one = norm(g);
            for (double scale : new double[] {0x1p-900, 0x1p-300, 0x1p300, 0x1p1000})
                assertNorm(TestMatrices.map(g, x -> x * scale), one * scale, "r = " + r + ", times " + scale);
        }
        assertNorm(TestMatrices.diagonal(1e300, 1e-300, 2e300), 2e300, "both at once");
        assertNorm(TestMatrices.diagonal(1e-300, 3e-300), 3e-300, "tiny");
        assertThat(norm(TestMatrices.diagonal(Double.MIN_VALUE, 0))).isEqualTo(Double.MIN_VALUE);
    }

    @Test
    void closeLeadingEigenvaluesLoseNoDigits() {
        for (double gap : new double[] {0, 1e-16, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3}) {
            for (int r : new int[] {2, 3, 5, 12, 40}) {
                double[] pair = new double[r];
                double[] cluster = new double[r];
                for (int i = 0; i < r; i++) {
                    pair[i] = i == 0 ? 1 : i == 1 ? 1 - gap : 0.5 * CounterRandom.uniform(70, r, i);
                    cluster[i] = 1 - i * gap;
                }
                for (int seed = 0; seed < 3; seed++) {
                    assertNorm(withEigenvalues(seed, pair), 1, "pair, gap " + gap + ", r = " + r);
                    assertNorm(withEigenvalues(seed, cluster), 1, "cluster, gap " + gap + ", r = " + r);
                }
            }
        }
    }

    @Test
    void equalBlocksHaveTheNormOfASingleOne() {
        double[][] g = {{2, 1, 0, 0}, {1, 2, 0, 0}, {0, 0, 2, 1}, {0, 0, 1, 2}};
        assertNorm(g, 3, "two equal blocks");
    }

    /**
     * By symmetry the leading vector is (x, y, x) and the eigenvalue 2 + ε/2 + √(2 + ε²/4): a small far entry counts to
     * first order, also if its square is lost next to the square of the near one.
     */
    @Test
    void smallEntriesFarFromTheDiagonalAreNotLost() {
        for (double far : new double[] {1e-3, 1e-5, 1e-7, 1e-8, 7e-9, 1e-9, 1e-12, 1e-15, 1e-300, -7e-9}) {
            double[][] g = {{2, 1, far}, {1, 2, 1}, {far, 1, 2}};
            assertNorm(g, 2 + far / 2 + Math.sqrt(2 + far * far / 4), "far entries " + far);
        }
    }

    @Test
    void nonFiniteMatrixHasNormNaN() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            for (int r : new int[] {1, 2, 5}) {
                for (int at : new int[] {0, r - 1}) {
                    double[][] g = TestMatrices.uniform(80, r, r);
                    g[r - 1][at] = bad;
                    g[at][r - 1] = bad;
                    try (DenseMatrix G = DenseMatrix.of(g)) {
                        assertThat(new SpectralNorm(r).compute(G)).isNaN();
                    }
                }
            }
        }
    }

    @Test
    void repeatedCallsAreIndependent() {
        SpectralNorm spectrum = new SpectralNorm(6);
        double[][] m = TestMatrices.uniform(90, 9, 6);
        double[][] g = TestMatrices.product(TestMatrices.transpose(m), m);
        try (DenseMatrix G = DenseMatrix.of(g);
                DenseMatrix other = DenseMatrix.of(TestMatrices.map(g, x -> x * x * 1e9));
                DenseMatrix bad = DenseMatrix.of(TestMatrices.map(g, x -> Double.NaN))) {
            double first = spectrum.compute(G);
            assertThat(spectrum.compute(bad)).isNaN();
            assertThat(spectrum.compute(other)).isGreaterThan(first);
            assertThat(spectrum.compute(G)).isEqualTo(first);
        }
    }

    @Test
    void wrongShapeIsRefused() {
        try (DenseMatrix G = DenseMatrix.zeros(3, 4)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new SpectralNorm(3).compute(G))
                    .withMessage("the matrix is 3 × 4, expected 3 × 3");
        }
    }
}
