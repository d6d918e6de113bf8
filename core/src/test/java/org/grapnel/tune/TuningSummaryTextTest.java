package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.grapnel.data.PreparedData;
import org.grapnel.data.SyntheticData;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.junit.jupiter.api.Test;

/** A choice in words: what is doubtful comes first. */
class TuningSummaryTextTest {
    private static TuningResult with(
            TuningResult t, Optional<GroupEvidence> trust, List<TuningResult.PointScore> rivals) {
        return new TuningResult(
                t.asked(),
                t.spec(),
                t.graph(),
                t.winner(),
                rivals,
                t.path(),
                t.changes(),
                t.leaving(),
                t.stability(),
                trust,
                t.groups(),
                t.clusters(),
                t.tried());
    }

    @Test
    void aNumberOfGroupsThatWasNotGivenIsSaidFirst() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(4, 60, 20, 20, 1))) {
            TuningResult tuning = TuningCases.tuning(data, TuningCases.asked(2).withoutClusters());
            assertThat(tuning.clusters()).isEqualTo(4);
            assertThat(tuning.spec().clusters()).isEqualTo(4);
            assertThat(tuning.spec().rank()).isEqualTo(4);
            assertThat(tuning.trust().orElseThrow().isTrustworthy()).isTrue();
            assertThat(tuning.sentences().get(0))
                    .isEqualTo(
                            "Warning: the number of groups was not given: 4 is a suggestion of the graph; confirm it with --clusters 4, or give another");
            assertThat(tuning.sentences()).noneMatch(s -> s.contains("were asked for"));
            TuningResult doubtful = with(
                    tuning, Optional.of(new GroupEvidence(0.3, List.of(0.2, 0.25, 0.1), 100, 0.1)), tuning.rivals());
            assertThat(doubtful.sentences().get(0))
                    .isEqualTo(
                            "Warning: the graph is not informative: 70 % of the edges between neighbours leave the groups, hardly fewer than in a cloud with the means and covariances of the data but without groups (82 %); trust neither this choice nor the groups");
            assertThat(doubtful.sentences().get(1)).startsWith("Warning: the number of groups was not given");
            assertThat(doubtful.sentences()).noneMatch(s -> s.contains("more than chance"));
            // all else is the same as with that number asked for
            TuningResult same = TuningCases.tuning(data, TuningCases.asked(4));
            assertThat(same.tried()).isEqualTo(tuning.tried());
            assertThat(same.sentences()).contains("4 groups were asked for; the graph alone suggests 4");
        }
    }

    @Test
    void rivalsAreTakenApartOnlyWhereStartsDifferLess() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, 12, 12, 1))) {
            TuningResult tuning = TuningCases.tuning(data, TuningCases.asked(3));
            ParameterPoint a = new ParameterPoint(Optional.of(3), 5, 6);
            ParameterPoint b = new ParameterPoint(Optional.of(10), 0.5, 6);
            TuningResult apart = with(
                    tuning,
                    tuning.trust(),
                    List.of(new TuningResult.PointScore(a, 0.6, 0.01), new TuningResult.PointScore(b, 0.5, 0.02)));
            assertThat(apart.sentences())
                    .contains(
                            "The next best, 10 neighbours, weight alpha 0.5, is 0.100 behind, more than one start differs from another (0.020)");
            TuningResult near = with(
                    tuning,
                    tuning.trust(),
                    List.of(new TuningResult.PointScore(a, 0.6, 0.2), new TuningResult.PointScore(b, 0.5, 0.02)));
            assertThat(near.sentences())
                    .contains(
                            "The next best, 10 neighbours, weight alpha 0.5, is 0.100 behind, no more than one start differs from another (0.200): the data do not tell the two apart");
            TuningResult alone = with(tuning, tuning.trust(), List.of(new TuningResult.PointScore(a, 0.6, 0.2)));
            assertThat(alone.sentences()).noneMatch(s -> s.startsWith("The next best"));
        }
    }

    @Test
    void thePathIsSaidForABudgetToo() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 40, 24, 12, 1))) {
            TuningResult tuning = TuningCases.tuning(data, TuningCases.asked(3).withKeep(6));
            assertThat(tuning.sentences())
                    .anyMatch(
                            s -> s.matches(
                                    "With 12 features the score is \\d\\.\\d{3}, with 6 features the score is \\d\\.\\d{3}, with 3 features the score is \\d\\.\\d{3}"));
            assertThat(tuning.sentences()).anyMatch(s -> s.matches("Chosen: \\d+ neighbours, .*, 6 features; .*"));
            assertThat(tuning.sentences())
                    .anyMatch(s ->
                            s.startsWith("Chosen 5 times, on 80 % of the samples each, two sets of features share"));
        }
    }

    @Test
    void featuresThatAreNoiseWereLeftOutWhereTheRestIsKept() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 60, 100, 12, 1))) {
            TuningResult tuning = TuningCases.tuning(data, TuningCases.asked(3));
            int top = tuning.path().get(0).keep();
            assertThat(top).isLessThan(100);
            TuningResult all = new TuningResult(
                    tuning.asked(),
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
                    tuning.rivals(),
                    tuning.path(),
                    tuning.changes(),
                    tuning.leaving(),
                    tuning.stability(),
                    tuning.trust(),
                    tuning.groups(),
                    tuning.clusters(),
                    tuning.tried());
            assertThat(all.sentences())
                    .contains(
                            "No smaller number of features has 99 % of the score: nothing speaks for leaving more than the noise out");
        }
    }

    /** The paper's data: the signal is found and the noise leaves first. */
    @Test
    void theNoiseOfThePapersDataLeavesFirst() {
        try (var set = SyntheticData.of(1).withSamples(90).generate();
                PreparedData data = TuningCases.prepared(copy(set.X()))) {
            TuningResult tuning = TuningCases.tuning(data, TuningCases.asked(3));
            List<Integer> last = tuning.leaving().stream()
                    .map(TuningResult.FeatureElimination::feature)
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
