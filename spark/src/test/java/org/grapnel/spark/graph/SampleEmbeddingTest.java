package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.SpectralEmbedding;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.decomp.ChebyshevEigenSolver.EigenOptions;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.testing.SyntheticPoints;
import org.grapnel.spark.testing.TestSampleGraphs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleEmbeddingTest {
    private static Graph graph(int n) {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(4, 4, n, 3, 1.2))) {
            return KnnGraph.build(context, X, GraphSpec.standard().withNeighbors(8))
                    .graph();
        }
    }

    /** Asserts that the rows of U span the columns of V: ‖V − U·UᵀV‖ bounds the sine of the largest angle. */
    private static void assertSameSpan(List<double[]> parts, DenseMatrix V) {
        int n = V.rows();
        int c = V.cols();
        double[][] U = new double[n][];
        int row = 0;
        for (double[] part : parts)
            for (int at = 0; at < part.length; at += c) U[row++] = Arrays.copyOfRange(part, at, at + c);
        assertThat(row).isEqualTo(n);
        double[][] UtV = new double[c][c];
        for (int i = 0; i < n; i++)
            for (int a = 0; a < c; a++) for (int q = 0; q < c; q++) UtV[a][q] += U[i][a] * V.get(i, q);
        double squares = 0;
        for (int i = 0; i < n; i++)
            for (int q = 0; q < c; q++) {
                double left = V.get(i, q);
                for (int a = 0; a < c; a++) left -= U[i][a] * UtV[a][q];
                squares += left * left;
            }
        assertThat(Math.sqrt(squares)).isLessThan(1e-5);
    }

    @ParameterizedTest
    @CsvSource({"150, 3, 1", "220, 4, 3", "60, 3, 7"})
    void eigenvectorsSpanTheSpaceOfOneMachine(int n, int count, int partitions) {
        Graph local = graph(n);
        EigenOptions options = EigenOptions.of(count).withTolerance(1e-6);
        try (ExecutionContext context = ExecutionContext.create(1);
                SpectralEmbedding known = SpectralEmbedding.compute(context, local, options);
                SampleGraph graph = TestSampleGraphs.distribute(local, partitions);
                SampleEmbedding found = SampleEmbedding.compute(graph, options)) {
            assertThat(found.residual()).isLessThanOrEqualTo(2e-6);
            for (int j = 0; j < count; j++)
                assertThat(found.values().get(j)).isCloseTo(known.values().get(j), within(1e-9));
            List<double[]> vectors = found.vectors().collect();
            assertSameSpan(vectors, known.vectors());
            try (DenseMatrix directions = known.directions()) {
                int i = 0;
                for (double[] part : found.directions().collect())
                    for (int at = 0; at < part.length; at += count, i++)
                        for (int j = 0; j < count; j++)
                            assertThat(part[at + j]).isCloseTo(directions.get(i, j), within(1e-3));
            }
        }
    }

    @Test
    void samePartitionsGiveTheSameBits() {
        EigenOptions options = EigenOptions.of(3).withTolerance(1e-6);
        try (SampleGraph graph = TestSampleGraphs.distribute(graph(120), 3);
                SampleEmbedding one = SampleEmbedding.compute(graph, options);
                SampleEmbedding other = SampleEmbedding.compute(graph, options)) {
            List<double[]> vectors = one.vectors().collect();
            for (int q = 0; q < 3; q++)
                assertThat(other.vectors().collect().get(q)).isEqualTo(vectors.get(q));
        }
    }

    @Test
    void sampleWithoutANeighborIsRefused() {
        try (SampleGraph graph = TestSampleGraphs.distribute(TestSampleGraphs.of(3, List.of(new int[] {0, 2})), 2)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SampleEmbedding.compute(graph, EigenOptions.of(1)))
                    .withMessage("every sample must have a neighbour, 1 have none");
        }
    }
}
