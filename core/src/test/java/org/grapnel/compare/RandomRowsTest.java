package org.grapnel.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.data.Synthetic;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;
import org.grapnel.solve.SolverSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model on features that nobody chose. */
class RandomRowsTest {
    private static final int P = 11;

    private static List<Trial> run(int threads, Contender... contenders) {
        try (Prepared data = Preparation.none()
                .of(Synthetic.of(3).withSamples(60).withSignal(8).dataset())) {
            Protocol protocol = Protocol.of(3).withRepeats(2).withThreads(threads);
            return Contest.of(data, Optional.empty(), List.of(contenders), protocol)
                    .run(List.of(), Spectator.none());
        }
    }

    private static Contender random(int rank, int keep) {
        return new Contender("random", Way.randomRows(Spec.of(Model.GNMF, rank), keep));
    }

    @Test
    void allRowsAreTheModelItself() {
        List<Trial> trials = run(2, random(3, P), new Contender("gnmf", Way.model(Spec.of(Model.GNMF, 3))));
        for (int i = 0; i < 2; i++)
            for (Measure measure : List.of(Measure.NMI, Measure.OBJECTIVE, Measure.RELATIVE_ERROR, Measure.ITERATIONS))
                assertThat(trials.get(i).get(measure))
                        .isEqualTo(trials.get(2 + i).get(measure));
    }

    @Test
    void everyRepeatDrawsItsOwnRowsWhichMayBeFewerThanTheComponents() {
        List<Trial> trials = run(2, random(5, 4));
        assertThat(trials.get(0).kept()).isNotEqualTo(trials.get(1).kept());
        for (Trial trial : trials) {
            assertThat(trial.kept().orElseThrow().count()).isEqualTo(4);
            double floor = trial.get(Measure.RELATIVE_ERROR_FLOOR).orElseThrow();
            assertThat(trial.get(Measure.RELATIVE_ERROR).orElseThrow())
                    .isGreaterThan(floor)
                    .isLessThan(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theSameBitsForAnyNumberOfThreads(int threads) {
        List<Trial> there = run(2, random(3, 4));
        List<Trial> here = run(threads, random(3, 4));
        for (int i = 0; i < there.size(); i++)
            assertThat(here.get(i).get(Measure.OBJECTIVE))
                    .isEqualTo(there.get(i).get(Measure.OBJECTIVE));
    }

    @Test
    void whatChoosesByItselfIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Way.randomRows(Spec.of(Model.GNMF_L20, 3).withKeep(2), 4))
                .withMessage("random rows go with nmf or gnmf by steps, not with gnmf-l20 by accpalm");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Way.randomRows(Spec.of(Model.NMF, 3).withSolver(SolverSpec.of(Method.BEST_SUPPORT)), 4))
                .withMessageContaining("nmf by best-support");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(1, random(3, P + 1)))
                .withMessage("'random': keep must be between 1 and 11, the number of features, got 12");
    }
}
