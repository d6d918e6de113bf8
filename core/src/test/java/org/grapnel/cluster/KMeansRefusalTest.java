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
    private static void assertRefused(String message, Runnable what) {
        assertThatThrownBy(what::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void optionsOutOfRangeAreRefusedWithTheirValue() {
        KMeansOptions good = KMeansOptions.of(3);
        assertRefused("clusters must be at least 1, got 0", () -> KMeansOptions.of(0));
        assertRefused("starts must be at least 1, got 0", () -> good.withStarts(0));
        assertRefused("max-iter must be at least 1, got -1", () -> good.withMaxIterations(-1));
        assertRefused("tol must be a number >= 0, got NaN", () -> good.withTolerance(Double.NaN));
        assertRefused("tol must be a number >= 0, got -0.5", () -> good.withTolerance(-0.5));
        assertRefused("keep must be at least 1, got 0", () -> SparseKMeansOptions.of(0, good));
        assertRefused(
                "rounds must be at least 1, got 0",
                () -> SparseKMeansOptions.of(1, good).withMaxRounds(0));
    }

    @Test
    void inputsThatDoNotFitAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 4, 6));
                DenseMatrix five = DenseMatrix.zeros(5, 6);
                DenseMatrix none = DenseMatrix.zeros(0, 3);
                DenseMatrix flat = DenseMatrix.zeros(3, 0)) {
            assertRefused(
                    "clusters must be at most the number of samples, 4, got 5",
                    () -> KMeans.clusterRows(context, X, KMeansOptions.of(5)));
            assertRefused(
                    "clusters must be at most the number of samples, 4, got 5",
                    () -> KMeans.clusterRowsFrom(context, X, five, KMeansOptions.of(5)));
            assertRefused(
                    "clusters must be at most the number of samples, 6, got 7",
                    () -> KMeans.clusterColumns(context, X, KMeansOptions.of(7)));
            assertRefused(
                    "clusters must be at most the number of samples, 0, got 1",
                    () -> KMeans.clusterRows(context, none, KMeansOptions.of(1)));
            assertRefused(
                    "clustering needs at least 1 feature, got 0",
                    () -> KMeans.clusterRows(context, flat, KMeansOptions.of(1)));
            assertRefused(
                    "clustering needs at least 1 feature, got 0",
                    () -> KMeans.clusterColumns(context, X, RowSet.none(4), KMeansOptions.of(1)));
            assertRefused(
                    "the feature set is for 6 features, X has 4 rows",
                    () -> KMeans.clusterColumns(context, X, RowSet.all(6), KMeansOptions.of(1)));
            assertRefused(
                    "centres must be 2 × 6, got 4 × 6",
                    () -> KMeans.clusterRowsFrom(context, X, X, KMeansOptions.of(2)));
            assertRefused(
                    "keep must be at most the number of features, 4, got 5",
                    () -> SparseKMeans.cluster(context, X, SparseKMeansOptions.of(5, KMeansOptions.of(2))));
            assertRefused(
                    "W has 3 components, H has 6",
                    () -> FactorClusters.cluster(context, none, X, true, KMeansOptions.of(2)));
            assertRefused("argmax needs at least 1 component, got 0", () -> Argmax.cluster(flat));
        }
    }

    @Test
    void fewerDistinctSamplesThanClustersAreADataFault() {
        double[][] x = PlainLloyd.grid(1, 60, 1, 3);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix Xt = X.transpose();
                SparseMatrix sparse = SparseMatrix.of(Xt)) {
            for (Runnable run : new Runnable[] {
                () -> KMeans.clusterRows(context, X, KMeansOptions.of(5)),
                () -> KMeans.clusterColumns(context, Xt, KMeansOptions.of(5)),
                () -> KMeans.clusterColumns(context, sparse, KMeansOptions.of(5))
            })
                assertThatThrownBy(run::run)
                        .isInstanceOf(DataException.class)
                        .hasMessage("only 3 distinguishable samples for 5 clusters; lower the number of clusters");
        }
    }

    @Test
    void givenCentresAlsoNeedEnoughDistinctSamples() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{1}, {1}, {2}, {2}});
                DenseMatrix centres = DenseMatrix.of(new double[][] {{1}, {2}, {3}})) {
            assertThatThrownBy(() -> KMeans.clusterRowsFrom(context, X, centres, KMeansOptions.of(3)))
                    .isInstanceOf(DataException.class)
                    .hasMessage("only 2 distinguishable samples for 3 clusters; lower the number of clusters");
        }
    }

    @Test
    void nonFiniteNumbersAreRefused() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e200}) {
            double[][] x = TestMatrices.uniform(1, 20, 3);
            x[13][1] = bad;
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix X = DenseMatrix.of(x)) {
                assertThatThrownBy(() -> KMeans.clusterRows(context, X, KMeansOptions.of(2)))
                        .isInstanceOf(DataException.class)
                        .hasMessage("sample 13 has a value that is not finite or too large to square");
            }
        }
    }
}
