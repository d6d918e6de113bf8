package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.grapnel.FeatureSelection;
import org.grapnel.FeatureSelection.Strategy;
import org.grapnel.data.PreparedData;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Same question, same answer: for any number of threads, and after any number of interruptions. */
class TunerResumeTest {
    private static PreparedData data() {
        return TuningCases.labelled(TuningCases.planted(3, 30, 14, 8, 5), 3);
    }

    private static TuneSpec threads(TuneSpec asked, int threads) {
        return asked.withBase(asked.base().withThreads(threads));
    }

    private static List<TuningCandidate> candidates(List<TuningFit> tried) {
        return tried.stream().map(TuningFit::candidate).toList();
    }

    @ParameterizedTest
    @EnumSource(TuningCriterion.class)
    void theNumberOfThreadsChangesNothing(TuningCriterion criterion) {
        TuneSpec asked = TuningCases.asked(3).withCriterion(criterion);
        try (PreparedData data = data()) {
            TuningResult one = TuningCases.tuning(data, threads(asked, 1));
            for (int threads = 2; threads <= 3; threads++)
                TuningCases.assertSame(one, TuningCases.tuning(data, threads(asked, threads)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gain", "variance", "mcfs"})
    void norWithOtherWaysToChooseFeatures(String by) {
        TuneSpec free = TuningCases.asked(3);
        TuneSpec asked = free.withBase(free.base().withSelect(FeatureSelection.of(Strategy.parse(by))));
        try (PreparedData data = data()) {
            TuningResult one = TuningCases.tuning(data, threads(asked, 1));
            for (int threads = 2; threads <= 3; threads++)
                TuningCases.assertSame(one, TuningCases.tuning(data, threads(asked, threads)));
        }
    }

    @Test
    void everyFitIsToldOnceAndNoneBesides() {
        try (PreparedData data = data()) {
            TuningCases.RecordingTuningListener listening = TuningCases.RecordingTuningListener.forEver();
            TuningResult tuning = Tuner.create(data, Optional.empty(), TuningCases.asked(3))
                    .run(List.of(), listening)
                    .orElseThrow();
            assertThat(listening.told).containsExactlyInAnyOrderElementsOf(tuning.tried());
            assertThat(candidates(tuning.tried())).doesNotHaveDuplicates();
            assertThat(listening.begun).isSortedAccordingTo(Enum::compareTo);
            assertThat(listening.most)
                    .isLessThanOrEqualTo(40)
                    .isGreaterThanOrEqualTo(tuning.tried().size());
        }
    }

    /** Cut after every fit, in any order; what is known is not made again. */
    @ParameterizedTest
    @ValueSource(strings = {"structure", "gain"})
    void whatIsDoneIsNotDoneAgain(String by) {
        TuneSpec free = TuningCases.asked(3);
        TuneSpec asked = free.withBase(free.base().withSelect(FeatureSelection.of(Strategy.parse(by))));
        try (PreparedData data = data()) {
            Tuner tuner = Tuner.create(data, Optional.empty(), asked);
            TuningCases.RecordingTuningListener first = TuningCases.RecordingTuningListener.forEver();
            TuningResult whole = tuner.run(List.of(), first).orElseThrow();
            for (int cut = 0; cut <= first.told.size(); cut += 1 + (int) (3 * CounterRandom.uniform(1, cut, 0))) {
                List<TuningFit> done = new ArrayList<>(first.told.subList(0, cut));
                if (cut % 2 == 1) Collections.reverse(done);
                TuningCases.RecordingTuningListener second = TuningCases.RecordingTuningListener.forEver();
                TuningResult again = tuner.run(done, second).orElseThrow();
                TuningCases.assertSame(again, whole);
                Set<TuningCandidate> both = new HashSet<>(candidates(done));
                both.retainAll(candidates(second.told));
                assertThat(both).isEmpty();
                assertThat(second.told).hasSize(first.told.size() - cut);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void stoppedAgainAndAgainItGetsThere(int threads) {
        try (PreparedData data = data()) {
            Tuner tuner = Tuner.create(data, Optional.empty(), threads(TuningCases.asked(3), threads));
            TuningResult whole = tuner.run(List.of(), TuningListener.none()).orElseThrow();
            List<TuningFit> done = new ArrayList<>();
            Optional<TuningResult> found = Optional.empty();
            int runs = 0;
            while (found.isEmpty()) {
                TuningCases.RecordingTuningListener some = new TuningCases.RecordingTuningListener(4);
                found = tuner.run(done, some);
                assertThat(some.told.size()).isBetween(0, 4 + threads - 1);
                done.addAll(some.told);
                assertThat(++runs).isLessThan(20);
            }
            assertThat(runs).isGreaterThan(5);
            assertThat(candidates(done)).doesNotHaveDuplicates();
            TuningCases.assertSame(found.orElseThrow(), whole);
        }
    }

    @Test
    void whoHasEnoughAtOnceGetsNothing() {
        try (PreparedData data = data()) {
            TuningCases.RecordingTuningListener none = new TuningCases.RecordingTuningListener(0);
            assertThat(Tuner.create(data, Optional.empty(), TuningCases.asked(3))
                            .run(List.of(), none))
                    .isEmpty();
            assertThat(none.told).isEmpty();
        }
    }

    /** Somebody who says once, in the middle of a fit, that it is enough, and then never again. */
    @Test
    void aFitThatWasInterruptedCountsForNothing() {
        try (PreparedData data = data()) {
            Tuner tuner = Tuner.create(data, Optional.empty(), threads(TuningCases.asked(3), 1));
            TuningResult whole = tuner.run(List.of(), TuningListener.none()).orElseThrow();
            for (int when = 5; when < 400; when += 57) {
                int at = when;
                int[] asks = {0};
                TuningCases.RecordingTuningListener once = new TuningCases.RecordingTuningListener(Integer.MAX_VALUE) {
                    @Override
                    public boolean isCancelled() {
                        return asks[0]++ == at;
                    }
                };
                Optional<TuningResult> found = tuner.run(List.of(), once);
                assertThat(whole.tried()).containsAll(once.told);
                TuningResult rest = found.or(() -> tuner.run(once.told, TuningListener.none()))
                        .orElseThrow();
                TuningCases.assertSame(rest, whole);
            }
        }
    }

    @Test
    void labelsChangeTheAgreementWithThemAlone() {
        try (PreparedData with = data();
                PreparedData without = TuningCases.prepared(TuningCases.planted(3, 30, 14, 8, 5))) {
            TuningResult a = TuningCases.tuning(with, TuningCases.asked(3));
            TuningResult b = TuningCases.tuning(without, TuningCases.asked(3));
            assertThat(a.tried().stream()
                            .filter(t -> t.stage() != TuningStage.CLOUD)
                            .map(TuningFit::nmi))
                    .allMatch(Optional::isPresent);
            assertThat(a.tried().stream().map(TunerResumeTest::unlabelled).toList())
                    .isEqualTo(b.tried());
            assertThat(a.chosen()).isEqualTo(b.chosen());
            assertThat(a.sentences()).isEqualTo(b.sentences());
        }
    }

    private static TuningFit unlabelled(TuningFit t) {
        return new TuningFit(
                t.candidate(),
                t.score(),
                t.modularity(),
                t.inside(),
                t.silhouette(),
                t.iterations(),
                t.stop(),
                Optional.empty(),
                t.kept());
    }
}
