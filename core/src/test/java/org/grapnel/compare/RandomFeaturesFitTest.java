package org.grapnel.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.data.SyntheticData;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model on random features. */
class RandomFeaturesFitTest {
    private static final int P = 11;

    private static List<Trial> run(int threads, NamedMethod... methods) {
        try (PreparedData data = Preparation.none()
                .apply(SyntheticData.of(3).withSamples(60).withSignal(8).generate())) {
            ComparisonProtocol protocol =
                    ComparisonProtocol.of(3).withRepeats(2).withThreads(threads);
            return Comparison.create(data, Optional.empty(), List.of(methods), protocol)
                    .run(List.of(), ComparisonListener.none(), FitContext.none());
        }
    }

    private static NamedMethod random(int rank, int keep) {
        return new NamedMethod("random", ClusteringMethod.randomRows(Spec.paper(Model.GNMF, rank), keep));
    }

    @Test
    void allFeaturesGiveTheModelItself() {
        List<Trial> trials =
                run(2, random(3, P), new NamedMethod("gnmf", ClusteringMethod.model(Spec.paper(Model.GNMF, 3))));
        for (int i = 0; i < 2; i++)
            for (Measure measure : List.of(Measure.NMI, Measure.OBJECTIVE, Measure.RELATIVE_ERROR, Measure.ITERATIONS))
                assertThat(trials.get(i).get(measure))
                        .isEqualTo(trials.get(2 + i).get(measure));
    }

    @Test
    void everyRepeatDrawsItsOwnFeatures() {
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
    void modelsThatSelectAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusteringMethod.randomRows(
                        Spec.paper(Model.GNMF_L20, 3).withKeep(2), 4))
                .withMessage("random rows go with nmf or gnmf by a PALM solver, not with gnmf-l20 by accpalm");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusteringMethod.randomRows(
                        Spec.paper(Model.NMF, 3).withSolver(SolverSpec.of(SolverKind.BEST_SUPPORT)), 4))
                .withMessageContaining("nmf by best-support");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(1, random(3, P + 1)))
                .withMessage("'random': keep must be between 1 and 11, the number of features, got 12");
    }
}
