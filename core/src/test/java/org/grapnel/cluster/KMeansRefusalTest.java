package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class KMeansRefusalTest {
    private static void refuses(String message, Runnable what) {
        assertThatThrownBy(what::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void optionsOutOfRangeAreRefusedWithTheirValue() {
        KMeans.KMeansOptions good = KMeans.KMeansOptions.of(3);
        refuses("clusters must be at least 1, got 0", () -> KMeans.KMeansOptions.of(0));
        refuses("starts must be at least 1, got 0", () -> good.withStarts(0));
        refuses("max-iter must be at least 1, got -1", () -> good.withMaxIterations(-1));
        refuses("tol must be a number >= 0, got NaN", () -> good.withTolerance(Double.NaN));
        refuses("tol must be a number >= 0, got -0.5", () -> good.withTolerance(-0.5));
        refuses("keep must be at least 1, got 0", () -> SparseKMeans.SparseKMeansOptions.of(0, good));
        refuses(
                "rounds must be at least 1, got 0",
                () -> SparseKMeans.SparseKMeansOptions.of(1, good).withMaxRounds(0));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 4, 6));
                DenseMatrix five = DenseMatrix.zeros(5, 6);
                DenseMatrix none = DenseMatrix.zeros(0, 3);
                DenseMatrix flat = DenseMatrix.zeros(3, 0)) {
            refuses(
                    "clusters must be at most the number of samples, 4, got 5",
                    () -> KMeans.clusterRows(context, X, KMeans.KMeansOptions.of(5)));
            refuses(
                    "clusters must be at most the number of samples, 4, got 5",
                    () -> KMeans.clusterRowsFrom(context, X, five, KMeans.KMeansOptions.of(5)));
            refuses(
                    "clusters must be at most the number of samples, 6, got 7",
                    () -> KMeans.clusterColumns(context, X, KMeans.KMeansOptions.of(7)));
            refuses(
                    "clusters must be at most the number of samples, 0, got 1",
                    () -> KMeans.clusterRows(context, none, KMeans.KMeansOptions.of(1)));
            refuses(
                    "there is no feature to group by",
                    () -> KMeans.clusterRows(context, flat, KMeans.KMeansOptions.of(1)));
            refuses(
                    "there is no feature to group by",
                    () -> KMeans.clusterColumns(context, X, RowSet.none(4), KMeans.KMeansOptions.of(1)));
            refuses(
                    "features are out of 6, X has 4 rows",
                    () -> KMeans.clusterColumns(context, X, RowSet.all(6), KMeans.KMeansOptions.of(1)));
            refuses(
                    "centres must be 2 × 6, they are 4 × 6",
                    () -> KMeans.clusterRowsFrom(context, X, X, KMeans.KMeansOptions.of(2)));
            refuses(
                    "keep must be at most the number of features, 4, got 5",
                    () -> SparseKMeans.cluster(
                            context, X, SparseKMeans.SparseKMeansOptions.of(5, KMeans.KMeansOptions.of(2))));
            refuses(
                    "W has 3 components, H has 6",
                    () -> FactorClusters.cluster(context, none, X, true, KMeans.KMeansOptions.of(2)));
            refuses("no largest entry in rows of 0 numbers", () -> Argmax.cluster(flat));
        }
    }

    @Test
    void fewerDistinctSamplesThanClustersAreAFaultOfTheData() {
        double[][] x = PlainLloyd.grid(1, 60, 1, 3);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix Xt = X.transpose();
                SparseMatrix sparse = SparseMatrix.of(Xt)) {
            for (Runnable run : new Runnable[] {
                () -> KMeans.clusterRows(context, X, KMeans.KMeansOptions.of(5)),
                () -> KMeans.clusterColumns(context, Xt, KMeans.KMeansOptions.of(5)),
                () -> KMeans.clusterColumns(context, sparse, KMeans.KMeansOptions.of(5))
            })
                assertThatThrownBy(run::run)
                        .isInstanceOf(DataException.class)
                        .hasMessage(
                                "only 3 samples for 5 clusters differ by enough to be squared; lower the number of clusters");
        }
    }

    @Test
    void givenCentresDoNotHideThatSamplesAreTooFew() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{1}, {1}, {2}, {2}});
                DenseMatrix centres = DenseMatrix.of(new double[][] {{1}, {2}, {3}})) {
            assertThatThrownBy(() -> KMeans.clusterRowsFrom(context, X, centres, KMeans.KMeansOptions.of(3)))
                    .isInstanceOf(DataException.class)
                    .hasMessage(
                            "only 2 samples for 3 clusters differ by enough to be squared; lower the number of clusters");
        }
    }

    @Test
    void numbersThatAreNotFiniteAreRefused() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e200}) {
            double[][] x = TestMatrices.uniform(1, 20, 3);
            x[13][1] = bad;
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix X = DenseMatrix.of(x)) {
                assertThatThrownBy(() -> KMeans.clusterRows(context, X, KMeans.KMeansOptions.of(2)))
                        .isInstanceOf(DataException.class)
                        .hasMessage("sample 13 holds a number that is not finite, or too large to square");
            }
        }
    }
}
