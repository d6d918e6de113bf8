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
import org.grapnel.FitContext;
import org.grapnel.data.PreparedData;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tuning gives the same result for any number of threads and after any number of interruptions. */
class TunerResumeTest {
    private static PreparedData data() {
        return TuningCases.labelled(TuningCases.planted(3, 30, 14, 8, 5), 3);
    }

    private static TuneSpec withThreads(TuneSpec tuneSpec, int threads) {
        return tuneSpec.withBase(tuneSpec.base().withThreads(threads));
    }

    private static List<TuningCandidate> candidates(List<TuningFit> fits) {
        return fits.stream().map(TuningFit::candidate).toList();
    }

    @ParameterizedTest
    @EnumSource(TuningCriterion.class)
    void resultDoesNotDependOnTheNumberOfThreads(TuningCriterion criterion) {
        boolean hides = criterion == TuningCriterion.HELD_OUT_ENTRIES;
        TuneSpec tuneSpec = (hides ? TuningCases.recommended(3) : TuningCases.spec(3)).withCriterion(criterion);
        try (PreparedData data = data()) {
            TuningResult one = TuningCases.tune(data, withThreads(tuneSpec, 1));
            for (int threads = 2; threads <= 3; threads++)
                TuningCases.assertSameResult(one, TuningCases.tune(data, withThreads(tuneSpec, threads)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gain", "variance", "mcfs"})
    void resultDoesNotDependOnThreadsForOtherSelections(String by) {
        TuneSpec base = TuningCases.spec(3);
        TuneSpec tuneSpec = base.withBase(base.base().withSelect(FeatureSelection.of(Strategy.parse(by))));
        try (PreparedData data = data()) {
            TuningResult one = TuningCases.tune(data, withThreads(tuneSpec, 1));
            for (int threads = 2; threads <= 3; threads++)
                TuningCases.assertSameResult(one, TuningCases.tune(data, withThreads(tuneSpec, threads)));
        }
    }

    @Test
    void listenerReceivesEveryFitOnce() {
        try (PreparedData data = data()) {
            TuningCases.RecordingTuningListener listener = TuningCases.RecordingTuningListener.recordAll();
            TuningResult tuning = Tuner.create(data, Optional.empty(), TuningCases.spec(3))
                    .run(List.of(), listener, listener.context())
                    .orElseThrow();
            assertThat(listener.received).containsExactlyInAnyOrderElementsOf(tuning.fits());
            assertThat(candidates(tuning.fits())).doesNotHaveDuplicates();
            assertThat(listener.stages).isSortedAccordingTo(Enum::compareTo);
            assertThat(listener.expected)
                    .isLessThanOrEqualTo(40)
                    .isGreaterThanOrEqualTo(tuning.fits().size());
        }
    }

    /** Cancels after every fit, in any order; known fits are not repeated. */
    @ParameterizedTest
    @ValueSource(strings = {"structure", "gain"})
    void finishedFitsAreNotRepeated(String by) {
        TuneSpec base = TuningCases.spec(3);
        TuneSpec tuneSpec = base.withBase(base.base().withSelect(FeatureSelection.of(Strategy.parse(by))));
        try (PreparedData data = data()) {
            Tuner tuner = Tuner.create(data, Optional.empty(), tuneSpec);
            TuningCases.RecordingTuningListener first = TuningCases.RecordingTuningListener.recordAll();
            TuningResult whole = tuner.run(List.of(), first, first.context()).orElseThrow();
            for (int cut = 0; cut <= first.received.size(); cut += 1 + (int) (3 * CounterRandom.uniform(1, cut, 0))) {
                List<TuningFit> done = new ArrayList<>(first.received.subList(0, cut));
                if (cut % 2 == 1) Collections.reverse(done);
                TuningCases.RecordingTuningListener second = TuningCases.RecordingTuningListener.recordAll();
                TuningResult again = tuner.run(done, second, second.context()).orElseThrow();
                TuningCases.assertSameResult(again, whole);
                Set<TuningCandidate> both = new HashSet<>(candidates(done));
                both.retainAll(candidates(second.received));
                assertThat(both).isEmpty();
                assertThat(second.received).hasSize(first.received.size() - cut);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void repeatedCancellationGivesTheSameResult(int threads) {
        try (PreparedData data = data()) {
            Tuner tuner = Tuner.create(data, Optional.empty(), withThreads(TuningCases.spec(3), threads));
            TuningResult whole = tuner.run(List.of(), TuningListener.none(), FitContext.none())
                    .orElseThrow();
            List<TuningFit> done = new ArrayList<>();
            Optional<TuningResult> found = Optional.empty();
            int runs = 0;
            while (found.isEmpty()) {
                TuningCases.RecordingTuningListener some = new TuningCases.RecordingTuningListener(4);
                found = tuner.run(done, some, some.context());
                assertThat(some.received.size()).isBetween(0, 4 + threads - 1);
                done.addAll(some.received);
                assertThat(++runs).isLessThan(20);
            }
            assertThat(runs).isGreaterThan(5);
            assertThat(candidates(done)).doesNotHaveDuplicates();
            TuningCases.assertSameResult(found.orElseThrow(), whole);
        }
    }

    @Test
    void immediateCancellationGivesNoResult() {
        try (PreparedData data = data()) {
            TuningCases.RecordingTuningListener none = new TuningCases.RecordingTuningListener(0);
            assertThat(Tuner.create(data, Optional.empty(), TuningCases.spec(3)).run(List.of(), none, none.context()))
                    .isEmpty();
            assertThat(none.received).isEmpty();
        }
    }

    /** A listener that cancels once, in the middle of a fit. */
    @Test
    void cancelledFitIsDiscarded() {
        try (PreparedData data = data()) {
            Tuner tuner = Tuner.create(data, Optional.empty(), withThreads(TuningCases.spec(3), 1));
            TuningResult whole = tuner.run(List.of(), TuningListener.none(), FitContext.none())
                    .orElseThrow();
            for (int when = 5; when < 400; when += 57) {
                int at = when;
                int[] checks = {0};
                TuningCases.RecordingTuningListener once = new TuningCases.RecordingTuningListener(Integer.MAX_VALUE) {
                    @Override
                    public boolean isCancelled() {
                        return checks[0]++ == at;
                    }
                };
                Optional<TuningResult> found = tuner.run(List.of(), once, once.context());
                assertThat(whole.fits()).containsAll(once.received);
                TuningResult rest = found.or(() -> tuner.run(once.received, TuningListener.none(), FitContext.none()))
                        .orElseThrow();
                TuningCases.assertSameResult(rest, whole);
            }
        }
    }

    @Test
    void labelsChangeOnlyNmi() {
        try (PreparedData with = data();
                PreparedData without = TuningCases.prepared(TuningCases.planted(3, 30, 14, 8, 5))) {
            TuningResult a = TuningCases.tune(with, TuningCases.spec(3));
            TuningResult b = TuningCases.tune(without, TuningCases.spec(3));
            assertThat(a.fits().stream()
                            .filter(t -> t.stage() != TuningStage.NULL_MODEL)
                            .map(TuningFit::nmi))
                    .allMatch(Optional::isPresent);
            assertThat(a.fits().stream().map(TunerResumeTest::unlabelled).toList())
                    .isEqualTo(b.fits());
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
