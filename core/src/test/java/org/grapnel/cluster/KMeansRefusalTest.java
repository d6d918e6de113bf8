package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.grapnel.data.DataException;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Draw;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class KMeansRefusalTest {
    private static void refuses(String message, Runnable what) {
        assertThatThrownBy(what::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void optionsOutOfRangeAreRefusedWithTheirValue() {
        KMeans.Options good = KMeans.Options.of(3);
        refuses("clusters must be at least 1, got 0", () -> KMeans.Options.of(0));
        refuses("starts must be at least 1, got 0", () -> good.withStarts(0));
        refuses("max-iter must be at least 1, got -1", () -> good.withMaxIterations(-1));
        refuses("tol must be a number >= 0, got NaN", () -> good.withTolerance(Double.NaN));
        refuses("tol must be a number >= 0, got -0.5", () -> good.withTolerance(-0.5));
        refuses("keep must be at least 1, got 0", () -> SparseKMeans.Options.of(0, good));
        refuses(
                "rounds must be at least 1, got 0",
                () -> SparseKMeans.Options.of(1, good).withMaxRounds(0));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        try (Compute on = Compute.of(2);
                DenseMatrix X = DenseMatrix.of(Draw.uniform(1, 4, 6));
                DenseMatrix five = DenseMatrix.zeros(5, 6);
                DenseMatrix none = DenseMatrix.zeros(0, 3);
                DenseMatrix flat = DenseMatrix.zeros(3, 0)) {
            refuses(
                    "clusters must be at most the number of samples, 4, got 5",
                    () -> KMeans.ofRows(on, X, KMeans.Options.of(5)));
            refuses(
                    "clusters must be at most the number of samples, 4, got 5",
                    () -> KMeans.from(on, X, five, KMeans.Options.of(5)));
            refuses(
                    "clusters must be at most the number of samples, 6, got 7",
                    () -> KMeans.ofColumns(on, X, KMeans.Options.of(7)));
            refuses(
                    "clusters must be at most the number of samples, 0, got 1",
                    () -> KMeans.ofRows(on, none, KMeans.Options.of(1)));
            refuses("there is no feature to group by", () -> KMeans.ofRows(on, flat, KMeans.Options.of(1)));
            refuses(
                    "there is no feature to group by",
                    () -> KMeans.ofColumns(on, X, RowSet.none(4), KMeans.Options.of(1)));
            refuses(
                    "features are out of 6, X has 4 rows",
                    () -> KMeans.ofColumns(on, X, RowSet.all(6), KMeans.Options.of(1)));
            refuses("centres must be 2 × 6, they are 4 × 6", () -> KMeans.from(on, X, X, KMeans.Options.of(2)));
            refuses(
                    "keep must be at most the number of features, 4, got 5",
                    () -> SparseKMeans.of(on, X, SparseKMeans.Options.of(5, KMeans.Options.of(2))));
            refuses("W has 3 components, H has 6", () -> FactorClusters.of(on, none, X, true, KMeans.Options.of(2)));
            refuses("no largest entry in rows of 0 numbers", () -> Argmax.of(flat));
        }
    }

    @Test
    void fewerDistinctSamplesThanClustersAreAFaultOfTheData() {
        double[][] x = PlainLloyd.grid(1, 60, 1, 3);
        try (Compute on = Compute.of(2);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix Xt = X.transpose();
                SparseMatrix sparse = SparseMatrix.of(Xt)) {
            for (Runnable run : new Runnable[] {
                () -> KMeans.ofRows(on, X, KMeans.Options.of(5)),
                () -> KMeans.ofColumns(on, Xt, KMeans.Options.of(5)),
                () -> KMeans.ofColumns(on, sparse, KMeans.Options.of(5))
            })
                assertThatThrownBy(run::run)
                        .isInstanceOf(DataException.class)
                        .hasMessage(
                                "only 3 samples for 5 clusters differ by enough to be squared; lower the number of clusters");
        }
    }

    @Test
    void givenCentresDoNotHideThatSamplesAreTooFew() {
        try (Compute on = Compute.of(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{1}, {1}, {2}, {2}});
                DenseMatrix centres = DenseMatrix.of(new double[][] {{1}, {2}, {3}})) {
            assertThatThrownBy(() -> KMeans.from(on, X, centres, KMeans.Options.of(3)))
                    .isInstanceOf(DataException.class)
                    .hasMessage(
                            "only 2 samples for 3 clusters differ by enough to be squared; lower the number of clusters");
        }
    }

    @Test
    void numbersThatAreNotFiniteAreRefused() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e200}) {
            double[][] x = Draw.uniform(1, 20, 3);
            x[13][1] = bad;
            try (Compute on = Compute.of(1);
                    DenseMatrix X = DenseMatrix.of(x)) {
                assertThatThrownBy(() -> KMeans.ofRows(on, X, KMeans.Options.of(2)))
                        .isInstanceOf(DataException.class)
                        .hasMessage("sample 13 holds a number that is not finite, or too large to square");
            }
        }
    }
}
