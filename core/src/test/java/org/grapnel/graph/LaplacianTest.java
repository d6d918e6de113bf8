package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.linalg.decomp.SpectralNorm;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class LaplacianTest {
    /** Returns random weights within three blocks; some samples have no neighbour. */
    private static double[][] adjacency(long seed, int n) {
        double[][] u = TestMatrices.uniform(seed, n, n);
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) {
                boolean joined = i % 3 == j % 3 && i % 7 != 6 && j % 7 != 6 && u[j][i] < 0.7;
                a[i][j] = a[j][i] = joined ? u[i][j] : 0;
            }
        return a;
    }

    private static Graph graph(double[][] a) {
        try (DenseMatrix A = DenseMatrix.of(a)) {
            return Graph.of(SparseMatrix.of(A), "x");
        }
    }

    private static Laplacian normalized(double[][] a) {
        return graph(a).laplacian(LaplacianKind.NORMALIZED);
    }

    private static double degree(double[][] a, int i) {
        return Arrays.stream(a[i]).sum();
    }

    /** Returns I − D^(−½) A D^(−½), with zero rows where D is zero. */
    private static double[][] naive(double[][] a) {
        int n = a.length;
        double[][] l = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double both = Math.sqrt(degree(a, i)) * Math.sqrt(degree(a, j));
                if (both > 0) l[i][j] = (i == j ? 1 : 0) - a[i][j] / both;
            }
        return l;
    }

    private static double[][] times(int threads, Laplacian L, double[][] h) {
        try (ExecutionContext context = ExecutionContext.create(threads);
                DenseMatrix Ht = DenseMatrix.of(h);
                DenseMatrix out = DenseMatrix.zeros(h.length, h[0].length)) {
            out.fill(9);
            L.times(context, Ht, out);
            return out.toArray();
        }
    }

    @Test
    void operatorAndNormMatchTheNaiveMatrix() {
        for (int n : new int[] {1, 2, 13, 40, 90}) {
            double[][] a = adjacency(n, n);
            double[][] l = naive(a);
            Laplacian L = normalized(a);
            assertThat(L.size()).isEqualTo(n);
            double[][] identity = new double[n][n];
            for (int i = 0; i < n; i++) identity[i][i] = 1;
            double[][] found = times(1, L, identity);
            assertThat(TestMatrices.distance(found, l)).isLessThan(1e-15);
            assertThat(found).as("symmetric to the bit").isDeepEqualTo(TestMatrices.transpose(found));
            for (int threads : new int[] {2, 3})
                assertThat(times(threads, L, identity)).isDeepEqualTo(found);
            try (DenseMatrix dense = DenseMatrix.of(l)) {
                double norm = new SpectralNorm(n).compute(dense);
                assertThat(L.norm()).isCloseTo(norm, within(1e-12 * norm));
            }
        }
    }

    @Test
    void graphEnergyMatchesTheFormAndKeepsDigitsForNearlyEqualNeighbors() {
        int n = 40;
        double[][] a = adjacency(3, n);
        for (LaplacianKind kind : LaplacianKind.values()) {
            Laplacian L = graph(a).laplacian(kind);
            double[] root = new double[n];
            for (int j = 0; j < n; j++)
                root[j] = kind == LaplacianKind.PLAIN || degree(a, j) == 0 ? 1 : Math.sqrt(degree(a, j));
            double[][] h = TestMatrices.uniform(4, n, 2);
            for (int j = 0; j < n; j++) h[j][1] = root[j] * (1 + 1e-9 * h[j][1]); // nearly in the null space
            double[] expected = new double[2];
            for (int j = 0; j < n; j++)
                for (int l = 0; l < j; l++)
                    for (int c = 0; c < 2; c++)
                        expected[c] += a[j][l] * Math.pow(h[j][c] / root[j] - h[l][c] / root[l], 2);
            double[] first = roughness(1, L, h);
            // rounding of h is 1e-7 of the neighbours' difference; h·(Lh) has no correct digit
            assertThat(first[0]).isCloseTo(expected[0], within(1e-13 * expected[0]));
            assertThat(first[1]).isCloseTo(expected[1], within(1e-6 * expected[1]));
            assertThat(expected[1]).isBetween(1e-18, 1e-15);
            for (int threads : new int[] {2, 3})
                assertThat(roughness(threads, L, h)).isEqualTo(first);
        }
    }

    @Test
    void faintEdgesDoNotOverflowTheGraphEnergy() {
        double[][] a = {{0, 1e-300}, {1e-300, 0}};
        assertThat(roughness(1, normalized(a), new double[][] {{1e60}, {0}})[0]).isCloseTo(1e120, within(1e106));
    }

    private static double[] roughness(int threads, Laplacian L, double[][] h) {
        double[] found = new double[h[0].length];
        try (ExecutionContext context = ExecutionContext.create(threads);
                DenseMatrix Ht = DenseMatrix.of(h)) {
            L.graphEnergy(context, Ht, found);
        }
        return found;
    }

    /** Tr(H L Hᵀ) = ½ Σ aⱼₗ ‖hⱼ/√dⱼ − hₗ/√dₗ‖², so never negative, and never above 2‖H‖². */
    @Test
    void normalizedQuadraticFormIsASumOfSquares() {
        int n = 30;
        double[][] a = adjacency(6, n);
        Laplacian L = normalized(a);
        for (int seed = 0; seed < 20; seed++) {
            double[][] h = TestMatrices.signed(seed, n, 4);
            double[][] lh = times(1, L, h);
            double form = 0;
            double squares = 0;
            for (int j = 0; j < n; j++)
                for (int c = 0; c < 4; c++) {
                    form += h[j][c] * lh[j][c];
                    for (int l = 0; l < n; l++)
                        if (a[j][l] > 0) {
                            double gap = h[j][c] / Math.sqrt(degree(a, j)) - h[l][c] / Math.sqrt(degree(a, l));
                            squares += a[j][l] * gap * gap / 2;
                        }
                }
            assertThat(form).isGreaterThanOrEqualTo(0).isCloseTo(squares, within(1e-12 * squares));
            assertThat(form).isLessThanOrEqualTo(L.norm() * TestMatrices.squares(h));
        }
    }

    /** √d on a component and zero outside it has zero energy, for each of the three blocks. */
    @Test
    void rootsOfDegreesSpanTheNullSpace() {
        int n = 60;
        double[][] a = adjacency(5, n);
        double[][] roots = new double[n][3];
        for (int j = 0; j < n; j++) roots[j][j % 3] = Math.sqrt(degree(a, j));
        assertThat(graph(a).components().count()
                        - graph(a).components().isolated().size())
                .isEqualTo(3);
        assertThat(TestMatrices.largest(times(2, normalized(a), roots))).isLessThan(1e-14);
    }

    @Test
    void rowOfAnIsolatedSampleIsZero() {
        int n = 20;
        double[][] a = adjacency(8, n);
        double[][] lh = times(1, normalized(a), TestMatrices.signed(1, n, 2));
        for (int alone : graph(a).components().isolated()) assertThat(lh[alone]).containsOnly(0);
        assertThat(graph(a).components().isolated()).contains(6, 13);
    }

    @Test
    void normIsAtMostTwoAndTwoForABipartiteGraph() {
        for (int n : new int[] {2, 7, 40, 90}) {
            double[][] a = new double[n][n]; // left and right, with no edge within either
            for (int i = 0; i < n; i += 2)
                for (int j = 1; j < n; j += 2) a[i][j] = a[j][i] = 0.01 + CounterRandom.uniform(n, i, j);
            assertThat(normalized(a).norm()).isLessThanOrEqualTo(2).isCloseTo(2, within(1e-12));
            assertThat(normalized(adjacency(n, n)).norm()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void completeGraphHasNormNOverNMinusOne() {
        for (int n : new int[] {2, 3, 10, 50}) {
            double norm = BlockGraph.create(new int[n], 1, 0)
                    .laplacian(LaplacianKind.NORMALIZED)
                    .norm();
            assertThat(norm).isCloseTo(n / (n - 1.0), within(1e-12));
        }
    }

    @Test
    void unitOfTheWeightsDoesNotMatter() {
        int n = 40;
        double[][] a = adjacency(2, n);
        double[][] h = TestMatrices.signed(3, n, 3);
        Laplacian L = normalized(a);
        for (double unit : new double[] {1e-300, 1e-3, 7, 1e300}) {
            Laplacian scaled = normalized(TestMatrices.map(a, x -> unit * x));
            assertThat(scaled.norm()).isCloseTo(L.norm(), within(1e-12));
            assertThat(TestMatrices.distance(times(1, scaled, h), times(1, L, h)))
                    .isLessThan(1e-14);
        }
    }

    @Test
    void equalDegreesGiveThePlainLaplacianOverTheDegree() {
        int n = 30;
        double[][] ring = new double[n][n];
        for (int j = 0; j < n; j++)
            for (int step : new int[] {1, 4}) ring[j][(j + step) % n] = ring[(j + step) % n][j] = 0.5 * step;
        double[][] h = TestMatrices.signed(4, n, 3);
        double[][] plain = times(1, graph(ring).laplacian(LaplacianKind.PLAIN), h);
        assertThat(TestMatrices.distance(times(1, normalized(ring), h), TestMatrices.map(plain, x -> x / 5)))
                .isLessThan(1e-14);
        assertThat(graph(ring).laplacian(LaplacianKind.PLAIN).norm())
                .isEqualTo(graph(ring).laplacian().norm());
    }

    @Test
    void graphWithoutEdgesHasNormZero() {
        for (int n : new int[] {0, 1, 5})
            assertThat(BlockGraph.create(new int[n], 0, 0)
                            .laplacian(LaplacianKind.NORMALIZED)
                            .norm())
                    .isZero();
    }
}
