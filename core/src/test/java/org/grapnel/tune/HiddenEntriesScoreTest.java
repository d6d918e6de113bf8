package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.grapnel.CancellingListener;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Completion;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Imputation;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.HiddenEntries;
import org.grapnel.evaluate.PairedScores;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.tune.TuningResult.KeepScore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HiddenEntriesScoreTest {
    private static Spec spec(int groups, int keep, long seed) {
        Spec spec = Spec.recommended(groups, keep).withSeed(seed).withBaselines(false);
        return spec.withGraph(spec.graph().withNeighbors(3));
    }

    private static List<Double> scores(PreparedData data, Spec spec) {
        try (HiddenEntriesScore score =
                HiddenEntriesScore.create(data, spec.seed(), spec.threads(), FitContext.none())) {
            return score.compute(spec, Optional.empty(), FitContext.none());
        }
    }

    /** w ≥ 0 that minimises Σ over the entries left, by many sweeps over its coordinates. */
    private static double[] leastSquares(double[][] Ht, double[] x, boolean[] left) {
        int r = Ht[0].length;
        double[] w = new double[r];
        for (int sweep = 0; sweep < 5_000; sweep++)
            for (int l = 0; l < r; l++) {
                double slope = 0;
                double curvature = 0;
                for (int j = 0; j < x.length; j++) {
                    if (!left[j]) continue;
                    double rest = x[j];
                    for (int m = 0; m < r; m++) rest -= w[m] * Ht[j][m];
                    slope += rest * Ht[j][l];
                    curvature += Ht[j][l] * Ht[j][l];
                }
                if (curvature > 0) w[l] = Math.max(0, w[l] + slope / curvature);
            }
        return w;
    }

    private static double[][] cells(Matrix X) {
        double[][] cells = new double[X.rows()][X.cols()];
        for (int i = 0; i < cells.length; i++) X.row(i, cells[i]);
        return cells;
    }

    private static Matrix copy(Matrix X) {
        return X instanceof DenseMatrix dense ? dense.copy() : X; // a dense matrix is changed in place
    }

    /** The definition, with the fit of the public facade to data whose hidden entries are missing. */
    private static double naive(Matrix X, Spec spec, int t) {
        HiddenEntries hidden = new HiddenEntries(CounterRandom.split(spec.seed(), t), HiddenEntriesScore.SHARE);
        double[][] all = cells(X);
        EntryWeights weights = hidden.hideIn(X.rows(), X.cols(), Optional.empty());
        double missed = 0;
        double size = 0;
        try (ExecutionContext execution = ExecutionContext.create(1);
                Matrix gaps = weights.hideIn(copy(X));
                Completion completion = Completion.compute(execution, gaps, spec.seed());
                PreparedData left = DatasetSubset.of(completion.X(), Optional.of(weights));
                Fit fit = Grapnel.fit(left, spec)) {
            double[][] Ht = cells(fit.Ht());
            for (int i = 0; i < all.length; i++) {
                boolean[] seen = new boolean[X.cols()];
                for (int j = 0; j < seen.length; j++) seen[j] = !hidden.contains(i, j);
                double[] w = leastSquares(Ht, all[i], seen);
                for (int j = 0; j < seen.length; j++) {
                    if (seen[j]) continue;
                    double rest = all[i][j];
                    for (int l = 0; l < w.length; l++) rest -= w[l] * Ht[j][l];
                    missed += rest * rest;
                    size += all[i][j] * all[i][j];
                }
            }
        }
        return 1 - Math.sqrt(missed / size);
    }

    @ParameterizedTest
    @CsvSource({"2, 20, 12, 5, 0, false", "3, 30, 15, 15, 1, false", "3, 24, 10, 4, 2, false", "3, 30, 15, 6, 1, true"})
    void scoreEqualsItsDefinition(int groups, int n, int p, int keep, long seed, boolean sparse) {
        DenseMatrix dense = TuningCases.planted(groups, n, p, p, seed);
        for (int i = 0; i < p; i++) for (int j = 0; j < n; j++) if (dense.get(i, j) < 0.4) dense.set(i, j, 0);
        Matrix X = sparse ? TuningCases.sparse(dense) : dense;
        Spec spec = spec(groups, keep, seed);
        try (PreparedData data = TuningCases.prepared(X)) {
            List<Double> scores = scores(data, spec);
            assertThat(scores).hasSize(HiddenEntriesScore.HIDINGS);
            for (int t = 0; t < scores.size(); t++)
                assertThat(scores.get(t)).isCloseTo(naive(X, spec, t), within(1e-6));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.7})
    void everyFeatureHasItsOwnGramMatrix(double share) {
        DenseMatrix X = TuningCases.planted(2, 25, 8, 8, 5);
        DenseMatrix Ht = DenseMatrix.zeros(25, 3);
        for (int j = 0; j < 25; j++) for (int l = 0; l < 3; l++) Ht.set(j, l, CounterRandom.uniform(9, j, l));
        HiddenEntries hidden = new HiddenEntries(3, share);
        EntryWeights weights = hidden.hideIn(8, 25, Optional.empty());
        try (ExecutionContext one = ExecutionContext.create(1);
                ExecutionContext four = ExecutionContext.create(4);
                DenseMatrix W = HiddenEntriesScore.fitW(one, X, weights, Ht);
                DenseMatrix again = HiddenEntriesScore.fitW(four, X, weights, Ht)) {
            for (int i = 0; i < 8; i++) {
                boolean[] seen = new boolean[25];
                for (int j = 0; j < 25; j++) seen[j] = !hidden.contains(i, j);
                double[] w = new double[3];
                W.row(i, w);
                assertThat(w).containsExactly(leastSquares(cells(Ht), cells(X)[i], seen), within(1e-9));
                for (int l = 0; l < 3; l++) assertThat(again.get(i, l)).isEqualTo(w[l]);
            }
        }
    }

    /** What a hidden entry holds changes its error, never the fit that predicts it. */
    @Test
    void fitsDoNotSeeHiddenEntries() {
        DenseMatrix X = TuningCases.planted(2, 20, 9, 9, 4);
        HiddenEntries hidden = new HiddenEntries(1, 0.3);
        EntryWeights weights = hidden.hideIn(9, 20, Optional.empty());
        DenseMatrix other = X.copy();
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < 20; j++) if (hidden.contains(i, j)) other.set(i, j, 100 + i * j);
        for (Matrix form : List.of(X, TuningCases.sparse(X)))
            try (Matrix gaps = weights.hideIn(copy(form));
                    Matrix otherGaps = weights.hideIn(other.copy())) {
                for (int i = 0; i < 9; i++)
                    for (int j = 0; j < 20; j++) {
                        assertThat(Double.compare(gaps.get(i, j), otherGaps.get(i, j)))
                                .isZero(); // NaN equals NaN here
                        assertThat(Double.isNaN(gaps.get(i, j))).isEqualTo(hidden.contains(i, j));
                    }
            }
    }

    /** Features that follow from a few others need not be kept: five copies of each of three features. */
    @Test
    void copiesOfFeaturesAreNotNeeded() {
        DenseMatrix X = DenseMatrix.zeros(48, 60);
        for (int i = 0; i < 48; i++)
            for (int j = 0; j < 60; j++)
                X.set(
                        i,
                        j,
                        (i % 3 == j % 3 ? 3 : 0.2) * (1 + 0.3 * CounterRandom.uniform(2, i % 3, j))
                                + 0.02 * CounterRandom.uniform(3, i, j));
        try (PreparedData data = TuningCases.prepared(X)) {
            TuningResult tuning =
                    TuningCases.tune(data, TuningCases.recommended(3).withCriterion(TuningCriterion.HELD_OUT_ENTRIES));
            assertThat(tuning.chosen().keep()).isLessThan(24);
            assertThat(tuning.winner().score()).isGreaterThan(0.9);
            assertThat(tuning.path())
                    .allSatisfy(step -> assertThat(step.standardError()).isPresent());
            double best = tuning.bestScore();
            KeepScore chosen = tuning.path().stream()
                    .filter(step -> step.keep() == tuning.chosen().keep())
                    .findFirst()
                    .orElseThrow();
            assertThat(best - chosen.score())
                    .isLessThanOrEqualTo(chosen.standardError().orElseThrow());
            assertThat(tuning.path().stream().filter(step -> step.keep() < chosen.keep()))
                    .allMatch(step -> best - step.score() > step.standardError().orElseThrow());
            assertThat(tuning.sentences()).anyMatch(s -> s.contains("means over 5 hidings"));
        }
    }

    @Test
    void threadsDoNotChangeTheChoice() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, 30, 12, 3))) {
            TuneSpec spec = TuningCases.recommended(3).withCriterion(TuningCriterion.HELD_OUT_ENTRIES);
            TuningCases.assertSameResult(
                    TuningCases.tune(data, spec.withBase(spec.base().withThreads(1))),
                    TuningCases.tune(data, spec.withBase(spec.base().withThreads(3))));
        }
    }

    @Test
    void missingEntriesAreNeitherSeenNorScored() {
        DenseMatrix X = TuningCases.planted(2, 30, 12, 12, 7);
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 30; j++) if (CounterRandom.uniform(8, i, j) < 0.1) X.set(i, j, Double.NaN);
        try (PreparedData data = Preparation.none().withImpute(Imputation.MODEL).apply(Dataset.of(X))) {
            List<Double> before = scores(data, spec(2, 6, 0));
            EntryWeights missing = data.weights().orElseThrow();
            for (int i = 0; i < 12; i++)
                for (int j = 0; j < 30; j++)
                    if (missing.get(i, j) == 0) ((DenseMatrix) data.data().X()).set(i, j, 50);
            assertThat(scores(data, spec(2, 6, 0))).isEqualTo(before);
        }
    }

    @Test
    void standardErrorIsThatOfTheDifferences() {
        assertThat(PairedScores.standardError(List.of(1.0, 2.0, 3.0), List.of(0.0, 1.0, 2.0)))
                .isZero();
        assertThat(PairedScores.standardError(List.of(1.0, 2.0, 6.0), List.of(0.0, 0.0, 0.0)))
                .isCloseTo(Math.sqrt((4 + 1 + 9) / 2.0 / 3), within(1e-15));
        assertThat(PairedScores.standardError(List.of(1.0), List.of(5.0))).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedScores.standardError(List.of(1.0), List.of()))
                .withMessage("1 scores cannot be paired with 0");
    }

    @Test
    void whatCannotBeScoredIsRefused() {
        TuneSpec bestSupport = TuningCases.spec(2).withCriterion(TuningCriterion.HELD_OUT_ENTRIES);
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(2, 12, 5, 5, 0))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tuner.create(data, Optional.empty(), bestSupport))
                    .withMessageStartingWith("the criterion held-out-entries needs the recommended method");
            CancellingListener stop = new CancellingListener() {
                @Override
                public boolean isCancelled() {
                    return true;
                }
            };
            try (HiddenEntriesScore score = HiddenEntriesScore.create(data, 0, 1, FitContext.none())) {
                assertThat(score.compute(spec(2, 3, 0), Optional.empty(), stop.context()))
                        .isEmpty();
            }
        }
        DenseMatrix nearlyEmpty = DenseMatrix.zeros(3, 12);
        HiddenEntries first = new HiddenEntries(CounterRandom.split(0, 0), HiddenEntriesScore.SHARE);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 12; j++) if (!first.contains(i, j)) nearlyEmpty.set(i, j, 1 + i + j % 2);
        try (PreparedData data = TuningCases.prepared(nearlyEmpty)) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> scores(data, spec(2, 3, 0)))
                    .withMessageContaining("too few entries are not zero to hide some of them");
        }
    }
}
