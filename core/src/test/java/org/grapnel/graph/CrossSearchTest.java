package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CrossSearchTest {
    /** 700 known samples fill more than one block; the first five of the 600 new ones are copies of known ones. */
    private static double[][] fresh(double[][] known) {
        double[][] fresh = TestMatrices.uniform(2, 7, 600);
        for (int f = 0; f < 7; f++) System.arraycopy(known[f], 100, fresh[f], 0, 5);
        return fresh;
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void neighborsMatchAllDistances(Metric metric) {
        double[][] known = TestMatrices.uniform(1, 7, 700);
        double[][] fresh = fresh(known);
        double[][] a = TestMatrices.transpose(fresh);
        double[][] b = TestMatrices.transpose(known);
        for (int threads : new int[] {1, 3}) {
            try (ExecutionContext context = ExecutionContext.create(threads);
                    DenseMatrix K = DenseMatrix.of(known);
                    DenseMatrix F = DenseMatrix.of(fresh)) {
                Neighbors found = CrossSearch.search(context, K, F, 4, metric);
                Neighbors ofSparse = CrossSearch.search(context, K, SparseMatrix.of(F), 4, metric);
                for (int i = 0; i < a.length; i++) {
                    double[] distance = new double[b.length];
                    for (int j = 0; j < b.length; j++) distance[j] = distance(a[i], b[j], metric);
                    int[] nearest = IntStream.range(0, b.length)
                            .boxed()
                            .sorted(Comparator.comparingDouble(j -> distance[j]))
                            .mapToInt(j -> j)
                            .toArray();
                    for (int q = 0; q < 4; q++) {
                        assertThat(found.index(i, q)).as("%d of %d", q, i).isEqualTo(nearest[q]);
                        assertThat(found.distance(i, q)).isCloseTo(distance[nearest[q]], within(1e-12));
                        assertThat(ofSparse.index(i, q)).isEqualTo(nearest[q]);
                    }
                }
                if (metric == Metric.EUCLIDEAN)
                    for (int i = 0; i < 5; i++) {
                        assertThat(found.index(i, 0)).isEqualTo(100 + i);
                        assertThat(found.distance(i, 0)).isZero();
                    }
            }
        }
    }

    private static double distance(double[] x, double[] y, Metric metric) {
        double[] u = metric == Metric.COSINE ? unit(x) : x;
        double[] v = metric == Metric.COSINE ? unit(y) : y;
        double sum = 0;
        for (int f = 0; f < u.length; f++) sum += (u[f] - v[f]) * (u[f] - v[f]);
        return metric == Metric.COSINE ? sum / 2 : Math.sqrt(sum);
    }

    private static double[] unit(double[] x) {
        double length = Math.sqrt(Arrays.stream(x).map(v -> v * v).sum());
        return Arrays.stream(x).map(v -> v / length).toArray();
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void atMostAllKnownSamplesAreNeighbors(Metric metric) {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix K = DenseMatrix.of(TestMatrices.uniform(1, 3, 4));
                DenseMatrix F = DenseMatrix.of(TestMatrices.uniform(2, 3, 2))) {
            assertThat(CrossSearch.search(context, K, F, 4, metric).count()).isEqualTo(4);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CrossSearch.search(context, K, F, 5, metric))
                    .withMessage("neighbors must be between 1 and 4, got 5");
        }
    }

    @Test
    void featureCountsMustAgree() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix K = DenseMatrix.of(new double[][] {{0, 5, 9}});
                DenseMatrix F = DenseMatrix.of(new double[][] {{6, 1}});
                DenseMatrix other = DenseMatrix.zeros(2, 2)) {
            Neighbors found = CrossSearch.search(context, K, F, 1, Metric.EUCLIDEAN);
            assertThat(found.index(0, 0)).isEqualTo(1);
            assertThat(found.index(1, 0)).isZero();
            assertThat(found.distance(0, 0)).isEqualTo(1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CrossSearch.search(context, K, F, 0, Metric.EUCLIDEAN))
                    .withMessage("neighbors must be between 1 and 3, got 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CrossSearch.search(context, K, other, 1, Metric.EUCLIDEAN))
                    .withMessage("the known samples have 1 features, the new ones 2");
        }
    }
}
