package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class SpectralEmbeddingTest {
    /** Returns random weights within each part, with some isolated samples at the end. */
    static Graph parts(int size, int parts, int alone, long seed) {
        int n = size * parts + alone;
        double[][] a = new double[n][n];
        for (int i = 0; i < size * parts; i++)
            for (int j = 0; j < i; j++)
                if (i / size == j / size && (j == i - 1 || CounterRandom.uniform(seed, i, j) < 0.2))
                    a[i][j] = a[j][i] = 0.1 + CounterRandom.uniform(seed, j, i);
        try (DenseMatrix A = DenseMatrix.of(a)) {
            return Graph.of(SparseMatrix.of(A), "parts");
        }
    }

    @Test
    void vectorsSolveBothEigenproblems() {
        Graph graph = parts(150, 1, 0, 1);
        int n = graph.size();
        try (ExecutionContext context = ExecutionContext.create(2);
                SpectralEmbedding found = SpectralEmbedding.compute(context, graph, 5, 0);
                DenseMatrix Y = found.generalised()) {
            assertThat(found.values().get(0)).isLessThan(1e-12);
            for (int q = 0; q < 5; q++) {
                for (int i = 0; i < n; i++) {
                    double normalised = found.vectors().get(i, q);
                    double plain = graph.degree(i) * Y.get(i, q);
                    for (int j = 0; j < n; j++) {
                        double weight = graph.adjacency().get(i, j);
                        normalised -= weight
                                / Math.sqrt(graph.degree(i) * graph.degree(j))
                                * found.vectors().get(j, q);
                        plain -= weight * Y.get(j, q);
                    }
                    assertThat(normalised)
                            .isCloseTo(found.values().get(q) * found.vectors().get(i, q), within(1e-7));
                    assertThat(plain).isCloseTo(found.values().get(q) * graph.degree(i) * Y.get(i, q), within(1e-6));
                }
            }
        }
    }

    @Test
    void everyComponentHasAZeroEigenvalue() {
        try (ExecutionContext context = ExecutionContext.create(1);
                SpectralEmbedding found = SpectralEmbedding.compute(context, parts(40, 4, 0, 2), 6, 0)) {
            assertThat(found.values().subList(0, 4)).allMatch(value -> value < 1e-10);
            assertThat(found.values().subList(4, 6)).allMatch(value -> value > 1e-3);
        }
    }

    /** Isolated samples would take the zero eigenvalues and hide the components. */
    @Test
    void isolatedSamplesHaveZeroRowsAndTakeNoVector() {
        Graph graph = parts(40, 3, 20, 3);
        try (ExecutionContext context = ExecutionContext.create(1);
                SpectralEmbedding found = SpectralEmbedding.compute(context, graph, 3, 0);
                DenseMatrix U = found.directions()) {
            for (int i = 0; i < 140; i++) {
                assertThat(found.hasPlace(i)).isEqualTo(i < 120);
                double length = 0;
                for (int q = 0; q < 3; q++) {
                    length += U.get(i, q) * U.get(i, q);
                    if (i >= 120) assertThat(found.vectors().get(i, q)).isZero();
                }
                assertThat(length).isCloseTo(i < 120 ? 1 : 0, within(1e-12));
                // rows within a component are parallel, and rows of different components are orthogonal
                for (int j = 0; j < i && i < 120; j++) {
                    double cosine = 0;
                    for (int q = 0; q < 3; q++) cosine += U.get(i, q) * U.get(j, q);
                    assertThat(cosine).isCloseTo(i / 40 == j / 40 ? 1 : 0, within(1e-6));
                }
            }
        }
    }

    @Test
    void tooManyVectorsAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> SpectralEmbedding.compute(context, parts(3, 1, 4, 0), 5, 0))
                    .withMessage("only 3 samples have a neighbour: the graph cannot place them in 5 dimensions");
        }
    }

    @Test
    void asManyVectorsAsConnectedSamplesAreAllowed() {
        Graph graph = parts(4, 1, 2, 5);
        try (ExecutionContext context = ExecutionContext.create(1);
                SpectralEmbedding found = SpectralEmbedding.compute(context, graph, 4, 0);
                DenseMatrix Y = found.generalised()) {
            double trace = 0;
            for (int q = 0; q < 4; q++) {
                trace += found.values().get(q);
                for (int t = 0; t < 4; t++) {
                    double product = 0;
                    for (int i = 0; i < 6; i++) product += graph.degree(i) * Y.get(i, q) * Y.get(i, t);
                    assertThat(product).as("yᵀDy of %d and %d", q, t).isCloseTo(q == t ? 1 : 0, within(1e-8));
                }
            }
            assertThat(trace).as("the diagonal of L is 1").isCloseTo(4, within(1e-8));
        }
    }
}
