package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.linalg.decomp.SpectralNorm;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class GraphTest {
    /** Returns a random symmetric adjacency matrix; some samples have no neighbour. */
    private static double[][] adjacency(long seed, int n) {
        double[][] u = TestMatrices.mostlyZero(seed, n, n);
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) a[i][j] = a[j][i] = i % 7 == 6 || j % 7 == 6 ? 0 : u[i][j];
        return a;
    }

    private static SparseMatrix sparse(double[][] a) {
        try (DenseMatrix A = DenseMatrix.of(a)) {
            return SparseMatrix.of(A);
        }
    }

    private static void assertRefused(double[][] a, String message) {
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Graph.of(sparse(a), "edges.mtx"))
                .withMessage(message);
    }

    @Test
    void adjacencyMatrixMustBeSquare() {
        assertRefused(new double[2][3], "edges.mtx: an adjacency matrix must be square, this is 2 × 3");
    }

    @Test
    void weightsMustBeFiniteAndNotNegative() {
        for (double bad : new double[] {-0.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            double[][] a = adjacency(1, 4);
            a[0][2] = bad;
            a[2][0] = bad;
            assertRefused(a, "edges.mtx: the weight of (0, 2) is " + bad + ", allowed are finite numbers >= 0");
            double[][] oneWay = new double[4][4];
            oneWay[3][1] = bad;
            assertRefused(oneWay, "edges.mtx: the weight of (3, 1) is " + bad + ", allowed are finite numbers >= 0");
        }
    }

    @Test
    void diagonalMustBeEmpty() {
        double[][] a = new double[3][3];
        a[1][1] = 0.25;
        assertRefused(a, "edges.mtx: sample 1 is joined to itself (0.25); the diagonal must be empty");
    }

    @Test
    void adjacencyMatrixMustBeSymmetric() {
        double[][] a = new double[3][3];
        a[0][2] = 1;
        a[2][0] = 2;
        assertRefused(a, "edges.mtx: not symmetric, (0, 2) is 1.0 and (2, 0) is 2.0");
        a[0][2] = 0;
        assertRefused(a, "edges.mtx: not symmetric, (2, 0) is 2.0 and (0, 2) is 0.0");
        a[0][2] = 2 * (1 + 1e-9);
        assertThatExceptionOfType(DataException.class).isThrownBy(() -> Graph.of(sparse(a), "edges.mtx"));
    }

    @Test
    void roundingIsNotAsymmetry() {
        double[][] a = {{0, 1}, {1 + 1e-15, 0}};
        assertThat(Graph.of(sparse(a), "x").size()).isEqualTo(2);
    }

    @Test
    void degreesAreRowSums() {
        for (int n : new int[] {1, 2, 13, 40}) {
            double[][] a = adjacency(n, n);
            Graph graph = Graph.of(sparse(a), "x");
            assertThat(graph.size()).isEqualTo(n);
            double mean = 0;
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (double weight : a[i]) sum += weight;
                assertThat(graph.degree(i)).isEqualTo(sum);
                mean += sum / n;
            }
            assertThat(graph.meanDegree()).isCloseTo(mean, within(1e-14 * n));
            assertThat(graph.adjacency().nonZeros()).isEqualTo(DenseMatrix.of(a).nonZeros());
        }
        assertThat(Graph.of(sparse(new double[0][0]), "x").meanDegree()).isZero();
    }

    @Test
    void laplacianIsDegreesMinusWeights() {
        for (int n : new int[] {1, 2, 13, 40}) {
            double[][] a = adjacency(n, n);
            double[][] l = new double[n][n];
            double[][] identity = new double[n][n];
            for (int i = 0; i < n; i++) {
                identity[i][i] = 1;
                for (int j = 0; j < n; j++) {
                    l[i][i] += a[i][j];
                    if (i != j) l[i][j] = -a[i][j];
                }
            }
            Laplacian L = Graph.of(sparse(a), "x").laplacian();
            assertThat(L.size()).isEqualTo(n);
            for (int threads : new int[] {1, 3}) {
                try (ExecutionContext context = ExecutionContext.create(threads);
                        DenseMatrix I = DenseMatrix.of(identity);
                        DenseMatrix out = DenseMatrix.zeros(n, n);
                        DenseMatrix dense = DenseMatrix.of(l)) {
                    L.times(context, I, out);
                    assertThat(TestMatrices.distance(out.toArray(), l)).isLessThan(1e-15);
                    double norm = new SpectralNorm(n).compute(dense);
                    assertThat(L.norm()).isCloseTo(norm, within(1e-12 * norm));
                }
            }
        }
    }

    @Test
    void laplacianOfOnesIsZero() {
        int n = 60;
        Laplacian L = Graph.of(sparse(adjacency(5, n)), "x").laplacian();
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix ones = DenseMatrix.zeros(n, 3);
                DenseMatrix out = DenseMatrix.zeros(n, 3)) {
            ones.fill(1);
            out.fill(9);
            L.times(context, ones, out);
            assertThat(TestMatrices.largest(out.toArray())).isLessThan(1e-13);
        }
    }

    @Test
    void quadraticFormIsASumOfSquares() {
        int n = 30;
        double[][] a = adjacency(6, n);
        Laplacian L = Graph.of(sparse(a), "x").laplacian();
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix out = DenseMatrix.zeros(n, 4)) {
            for (int seed = 0; seed < 20; seed++) {
                double[][] h = TestMatrices.signed(seed, n, 4);
                try (DenseMatrix Ht = DenseMatrix.of(h)) {
                    L.times(context, Ht, out);
                }
                double form = 0;
                double squares = 0;
                for (int i = 0; i < n; i++) {
                    for (int c = 0; c < 4; c++) {
                        form += h[i][c] * out.get(i, c);
                        for (int j = 0; j < n; j++) squares += a[i][j] * (h[i][c] - h[j][c]) * (h[i][c] - h[j][c]) / 2;
                    }
                }
                assertThat(form).isGreaterThanOrEqualTo(0).isCloseTo(squares, within(1e-12 * squares));
                assertThat(form).isLessThanOrEqualTo(L.norm() * TestMatrices.squares(h));
            }
        }
    }

    @Test
    void graphWithoutEdgesHasNormZero() {
        for (int n : new int[] {1, 5}) {
            Laplacian L = Graph.of(sparse(new double[n][n]), "x").laplacian();
            assertThat(L.norm()).isZero();
        }
    }

    @Test
    void asymmetryIsRelativeToTheWeight() {
        double[][] large = {{0, 1e6}, {1e6 * (1 + 1e-13), 0}};
        assertThat(large[0][1]).isNotEqualTo(large[1][0]);
        assertThat(Graph.of(sparse(large), "x").size()).isEqualTo(2);
        double[][] small = {{0, 1e-7}, {1.01e-7, 0}};
        assertRefused(small, "edges.mtx: not symmetric, (0, 1) is 1.0E-7 and (1, 0) is 1.01E-7");
        double[][] tiny = {{0, 1e-14}, {1.01e-14, 0}};
        assertRefused(tiny, "edges.mtx: not symmetric, (0, 1) is 1.0E-14 and (1, 0) is 1.01E-14");
    }
}
