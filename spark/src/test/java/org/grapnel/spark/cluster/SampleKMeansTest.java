package org.grapnel.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.testing.SyntheticPoints;
import org.grapnel.spark.testing.TestPanels;
import org.grapnel.spark.testing.TestSampleGraphs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleKMeansTest {
    private static Clustering known(Matrix X, int clusters) {
        try (ExecutionContext context = ExecutionContext.create(1);
                KMeansResult found = KMeans.clusterColumns(
                        context, X, KMeansOptions.of(clusters).withTolerance(0))) {
            return found.clustering();
        }
    }

    private static Clustering cluster(Matrix X, int clusters, int partitions, int limit) {
        Panels panels = TestPanels.create(TestPanels.context(), X, partitions, 13);
        try (SampleGroups groups = SampleKMeans.cluster(panels, clusters, 10, 0, limit)) {
            assertThat(groups.labels().getNumPartitions()).isEqualTo(partitions);
            return TestSampleGraphs.collect(groups);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1000", "3, 1000", "4, 1000", "1, 60", "3, 60", "4, 60", "12, 25"})
    void separatedCloudsAreTheGroupsOfOneMachine(int partitions, int limit) {
        double[][] x = SyntheticPoints.clouds(1, 6, 120, 4, 0.1);
        for (double[] row : x) for (int j = 0; j < row.length; j++) row[j] -= 2; // scores of components are signed
        try (DenseMatrix X = DenseMatrix.of(x)) {
            Clustering known = known(X, 4);
            Clustering found = cluster(X, 4, partitions, limit);
            if (limit > 120) assertThat(found).isEqualTo(known);
            else assertThat(AdjustedRand.compute(found, known)).isEqualTo(1);
            assertThat(cluster(SparseMatrix.of(X), 4, partitions, limit)).isEqualTo(found);
        }
    }

    @Test
    void everyPartitioningConvergesToMeansOfItsGroups() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(3, 5, 150, 5, 1.5))) {
            Clustering found = cluster(X, 4, 3, 40);
            double[][] mean = new double[4][5];
            for (int j = 0; j < 150; j++)
                for (int f = 0; f < 5; f++) mean[found.labelOf(j)][f] += X.get(f, j) / found.sizes()[found.labelOf(j)];
            for (int j = 0; j < 150; j++) {
                int nearest = 0;
                for (int g = 1; g < 4; g++) if (square(X, j, mean[g]) < square(X, j, mean[nearest])) nearest = g;
                assertThat(found.labelOf(j)).isEqualTo(nearest);
            }
        }
    }

    private static double square(DenseMatrix X, int j, double[] mean) {
        double square = 0;
        for (int f = 0; f < mean.length; f++) square += (X.get(f, j) - mean[f]) * (X.get(f, j) - mean[f]);
        return square;
    }

    @ParameterizedTest
    @CsvSource({"100", "10"})
    void fewerDistinctSamplesThanClustersGiveFewerGroups(int limit) {
        double[][] x = new double[2][40];
        for (int j = 0; j < 40; j++) x[0][j] = j % 3;
        try (DenseMatrix X = DenseMatrix.of(x)) {
            Clustering found = cluster(X, 5, 3, limit);
            assertThat(found.clusters()).isEqualTo(3);
            for (int j = 3; j < 40; j++) assertThat(found.labelOf(j)).isEqualTo(found.labelOf(j % 3));
        }
    }

    @Test
    void rareSamplesThatTheDrawMissesStillFormGroups() {
        double[][] x = new double[1][60];
        x[0][17] = 5;
        x[0][31] = -9;
        try (DenseMatrix X = DenseMatrix.of(x)) {
            Clustering found = cluster(X, 3, 4, 3);
            assertThat(found.clusters()).isEqualTo(3);
            assertThat(found.sizes()).containsExactlyInAnyOrder(58, 1, 1);
            assertThat(cluster(SparseMatrix.of(X), 3, 4, 3).sizes()).containsExactlyInAnyOrder(58, 1, 1);
        }
    }
}
