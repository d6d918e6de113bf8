package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.GroupEvidence;
import org.grapnel.evaluate.NullModel;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A null model has the means and covariances of the data and no groups; data that are no better are not trusted. */
class NullModelTest {
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

    /** Two groups far from zero, so that no entry is cut. */
    private static DenseMatrix farFromZero(int n) {
        DenseMatrix X = DenseMatrix.zeros(4, n);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < n; j++)
                X.set(
                        i,
                        j,
                        20
                                + i
                                + CounterRandom.gaussian(3, i, j)
                                + (j % 2 == 0 ? i - 1.5 : 0)
                                + CounterRandom.gaussian(4, 0, j));
        return X;
    }

    @Test
    void meansAndCovariancesEqualThoseOfTheData() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = farFromZero(20_000);
                DenseMatrix drawn = NullModel.draw(context, X, 5)) {
            assertThat(drawn.rows()).isEqualTo(4);
            assertThat(drawn.cols()).isEqualTo(20_000);
            for (int a = 0; a < 4; a++) {
                assertThat(means(drawn)[a]).isCloseTo(means(X)[a], within(0.05));
                for (int b = 0; b < 4; b++)
                    assertThat(covariance(drawn, a, b)).isCloseTo(covariance(X, a, b), within(0.12));
            }
        }
    }

    /** Two groups have no sample between them; a null model has most of its samples there. */
    @Test
    void nullModelHasNoGroups() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.zeros(1, 2000)) {
            for (int j = 0; j < 2000; j++) X.set(0, j, j % 2 == 0 ? 10 : 20);
            try (DenseMatrix drawn = NullModel.draw(context, X, 1)) {
                int between = 0;
                for (int j = 0; j < 2000; j++) if (drawn.get(0, j) > 12 && drawn.get(0, j) < 18) between++;
                // 45 % of a normal distribution with deviation 5 lie within 3 of the mean
                assertThat(between).isBetween(800, 1000);
            }
        }
    }

    @Test
    void sameSeedGivesTheSameBitsForAnyNumberOfThreads() {
        try (ExecutionContext one = ExecutionContext.create(1);
                ExecutionContext three = ExecutionContext.create(3);
                DenseMatrix X = TuningCases.planted(3, 50, 20, 10, 1);
                DenseMatrix a = NullModel.draw(one, X, 7);
                DenseMatrix b = NullModel.draw(three, X, 7);
                DenseMatrix sparse = NullModel.draw(one, TuningCases.sparse(X), 7);
                DenseMatrix other = NullModel.draw(one, X, 8)) {
            assertThat(cells(b)).isDeepEqualTo(cells(a));
            assertThat(cells(sparse)).isDeepEqualTo(cells(a));
            assertThat(cells(other)[0]).isNotEqualTo(cells(a)[0]);
        }
    }

    @Test
    void entriesAreNonNegative() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.zeros(30, 40)) {
            for (int i = 0; i < 30; i++)
                for (int j = 0; j < 40; j++) if (CounterRandom.uniform(1, i, j) < 0.1) X.set(i, j, 3);
            try (DenseMatrix drawn = NullModel.draw(context, X, 2)) {
                boolean cut = false;
                for (double[] row : cells(drawn))
                    for (double x : row) {
                        assertThat(x).isGreaterThanOrEqualTo(0).isLessThan(1e3);
                        cut |= x == 0;
                    }
                assertThat(cut).isTrue();
            }
        }
    }

    @Test
    void largeDataAreReducedToASubset() {
        try (DenseMatrix wide = DenseMatrix.zeros(NullModel.MAX_FEATURES + 3, 6);
                DenseMatrix X = DenseMatrix.zeros(2, 2 * NullModel.MAX_SAMPLES)) {
            for (int i = 0; i < wide.rows(); i++)
                for (int j = 0; j < 6; j++) wide.set(i, j, i < 3 ? 5 : i + (i + 1.0) * (j % 2));
            assertThat(NullModel.usesAllData(wide)).isFalse();
            try (Matrix part = NullModel.subset(wide)) {
                // the first three are constant
                assertThat(part.rows()).isEqualTo(NullModel.MAX_FEATURES);
                assertThat(part.get(0, 0)).isEqualTo(3);
            }
            for (int j = 0; j < X.cols(); j++) X.set(0, j, j);
            assertThat(NullModel.usesAllData(X)).isFalse();
            try (Matrix part = NullModel.subset(X)) {
                assertThat(part.cols()).isEqualTo(NullModel.MAX_SAMPLES);
                for (int j = 0; j < 5; j++) assertThat(part.get(0, j)).isEqualTo(2 * j);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 60, 12, 12, 1", "3, 60, 30, 18, 2", "3, 90, 24, 12, 3", "5, 100, 40, 40, 4"})
    void plantedGroupsAreTrusted(int groups, int n, int p, int signal, long seed) {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(groups, n, p, signal, seed))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.spec(groups));
            assertThat(tuning.evidence().orElseThrow().isTrustworthy()).isTrue();
            assertThat(tuning.sentences()).noneMatch(s -> s.startsWith("Warning"));
            assertThat(tuning.sentences()).anyMatch(s -> s.startsWith("The groups are more than chance: "));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shuffledFeaturesAreNotTrusted(long seed) {
        try (DenseMatrix X = TuningCases.planted(3, 90, 30, 18, seed);
                PreparedData data = TuningCases.prepared(TuningCases.shuffled(X, seed))) {
            assertWarns(TuningCases.tune(data, TuningCases.spec(3)));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void dataWithoutGroupsAreNotTrusted(long seed) {
        try (PreparedData data = TuningCases.prepared(TuningCases.withoutGroups(90, 10, seed))) {
            assertWarns(TuningCases.tune(data, TuningCases.spec(3)));
        }
    }

    private static void assertWarns(TuningResult tuning) {
        assertThat(tuning.evidence().orElseThrow().isTrustworthy()).isFalse();
        assertThat(tuning.sentences().get(0)).startsWith("Warning: the graph is not informative: ");
    }

    @Test
    void gapIsRelativeToTheMeanNullModel() {
        GroupEvidence evidence = new GroupEvidence(0.7, List.of(0.4, 0.6, 0.5), 100, 0.1);
        assertThat(evidence.gap()).isCloseTo(0.4, within(1e-12)); // 0.3 leave instead of 0.5
        assertThat(evidence.requiredGap()).isCloseTo(0.15 + 2 * Math.sqrt(0.5 * 0.5 / 100) / 0.5, within(1e-12));
        assertThat(evidence.isTrustworthy()).isTrue();
        assertThat(new GroupEvidence(0.55, List.of(0.5), 100, 0.1).isTrustworthy())
                .isFalse();
        assertThat(new GroupEvidence(0.66, List.of(0.5), 100, 0.1).isTrustworthy())
                .isFalse(); // 0.32, where 100 edges require 0.35
        assertThat(new GroupEvidence(0.66, List.of(0.5), 10_000, 0.1).isTrustworthy())
                .isTrue();
        assertThat(new GroupEvidence(1, List.of(0.999), 3, 0.1).isTrustworthy()).isTrue(); // no edge leaves the groups
        assertThat(new GroupEvidence(1, List.of(0.5), 100, 0).isTrustworthy())
                .isFalse(); // one group of nearly all samples
        assertThat(new GroupEvidence(1, List.of(1.0), 100, 0.1).isTrustworthy())
                .isFalse(); // null models that fall apart
    }

    /**
     * Noise in which the screen keeps five similar features: these split into many groups, but so does their null
     * model.
     */
    @Test
    void screenedFeaturesAreComparedWithTheirOwnNullModel() {
        int n = 80;
        double[][] X = new double[80][n];
        for (int i = 0; i < X.length; i++) for (int j = 0; j < n; j++) X[i][j] = CounterRandom.uniform(4, i, j);
        for (int i = 1; i < 5; i++) for (int j = 0; j < n; j++) X[i][j] = X[0][j] + 0.3 * X[i][j];
        try (PreparedData data = TuningCases.prepared(DenseMatrix.of(X))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.spec(6));
            assertThat(tuning.graph().features().orElseThrow().count()).isEqualTo(5);
            assertWarns(tuning);
        }
    }

    /** The clearer the groups, the less it may warn, even of two groups. */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 3", "3, 1", "3, 3", "4, 3"})
    void clearGroupsAreTrustedHoweverFew(int groups, double mark) {
        for (long seed = 1; seed <= 3; seed++) {
            int n = 60;
            double[][] X = new double[30][n];
            for (int i = 0; i < X.length; i++)
                for (int j = 0; j < n; j++)
                    X[i][j] = CounterRandom.uniform(seed, i, j) + (i % groups == j % groups ? mark : 0);
            try (PreparedData data = TuningCases.prepared(DenseMatrix.of(X))) {
                assertThat(TuningCases.tune(data, TuningCases.spec(groups))
                                .evidence()
                                .orElseThrow()
                                .isTrustworthy())
                        .isTrue();
            }
        }
    }
}
