package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.CancellingListener;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.RandomSubset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldOutScoreTest {
    private static double[][] cells(Matrix X) {
        double[][] cells = new double[X.rows()][X.cols()];
        for (int i = 0; i < cells.length; i++) X.row(i, cells[i]);
        return cells;
    }

    /** x ≥ 0 that minimises ‖Ax − b‖, by many small gradient steps. */
    private static double[] leastSquares(double[][] A, double[] b) {
        int r = A[0].length;
        double size = 0;
        for (double[] row : A) for (double a : row) size += a * a;
        double[] x = new double[r];
        double[] ahead = new double[r];
        for (int step = 0; step < 20_000; step++) {
            double[] gradient = new double[r];
            for (int i = 0; i < A.length; i++) {
                double miss = -b[i];
                for (int q = 0; q < r; q++) miss += A[i][q] * ahead[q];
                for (int q = 0; q < r; q++) gradient[q] += miss * A[i][q];
            }
            for (int q = 0; q < r; q++) {
                double next = Math.max(0, ahead[q] - gradient[q] / size);
                ahead[q] = next + 0.9 * (next - x[q]);
                x[q] = next;
            }
        }
        return x;
    }

    private static double naive(PreparedData data, Spec spec) {
        double[][] X = cells(data.data().X());
        int n = X[0].length;
        int[] out = RandomSubset.draw(n, Math.max(1, (int) Math.round(0.2 * n)), spec.seed());
        int[] in = IntStream.range(0, n)
                .filter(j -> Arrays.stream(out).noneMatch(o -> o == j))
                .toArray();
        try (PreparedData seen = DatasetSubset.ofSamples(data, in);
                Fit fit = Grapnel.fit(seen, spec)) {
            double[][] Ht = cells(fit.Ht());
            double[][] W = new double[X.length][];
            for (int i = 0; i < X.length; i++) {
                double[] row = X[i];
                W[i] = leastSquares(
                        Ht, Arrays.stream(in).mapToDouble(j -> row[j]).toArray());
            }
            int[] kept = fit.support().toArray();
            double[][] known = Arrays.stream(kept).mapToObj(i -> W[i]).toArray(double[][]::new);
            double missed = 0;
            double all = 0;
            for (int j : out) {
                double[] h = leastSquares(
                        known, Arrays.stream(kept).mapToDouble(i -> X[i][j]).toArray());
                for (int i = 0; i < X.length; i++) {
                    double rest = X[i][j];
                    all += rest * rest;
                    for (int q = 0; q < h.length; q++) rest -= W[i][q] * h[q];
                    missed += rest * rest;
                }
            }
            return 1 - Math.sqrt(missed / all);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 12, 5, 3, 0", "3, 15, 6, 6, 1", "3, 20, 8, 4, 2", "2, 11, 4, 2, 3"})
    void scoreEqualsItsDefinition(int groups, int n, int p, int keep, long seed) {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(groups, n, p, p, seed))) {
            Spec spec = Spec.recommended(groups, keep)
                    .withSeed(seed)
                    .withBaselines(false)
                    .withGraph(Spec.recommended(groups, keep).graph().withNeighbors(3));
            double score = HeldOutScore.compute(data, spec, FitContext.none()).orElseThrow();
            assertThat(score).isCloseTo(naive(data, spec), within(1e-5)).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void dataOfTheModelArePredictedWell() {
        DenseMatrix X = DenseMatrix.zeros(6, 30);
        for (int i = 0; i < 6; i++) for (int j = 0; j < 30; j++) X.set(i, j, i % 2 == j % 2 ? 1 + i + j % 4 : 0);
        try (PreparedData data = TuningCases.prepared(X)) {
            Spec spec = Spec.recommended(4, 6).withAlpha(1e-6).withBaselines(false);
            assertThat(HeldOutScore.compute(data, spec, FitContext.none()).orElseThrow())
                    .isGreaterThan(0.9);
        }
    }

    @Test
    void cancelledScoreIsEmpty() {
        CancellingListener stop = new CancellingListener() {
            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(2, 12, 5, 5, 0))) {
            assertThat(HeldOutScore.compute(data, Spec.recommended(2, 3).withBaselines(false), stop.context()))
                    .isEmpty();
        }
    }

    /** With two of 12 samples held out, ten neighbours are one too many. */
    @ParameterizedTest
    @CsvSource({"5", "6", "8", "12", "13"})
    void neighboursComeFromTheFittedSamples(int n) {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(2, n, 8, 8, 1))) {
            TuneSpec tuneSpec = TuningCases.spec(2).withCriterion(TuningCriterion.HELD_OUT);
            TuningResult tuning = TuningCases.tune(data, tuneSpec);
            int seen = n - Math.max(1, (int) Math.round(0.2 * n));
            assertThat(tuning.fits().stream()
                            .filter(t -> t.stage() != TuningStage.NULL_MODEL)
                            .map(t -> t.point().neighbors().orElseThrow()))
                    .allMatch(k -> k < seen);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tuner.create(data, Optional.empty(), tuneSpec.withNeighbors(seen)))
                    .withMessage(
                            "neighbors must be between 1 and %d, one less than the samples that are not left out, got %d",
                            seen - 1, seen);
        }
    }

    @Test
    void criteriaAndStagesParseTheirWords() {
        assertThat(Arrays.stream(TuningCriterion.values()).map(TuningCriterion::cliName))
                .containsExactly("modularity", "silhouette", "stability", "held-out", "held-out-entries");
        for (TuningCriterion criterion : TuningCriterion.values()) {
            assertThat(TuningCriterion.parse(criterion.cliName())).isEqualTo(criterion);
            assertThat(criterion).hasToString(criterion.cliName());
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TuningCriterion.parse("nmi"))
                .withMessage(
                        "unknown criterion 'nmi', allowed are modularity, silhouette, stability, held-out, held-out-entries");
        for (TuningStage stage : TuningStage.values())
            assertThat(TuningStage.parse(stage.code())).isEqualTo(stage);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TuningStage.parse("last"))
                .withMessage("unknown stage 'last'");
    }

    /** Each criterion scores what its name says. */
    @Test
    void everyCriterionScoresWhatItsNameSays() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 30, 12, 12, 2))) {
            for (TuningCriterion criterion : TuningCriterion.values()) {
                boolean hides = criterion == TuningCriterion.HELD_OUT_ENTRIES;
                TuneSpec base = hides ? TuningCases.recommended(3) : TuningCases.spec(3);
                TuningResult tuning = TuningCases.tune(data, base.withCriterion(criterion));
                TuningFit winner = tuning.winner();
                try (Fit fit = tuning.fit(data, FitContext.none())) {
                    double expected = switch (criterion) {
                        case MODULARITY -> winner.modularity();
                        case SILHOUETTE -> fit.groups().silhouette().get();
                        case STABILITY -> 1; // such clear groups are found from every start
                        case HELD_OUT ->
                            HeldOutScore.compute(data, tuning.spec(), FitContext.none())
                                    .orElseThrow();
                        case HELD_OUT_ENTRIES ->
                            winner.hidings().stream()
                                    .mapToDouble(s -> s)
                                    .average()
                                    .orElseThrow();
                    };
                    assertThat(winner.hidings()).hasSize(hides ? HiddenEntriesScore.HIDINGS : 0);
                    assertThat(winner.score()).isEqualTo(expected);
                    assertThat(winner.silhouette().isPresent()).isEqualTo(criterion == TuningCriterion.SILHOUETTE);
                    assertThat(tuning.sentences()).anyMatch(s -> s.contains("; " + criterion.cliName() + " "));
                }
            }
            assertThat(List.of(TuningCriterion.values())).hasSize(5);
        }
    }
}
