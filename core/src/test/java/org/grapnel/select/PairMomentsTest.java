package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairMomentsTest {
    /** With a constant row, a zero row, a copy of a row, and a row far from zero. */
    private static double[][] rows(int p, int n) {
        double[][] x = TestMatrices.mostlyZero(3, p, n);
        Arrays.fill(x[2], 0.7);
        Arrays.fill(x[4], 0);
        x[7] = x[5].clone();
        for (int a = 0; a < n; a++) x[9][a] += 5;
        return x;
    }

    private static int[] all(int p) {
        int[] all = new int[p];
        Arrays.setAll(all, i -> i);
        return all;
    }

    @ParameterizedTest
    @CsvSource({"12, 15, 0.2", "12, 15, 0.5", "30, 12, 0.5", "12, 40, 0.8"})
    void closedFormsEqualSumsOverAllPairsAndEdges(int p, int n, double rho) {
        double[][] x = rows(p, n);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                SparseMatrix S = SparseMatrix.of(X)) {
            Graph graph = KnnGraph.build(context, X, GraphSpec.standard().withNeighbors(2))
                    .graph();
            NaiveNeighborContrast plain = new NaiveNeighborContrast(x, graph, rho);
            double scale = TestMatrices.largest(plain.covariance);
            for (Matrix M : List.of(X, S)) {
                try (PairMoments moments = PairMoments.compute(context, M, EdgeList.collect(graph, 1000), rho, 4)) {
                    SubsetDistance subset = new SubsetDistance(moments.edges);
                    double[] row = new double[n];
                    int[] chosen = {5, 7, 1, 9};
                    double ownDots = 0;
                    for (int j : chosen) {
                        ownDots += 2 * moments.features.dots(j, 0) + moments.squares[j] * moments.squares[j];
                        moments.features.row(j, row);
                        subset.add(row, moments.squares[j], moments.mean[j]);
                        moments.features.addMember(j);
                    }
                    double[] sums = new double[p];
                    moments.covariances(context, all(p), subset, new int[p], new double[p], sums);
                    double[] total = moments.totalCovariances(context);
                    for (int i = 0; i < p; i++) {
                        assertThat(moments.mean[i]).isCloseTo(plain.mean[i], within(1e-12));
                        assertThat(moments.variance[i]).isCloseTo(plain.covariance[i][i], within(1e-12 * scale));
                        double expected = 0;
                        for (int j : chosen) expected += plain.covariance[i][j];
                        assertThat(sums[i]).as("feature %d", i).isCloseTo(expected, within(1e-12 * scale));
                        double sum = Arrays.stream(plain.covariance[i]).sum();
                        assertThat(total[i]).as("feature %d", i).isCloseTo(sum, within(1e-12 * p * scale));
                    }
                    double[] d = plain.distance(List.of(5, 7, 1, 9));
                    assertThat(moments.variance(subset, ownDots)).isCloseTo(plain.cov(d, d), within(1e-11 * scale));
                }
            }
        }
    }

    @Test
    void noCovarianceIsBelowItsBound() {
        double[][] x = rows(20, 30);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x)) {
            Graph graph = KnnGraph.build(context, X, GraphSpec.standard()).graph();
            NaiveNeighborContrast plain = new NaiveNeighborContrast(x, graph, 0.5);
            try (PairMoments moments = PairMoments.compute(context, X, EdgeList.collect(graph, 1000), 0.5, 1)) {
                for (int i = 0; i < 20; i++)
                    for (int j = 0; j < 20; j++)
                        assertThat(moments.covarianceLowerBound(i, moments.squares[j], moments.mean[j]))
                                .isLessThanOrEqualTo(plain.covariance[i][j] + 1e-12);
            }
        }
    }

    /** Covariances computed after any batch of the path must respect the bounds derived then. */
    @Test
    void boundsHoldForCovariancesOfAnyAge() {
        double[][] x = rows(25, 30);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x)) {
            Graph graph = KnnGraph.build(context, X, GraphSpec.standard()).graph();
            NaiveNeighborContrast plain = new NaiveNeighborContrast(x, graph, 0.5);
            int[] order = {1, 5, 7, 20, 9, 11, 13, 0};
            int[] ends = {0, 1, 3, 6, 8};
            try (PairMoments moments = PairMoments.compute(context, X, EdgeList.collect(graph, 1000), 0.5, 8)) {
                CovarianceBounds bounds = new CovarianceBounds(moments, 4);
                SubsetDistance subset = new SubsetDistance(moments.edges);
                double[] row = new double[30];
                for (int t = 0; t < 4; t++) {
                    double[] with = new double[t];
                    for (int j = ends[t]; j < ends[t + 1]; j++) {
                        moments.features.row(order[j], row);
                        subset.add(row, moments.squares[order[j]], moments.mean[order[j]]);
                        for (int s = 0; s < t; s++)
                            for (int l = ends[s]; l < ends[s + 1]; l++) with[s] += plain.covariance[order[j]][order[l]];
                    }
                    bounds.addBatch(ends[t + 1], sum(plain, order, ends[t + 1]), subset, with);
                    for (int then = 0; then <= t; then++)
                        for (int i = 0; i < 25; i++)
                            assertThat(bounds.lowerBound(i, covariance(plain, i, order, ends[then]), then))
                                    .isLessThanOrEqualTo(covariance(plain, i, order, ends[t + 1]) + 1e-12);
                }
                assertThat(bounds.estimate(2, 0)).isEqualTo(2);
            }
        }
    }

    private static double covariance(NaiveNeighborContrast plain, int i, int[] order, int count) {
        double sum = 0;
        for (int s = 0; s < count; s++) sum += plain.covariance[i][order[s]];
        return sum;
    }

    private static double sum(NaiveNeighborContrast plain, int[] order, int count) {
        double sum = 0;
        for (int s = 0; s < count; s++) sum += covariance(plain, order[s], order, count);
        return sum;
    }
}
