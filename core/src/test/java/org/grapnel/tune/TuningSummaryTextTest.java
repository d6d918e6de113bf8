package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.grapnel.data.PreparedData;
import org.grapnel.data.SyntheticData;
import org.grapnel.evaluate.GroupEvidence;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.tune.TuningResult.FeatureElimination;
import org.grapnel.tune.TuningResult.ParameterChange;
import org.grapnel.tune.TuningResult.PointScore;
import org.grapnel.tune.TuningResult.TuningParameter;
import org.junit.jupiter.api.Test;

/** Warnings come first in the sentences. */
class TuningSummaryTextTest {
    private static TuningResult with(TuningResult t, Optional<GroupEvidence> evidence, List<PointScore> ranking) {
        return with(t, evidence, ranking, t.changes());
    }

    private static TuningResult with(
            TuningResult t, Optional<GroupEvidence> evidence, List<PointScore> ranking, List<ParameterChange> changes) {
        return new TuningResult(
                t.tuneSpec(),
                t.spec(),
                t.graph(),
                t.winner(),
                ranking,
                t.path(),
                changes,
                t.eliminationOrder(),
                t.stability(),
                evidence,
                t.trust(),
                t.groupCount(),
                t.clusters(),
                t.fits());
    }

    @Test
    void suggestedNumberOfGroupsComesFirst() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(4, 60, 20, 20, 1))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.spec(2).withoutClusters());
            assertThat(tuning.clusters()).isEqualTo(4);
            assertThat(tuning.spec().clusters()).isEqualTo(4);
            assertThat(tuning.spec().rank()).isEqualTo(4);
            assertThat(tuning.evidence().orElseThrow().isTrustworthy()).isTrue();
            assertThat(tuning.sentences().get(0))
                    .isEqualTo(
                            "Warning: the number of groups was not given; the graph suggests 4; confirm it with --clusters 4, or give another number");
            assertThat(tuning.sentences()).noneMatch(s -> s.contains("were given;"));
            TuningResult doubtful = with(
                    tuning, Optional.of(new GroupEvidence(0.3, List.of(0.2, 0.25, 0.1), 100, 0.1)), tuning.ranking());
            assertThat(doubtful.sentences().get(0))
                    .isEqualTo(
                            "Warning: the graph is not informative: 70 % of the edges leave the groups, hardly fewer than in random data with the same means and covariances but no groups (82 %); trust neither this choice nor the groups");
            assertThat(doubtful.sentences().get(1)).startsWith("Warning: the number of groups was not given");
            assertThat(doubtful.sentences()).noneMatch(s -> s.contains("more than chance"));
            // otherwise equal to the result with that number given
            TuningResult same = TuningCases.tune(data, TuningCases.spec(4));
            assertThat(same.fits()).isEqualTo(tuning.fits());
            assertThat(same.sentences()).contains("4 groups were given; the graph alone suggests 4");
        }
    }

    @Test
    void marginIsComparedWithTheSpreadOverStarts() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, 12, 12, 1))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.spec(3));
            ParameterPoint a = new ParameterPoint(Optional.of(3), 5, 6);
            ParameterPoint b = new ParameterPoint(Optional.of(10), 0.5, 6);
            TuningResult apart = with(
                    tuning, tuning.evidence(), List.of(new PointScore(a, 0.6, 0.01), new PointScore(b, 0.5, 0.02)));
            assertThat(apart.sentences())
                    .contains(
                            "The next best, 10 neighbours, alpha 0.5, scores 0.100 less, which is more than the difference between starts (0.020)");
            TuningResult near =
                    with(tuning, tuning.evidence(), List.of(new PointScore(a, 0.6, 0.2), new PointScore(b, 0.5, 0.02)));
            assertThat(near.sentences())
                    .contains(
                            "The next best, 10 neighbours, alpha 0.5, scores 0.100 less, which is no more than the difference between starts (0.200): the data do not distinguish the two");
            TuningResult alone = with(tuning, tuning.evidence(), List.of(new PointScore(a, 0.6, 0.2)));
            assertThat(alone.sentences()).noneMatch(s -> s.startsWith("The next best"));
        }
    }

    /** A fit with alpha 4 whose score differs from the winner's by {@code lead}, or one with 7 neighbours. */
    private static ParameterChange change(TuningResult tuning, TuningParameter parameter, double lead) {
        ParameterPoint at = tuning.chosen();
        ParameterPoint point = parameter == TuningParameter.ALPHA ? at.withAlpha(4) : at.withNeighbors(7);
        TuningFit winner = tuning.winner();
        return new ParameterChange(
                parameter,
                true,
                new TuningFit(
                        new TuningCandidate(TuningStage.CHANGE, point, winner.seed()),
                        winner.score() + lead,
                        winner.modularity(),
                        winner.inside(),
                        winner.silhouette(),
                        1,
                        "converged",
                        Optional.empty(),
                        Optional.empty()));
    }

    /** Halving or doubling a parameter may raise the score as well as lower it: both are said. */
    @Test
    void largestRiseAndFallOfTheScoreAreNamed() {
        String what = "Halving or doubling alpha or the neighbours ";
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, 12, 12, 1))) {
            for (TuneSpec tuneSpec : List.of(TuningCases.spec(3), TuningCases.recommended(3))) {
                TuningResult tuning = TuningCases.tune(data, tuneSpec);
                BiFunction<Double, Double, List<String>> sentences = (alpha, neighbors) -> with(
                                tuning,
                                tuning.evidence(),
                                tuning.ranking(),
                                List.of(
                                        change(tuning, TuningParameter.ALPHA, alpha),
                                        change(tuning, TuningParameter.NEIGHBORS, neighbors)))
                        .sentences();
                assertThat(sentences.apply(-0.029, 0.024))
                        .contains(
                                what
                                        + "lowers the score by at most 0.029 (alpha 4); 7 neighbours would raise it by 0.024, but this check does not change the choice");
                assertThat(sentences.apply(0.011, 0.002))
                        .contains(
                                what
                                        + "does not lower the score; alpha 4 would raise it by 0.011, but this check does not change the choice");
                assertThat(sentences.apply(-0.029, -0.01))
                        .contains(what + "lowers the score by at most 0.029 (alpha 4)");
                assertThat(sentences.apply(0.0, 0.02)).noneMatch(sentence -> sentence.contains("hardly"));
                if (tuneSpec.base().isJoint())
                    assertThat(sentences.apply(-0.0004, 0.0004)).contains(what + "hardly changes the score");
            }
        }
    }

    @Test
    void scoresAroundAGivenKeepAreNamed() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, 24, 12, 1))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.spec(3).withKeep(6));
            assertThat(tuning.sentences())
                    .anyMatch(
                            s -> s.matches(
                                    "With 12 features the score is \\d\\.\\d{3}, with 6 features the score is \\d\\.\\d{3}, with 3 features the score is \\d\\.\\d{3}"));
            assertThat(tuning.sentences()).anyMatch(s -> s.matches("Chosen: \\d+ neighbours, .*, 6 features; .*"));
            assertThat(tuning.sentences())
                    .anyMatch(s -> s.startsWith("In 5 selections on 80 % of the samples each, two sets share"));
        }
    }

    @Test
    void keepingAllButTheNoiseIsDescribed() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 60, 100, 12, 1))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.spec(3));
            int top = tuning.path().get(0).keep();
            assertThat(top).isLessThan(100);
            TuningResult all = new TuningResult(
                    tuning.tuneSpec(),
                    tuning.spec(),
                    tuning.graph(),
                    new TuningFit(
                            new TuningCandidate(
                                    TuningStage.CONFIRM,
                                    tuning.chosen().withKeep(top),
                                    tuning.winner().seed()),
                            tuning.winner().score(),
                            tuning.winner().modularity(),
                            tuning.winner().inside(),
                            Optional.empty(),
                            1,
                            "converged",
                            Optional.empty(),
                            Optional.empty()),
                    tuning.ranking(),
                    tuning.path(),
                    tuning.changes(),
                    tuning.eliminationOrder(),
                    tuning.stability(),
                    tuning.evidence(),
                    tuning.trust(),
                    tuning.groupCount(),
                    tuning.clusters(),
                    tuning.fits());
            assertThat(all.sentences())
                    .contains("No smaller number of features reaches 99 % of the best score, so only noise is dropped");
        }
    }

    /** On the paper's data the signal is found and the noise is eliminated first. */
    @Test
    void noiseOfThePaperDataIsEliminatedFirst() {
        try (var set = SyntheticData.of(1).withSamples(90).generate();
                PreparedData data = TuningCases.prepared(copy(set.X()))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.spec(3));
            List<Integer> last = tuning.eliminationOrder().stream()
                    .map(FeatureElimination::feature)
                    .limit(tuning.chosen().keep())
                    .toList();
            assertThat(last).allMatch(feature -> feature < 20);
        }
    }

    private static DenseMatrix copy(Matrix X) {
        DenseMatrix copy = DenseMatrix.zeros(X.rows(), X.cols());
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            copy.setRow(i, row);
        }
        return copy;
    }
}
