package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.grapnel.data.Prepared;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A cloud has the means and covariances of the data and no groups; data that are no better are not trusted. */
class CloudTest {
    private static double[] means(Matrix X) {
        double[] sums = X.rowSums();
        for (int i = 0; i < sums.length; i++) sums[i] /= X.cols();
        return sums;
    }

    private static double covariance(Matrix X, int a, int b) {
        double[] mean = means(X);
        double sum = 0;
        for (int j = 0; j < X.cols(); j++) sum += (X.get(a, j) - mean[a]) * (X.get(b, j) - mean[b]);
        return sum / X.cols();
    }

    private static double[][] cells(Matrix X) {
        double[][] cells = new double[X.rows()][X.cols()];
        for (int i = 0; i < cells.length; i++) X.row(i, cells[i]);
        return cells;
    }

    /** Two groups far from zero, so that nothing is cut. */
    private static DenseMatrix far(int n) {
        DenseMatrix X = DenseMatrix.zeros(4, n);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < n; j++)
                X.set(
                        i,
                        j,
                        20 + i + Randoms.gaussian(3, i, j) + (j % 2 == 0 ? i - 1.5 : 0) + Randoms.gaussian(4, 0, j));
        return X;
    }

    @Test
    void meansAndCovariancesAreThoseOfTheData() {
        try (Compute on = Compute.of(2);
                DenseMatrix X = far(20_000);
                DenseMatrix cloud = Cloud.of(on, X, 5)) {
            assertThat(cloud.rows()).isEqualTo(4);
            assertThat(cloud.cols()).isEqualTo(20_000);
            for (int a = 0; a < 4; a++) {
                assertThat(means(cloud)[a]).isCloseTo(means(X)[a], within(0.05));
                for (int b = 0; b < 4; b++)
                    assertThat(covariance(cloud, a, b)).isCloseTo(covariance(X, a, b), within(0.12));
            }
        }
    }

    /** Two groups have no sample between them; a cloud has most of its samples there. */
    @Test
    void thereAreNoGroupsInIt() {
        try (Compute on = Compute.of(2);
                DenseMatrix X = DenseMatrix.zeros(1, 2000)) {
            for (int j = 0; j < 2000; j++) X.set(0, j, j % 2 == 0 ? 10 : 20);
            try (DenseMatrix cloud = Cloud.of(on, X, 1)) {
                int between = 0;
                for (int j = 0; j < 2000; j++) if (cloud.get(0, j) > 12 && cloud.get(0, j) < 18) between++;
                // of a normal distribution with deviation 5, 45 % lie within 3 of the mean
                assertThat(between).isBetween(800, 1000);
            }
        }
    }

    @Test
    void theSameForEverySeedAndAnyNumberOfThreads() {
        try (Compute one = Compute.of(1);
                Compute three = Compute.of(3);
                DenseMatrix X = Cases.planted(3, 50, 20, 10, 1);
                DenseMatrix a = Cloud.of(one, X, 7);
                DenseMatrix b = Cloud.of(three, X, 7);
                DenseMatrix sparse = Cloud.of(one, Cases.sparse(X), 7);
                DenseMatrix other = Cloud.of(one, X, 8)) {
            assertThat(cells(b)).isDeepEqualTo(cells(a));
            assertThat(cells(sparse)).isDeepEqualTo(cells(a));
            assertThat(cells(other)[0]).isNotEqualTo(cells(a)[0]);
        }
    }

    @Test
    void nothingIsNegative() {
        try (Compute on = Compute.of(2);
                DenseMatrix X = DenseMatrix.zeros(30, 40)) {
            for (int i = 0; i < 30; i++)
                for (int j = 0; j < 40; j++) if (Randoms.uniform(1, i, j) < 0.1) X.set(i, j, 3);
            try (DenseMatrix cloud = Cloud.of(on, X, 2)) {
                boolean cut = false;
                for (double[] row : cells(cloud))
                    for (double x : row) {
                        assertThat(x).isGreaterThanOrEqualTo(0).isLessThan(1e3);
                        cut |= x == 0;
                    }
                assertThat(cut).isTrue();
            }
        }
    }

    @Test
    void veryLargeDataAreLookedAtInPart() {
        try (DenseMatrix wide = DenseMatrix.zeros(Cloud.MOST_FEATURES + 3, 6);
                DenseMatrix X = DenseMatrix.zeros(2, 2 * Cloud.MOST_SAMPLES)) {
            for (int i = 0; i < wide.rows(); i++)
                for (int j = 0; j < 6; j++) wide.set(i, j, i < 3 ? 5 : i + (i + 1.0) * (j % 2));
            assertThat(Cloud.isWhole(wide)).isFalse();
            try (Matrix part = Cloud.part(wide)) {
                // the first three do not vary
                assertThat(part.rows()).isEqualTo(Cloud.MOST_FEATURES);
                assertThat(part.get(0, 0)).isEqualTo(3);
            }
            for (int j = 0; j < X.cols(); j++) X.set(0, j, j);
            assertThat(Cloud.isWhole(X)).isFalse();
            try (Matrix part = Cloud.part(X)) {
                assertThat(part.cols()).isEqualTo(Cloud.MOST_SAMPLES);
                for (int j = 0; j < 5; j++) assertThat(part.get(0, j)).isEqualTo(2 * j);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 60, 12, 12, 1", "3, 60, 30, 18, 2", "3, 90, 24, 12, 3", "5, 100, 40, 40, 4"})
    void plantedGroupsAreTrusted(int groups, int n, int p, int signal, long seed) {
        try (Prepared data = Cases.prepared(Cases.planted(groups, n, p, signal, seed))) {
            Tuning tuning = Cases.tuning(data, Cases.asked(groups));
            assertThat(tuning.trust().orElseThrow().trusted()).isTrue();
            assertThat(tuning.sentences()).noneMatch(s -> s.startsWith("Warning"));
            assertThat(tuning.sentences()).anyMatch(s -> s.startsWith("The groups are more than chance: "));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shuffledFeaturesAreNotTrusted(long seed) {
        try (DenseMatrix X = Cases.planted(3, 90, 30, 18, seed);
                Prepared data = Cases.prepared(Cases.shuffled(X, seed))) {
            assertWarns(Cases.tuning(data, Cases.asked(3)));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void oneCloudIsNotTrusted(long seed) {
        try (Prepared data = Cases.prepared(Cases.cloud(90, 10, seed))) {
            assertWarns(Cases.tuning(data, Cases.asked(3)));
        }
    }

    private static void assertWarns(Tuning tuning) {
        assertThat(tuning.trust().orElseThrow().trusted()).isFalse();
        assertThat(tuning.sentences().get(0)).startsWith("Warning: the graph is not informative: ");
    }

    @Test
    void theGapIsToTheMeanCloud() {
        Trust trust = new Trust(0.7, List.of(0.4, 0.6, 0.5), 100, 0.1);
        assertThat(trust.gap()).isCloseTo(0.4, within(1e-12)); // 0.3 leave instead of 0.5
        assertThat(trust.needed()).isCloseTo(0.15 + 2 * Math.sqrt(0.5 * 0.5 / 100) / 0.5, within(1e-12));
        assertThat(trust.trusted()).isTrue();
        assertThat(new Trust(0.55, List.of(0.5), 100, 0.1).trusted()).isFalse();
        assertThat(new Trust(0.66, List.of(0.5), 100, 0.1).trusted())
                .isFalse(); // 0.32, where 0.35 is needed of 100 edges
        assertThat(new Trust(0.66, List.of(0.5), 10_000, 0.1).trusted()).isTrue();
        assertThat(new Trust(1, List.of(0.999), 3, 0.1).trusted()).isTrue(); // nothing could leave less
        assertThat(new Trust(1, List.of(0.5), 100, 0).trusted()).isFalse(); // one group of nearly all
        assertThat(new Trust(1, List.of(1.0), 100, 0.1).trusted()).isFalse(); // clouds that fall apart by themselves
    }

    /** Noise in which the screen keeps five features that are alike: they can be cut into many groups, but so can any such. */
    @Test
    void whatTheScreenLeavesIsComparedWithACloudOfIt() {
        int n = 80;
        double[][] X = new double[80][n];
        for (int i = 0; i < X.length; i++) for (int j = 0; j < n; j++) X[i][j] = Randoms.uniform(4, i, j);
        for (int i = 1; i < 5; i++) for (int j = 0; j < n; j++) X[i][j] = X[0][j] + 0.3 * X[i][j];
        try (Prepared data = Cases.prepared(DenseMatrix.of(X))) {
            Tuning tuning = Cases.tuning(data, Cases.asked(6));
            assertThat(tuning.graph().features().orElseThrow().count()).isEqualTo(5);
            assertWarns(tuning);
        }
    }

    /** The clearer the groups are, the less it may warn: also of two. */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 3", "3, 1", "3, 3", "4, 3"})
    void clearGroupsAreTrustedHoweverFew(int groups, double mark) {
        for (long seed = 1; seed <= 3; seed++) {
            int n = 60;
            double[][] X = new double[30][n];
            for (int i = 0; i < X.length; i++)
                for (int j = 0; j < n; j++)
                    X[i][j] = Randoms.uniform(seed, i, j) + (i % groups == j % groups ? mark : 0);
            try (Prepared data = Cases.prepared(DenseMatrix.of(X))) {
                assertThat(Cases.tuning(data, Cases.asked(groups))
                                .trust()
                                .orElseThrow()
                                .trusted())
                        .isTrue();
            }
        }
    }
}
