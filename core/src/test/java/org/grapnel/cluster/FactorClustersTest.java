package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class FactorClustersTest {
    private static final KMeansOptions OPTIONS = KMeansOptions.of(4);

    private static double[][] columnsTimes(double[][] a, double... by) {
        double[][] b = TestMatrices.copy(a);
        for (double[] row : b) for (int j = 0; j < row.length; j++) row[j] *= by[j];
        return b;
    }

    @Test
    void fixedScaleMeansKMeansOnH() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix W = DenseMatrix.of(TestMatrices.uniform(1, 20, 3));
                DenseMatrix Ht = DenseMatrix.of(TestMatrices.uniform(2, 80, 3));
                KMeansResult of = FactorClusters.cluster(context, W, Ht, true, OPTIONS);
                KMeansResult plain = KMeans.clusterRows(context, Ht, OPTIONS)) {
            assertThat(of.clustering()).isEqualTo(plain.clustering());
            assertThat(of.inertia()).isEqualTo(plain.inertia());
        }
    }

    @Test
    void freeScaleMakesTheScaleOfComponentsIrrelevant() {
        double[][] w = TestMatrices.uniform(1, 20, 3);
        double[][] h = TestMatrices.uniform(2, 80, 3);
        double[][] norms = new double[1][3];
        for (double[] row : w) for (int j = 0; j < 3; j++) norms[0][j] += row[j] * row[j];
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix W = DenseMatrix.of(w);
                DenseMatrix Ht = DenseMatrix.of(h);
                DenseMatrix otherW = DenseMatrix.of(columnsTimes(w, 8, 0.25, 2));
                DenseMatrix otherHt = DenseMatrix.of(columnsTimes(h, 0.125, 4, 0.5));
                DenseMatrix scaled = DenseMatrix.of(
                        columnsTimes(h, Math.sqrt(norms[0][0]), Math.sqrt(norms[0][1]), Math.sqrt(norms[0][2])));
                KMeansResult of = FactorClusters.cluster(context, W, Ht, false, OPTIONS);
                KMeansResult other = FactorClusters.cluster(context, otherW, otherHt, false, OPTIONS);
                KMeansResult written = KMeans.clusterRows(context, scaled, OPTIONS)) {
            assertThat(of.clustering()).isEqualTo(written.clustering());
            assertThat(of.inertia()).isEqualTo(written.inertia());
            assertThat(other.clustering()).isEqualTo(of.clustering());
            assertThat(other.inertia()).isEqualTo(of.inertia()); // powers of two scale without rounding
            assertThat(Ht.toArray()).isDeepEqualTo(h);
        }
    }

    @Test
    void pointsWithVanishingSquaresAreRescaled() {
        double[][] h = TestMatrices.uniform(2, 30, 3);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix usual = FactorClusters.rescale(DenseMatrix.of(h));
                DenseMatrix tiny = FactorClusters.rescale(DenseMatrix.of(TestMatrices.map(h, x -> x * 0x1p-700)));
                DenseMatrix huge = FactorClusters.rescale(DenseMatrix.of(TestMatrices.map(h, x -> x * 0x1p700)));
                KMeansResult of = KMeans.clusterRows(context, usual, OPTIONS);
                KMeansResult small = KMeans.clusterRows(context, tiny, OPTIONS);
                KMeansResult large = KMeans.clusterRows(context, huge, OPTIONS)) {
            assertThat(usual.toArray()).as("unchanged").isDeepEqualTo(h);
            assertThat(small.clustering()).isEqualTo(of.clustering());
            assertThat(large.clustering()).isEqualTo(of.clustering());
        }
        try (DenseMatrix mixed = FactorClusters.rescale(DenseMatrix.of(new double[][] {{1, 1e-200}, {1, 0}}))) {
            assertThat(mixed.toArray()).isDeepEqualTo(new double[][] {{1, 0}, {1, 0}});
        }
    }

    @Test
    void pointsInRangeAreNotChanged() {
        try (DenseMatrix points = DenseMatrix.of(new double[][] {{0, 3}, {5, 0}})) {
            assertThat(FactorClusters.rescale(points).toArray()).isDeepEqualTo(new double[][] {{0, 3}, {5, 0}});
        }
    }
}
