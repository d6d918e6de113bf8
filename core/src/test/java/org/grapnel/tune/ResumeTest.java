package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.grapnel.FeatureChoice;
import org.grapnel.FeatureChoice.By;
import org.grapnel.data.Prepared;
import org.grapnel.linalg.Randoms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Same question, same answer: for any number of threads, and after any number of interruptions. */
class ResumeTest {
    private static Prepared data() {
        return Cases.labelled(Cases.planted(3, 30, 14, 8, 5), 3);
    }

    private static TuneSpec threads(TuneSpec asked, int threads) {
        return asked.withBase(asked.base().withThreads(threads));
    }

    private static List<Candidate> candidates(List<Tried> tried) {
        return tried.stream().map(Tried::candidate).toList();
    }

    @ParameterizedTest
    @EnumSource(Criterion.class)
    void theNumberOfThreadsChangesNothing(Criterion criterion) {
        TuneSpec asked = Cases.asked(3).withCriterion(criterion);
        try (Prepared data = data()) {
            Tuning one = Cases.tuning(data, threads(asked, 1));
            for (int threads = 2; threads <= 3; threads++)
                Cases.assertSame(one, Cases.tuning(data, threads(asked, threads)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gain", "variance", "mcfs"})
    void norWithOtherWaysToChooseFeatures(String by) {
        TuneSpec free = Cases.asked(3);
        TuneSpec asked = free.withBase(free.base().withSelect(FeatureChoice.of(By.of(by))));
        try (Prepared data = data()) {
            Tuning one = Cases.tuning(data, threads(asked, 1));
            for (int threads = 2; threads <= 3; threads++)
                Cases.assertSame(one, Cases.tuning(data, threads(asked, threads)));
        }
    }

    @Test
    void everyFitIsToldOnceAndNoneBesides() {
        try (Prepared data = data()) {
            Cases.Listening listening = Cases.Listening.forEver();
            Tuning tuning = Tuner.of(data, Optional.empty(), Cases.asked(3))
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
        TuneSpec free = Cases.asked(3);
        TuneSpec asked = free.withBase(free.base().withSelect(FeatureChoice.of(By.of(by))));
        try (Prepared data = data()) {
            Tuner tuner = Tuner.of(data, Optional.empty(), asked);
            Cases.Listening first = Cases.Listening.forEver();
            Tuning whole = tuner.run(List.of(), first).orElseThrow();
            for (int cut = 0; cut <= first.told.size(); cut += 1 + (int) (3 * Randoms.uniform(1, cut, 0))) {
                List<Tried> done = new ArrayList<>(first.told.subList(0, cut));
                if (cut % 2 == 1) Collections.reverse(done);
                Cases.Listening second = Cases.Listening.forEver();
                Tuning again = tuner.run(done, second).orElseThrow();
                Cases.assertSame(again, whole);
                Set<Candidate> both = new HashSet<>(candidates(done));
                both.retainAll(candidates(second.told));
                assertThat(both).isEmpty();
                assertThat(second.told).hasSize(first.told.size() - cut);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void stoppedAgainAndAgainItGetsThere(int threads) {
        try (Prepared data = data()) {
            Tuner tuner = Tuner.of(data, Optional.empty(), threads(Cases.asked(3), threads));
            Tuning whole = tuner.run(List.of(), Onlooker.none()).orElseThrow();
            List<Tried> done = new ArrayList<>();
            Optional<Tuning> found = Optional.empty();
            int runs = 0;
            while (found.isEmpty()) {
                Cases.Listening some = new Cases.Listening(4);
                found = tuner.run(done, some);
                assertThat(some.told.size()).isBetween(0, 4 + threads - 1);
                done.addAll(some.told);
                assertThat(++runs).isLessThan(20);
            }
            assertThat(runs).isGreaterThan(5);
            assertThat(candidates(done)).doesNotHaveDuplicates();
            Cases.assertSame(found.orElseThrow(), whole);
        }
    }

    @Test
    void whoHasEnoughAtOnceGetsNothing() {
        try (Prepared data = data()) {
            Cases.Listening none = new Cases.Listening(0);
            assertThat(Tuner.of(data, Optional.empty(), Cases.asked(3)).run(List.of(), none))
                    .isEmpty();
            assertThat(none.told).isEmpty();
        }
    }

    /** Somebody who says once, in the middle of a fit, that it is enough, and then never again. */
    @Test
    void aFitThatWasInterruptedCountsForNothing() {
        try (Prepared data = data()) {
            Tuner tuner = Tuner.of(data, Optional.empty(), threads(Cases.asked(3), 1));
            Tuning whole = tuner.run(List.of(), Onlooker.none()).orElseThrow();
            for (int when = 5; when < 400; when += 57) {
                int at = when;
                int[] asks = {0};
                Cases.Listening once = new Cases.Listening(Integer.MAX_VALUE) {
                    @Override
                    public boolean enough() {
                        return asks[0]++ == at;
                    }
                };
                Optional<Tuning> found = tuner.run(List.of(), once);
                assertThat(whole.tried()).containsAll(once.told);
                Tuning rest =
                        found.or(() -> tuner.run(once.told, Onlooker.none())).orElseThrow();
                Cases.assertSame(rest, whole);
            }
        }
    }

    @Test
    void labelsChangeTheAgreementWithThemAlone() {
        try (Prepared with = data();
                Prepared without = Cases.prepared(Cases.planted(3, 30, 14, 8, 5))) {
            Tuning a = Cases.tuning(with, Cases.asked(3));
            Tuning b = Cases.tuning(without, Cases.asked(3));
            assertThat(a.tried().stream().filter(t -> t.stage() != Stage.CLOUD).map(Tried::nmi))
                    .allMatch(Optional::isPresent);
            assertThat(a.tried().stream().map(ResumeTest::unlabelled).toList()).isEqualTo(b.tried());
            assertThat(a.chosen()).isEqualTo(b.chosen());
            assertThat(a.sentences()).isEqualTo(b.sentences());
        }
    }

    private static Tried unlabelled(Tried t) {
        return new Tried(
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
