package org.grapnel.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.linalg.RowSet;
import org.junit.jupiter.api.Test;

class ComparisonTableTest {
    private static final NamedMethod A = new NamedMethod("a", ClusteringMethod.allFeatures());
    private static final NamedMethod B = new NamedMethod("b", ClusteringMethod.graphAlone());

    private static Trial trial(String name, int repeat, Map<Measure, Double> values, int... kept) {
        return new Trial(
                name,
                repeat,
                values,
                "labels",
                repeat > 0,
                kept.length == 0 ? Optional.empty() : Optional.of(RowSet.of(9, kept)),
                List.of(),
                List.of());
    }

    @Test
    void meanAndDeviationAreOverTheRepeats() {
        List<Trial> trials = new ArrayList<>();
        double[] nmi = {0.1, 0.4, 0.7};
        for (int i = 0; i < 3; i++) trials.add(trial("a", i, Map.of(Measure.NMI, nmi[i]), 1, 2, 3 + i));
        ComparisonTable.ComparisonRow row =
                ComparisonTable.compute(List.of(A), trials).rows().get(0);
        MeanSd found = row.get(Measure.NMI).orElseThrow();
        assertThat(found.mean()).isCloseTo(0.4, within(1e-15));
        assertThat(found.sd().orElseThrow()).isCloseTo(0.3, within(1e-15));
        assertThat(found.count()).isEqualTo(3);
        assertThat(row.repeats()).isEqualTo(3);
        assertThat(row.converged()).isEqualTo(2);
        assertThat(row.get(Measure.ARI)).isEmpty();
        assertThat(row.stability())
                .isEqualTo(SelectionStability.compute(
                        List.of(RowSet.of(9, 1, 2, 3), RowSet.of(9, 1, 2, 4), RowSet.of(9, 1, 2, 5))));
    }

    @Test
    void devianceHasColumnsOnlyIfAMethodHasIt() {
        Trial squared = trial("a", 0, Map.of(Measure.RELATIVE_ERROR, 0.5));
        Trial counts = trial("b", 0, Map.of(Measure.DEVIANCE_EXPLAINED, 0.5));
        List<Measure> always =
                ComparisonTable.compute(List.of(A), List.of(squared)).measures();
        assertThat(always).doesNotContain(Measure.DEVIANCE_EXPLAINED).hasSize(Measure.values().length - 1);
        assertThat(ComparisonTable.compute(List.of(A, B), List.of(squared, counts))
                        .measures())
                .containsExactly(Measure.values());
    }

    @Test
    void oneRepeatHasNeitherDeviationNorStability() {
        ComparisonTable.ComparisonRow row = ComparisonTable.compute(
                        List.of(A), List.of(trial("a", 0, Map.of(Measure.NMI, 0.5), 1)))
                .rows()
                .get(0);
        assertThat(row.get(Measure.NMI).orElseThrow().sd()).isEmpty();
        assertThat(row.stability().corrected().isDefined()).isFalse();
    }

    @Test
    void rowsFollowTheMethodsAndAMethodWithoutTrialsHasNone() {
        List<Trial> trials =
                List.of(trial("a", 0, Map.of(Measure.NMI, 0.5), 1), trial("b", 0, Map.of(Measure.NMI, 0.5)));
        assertThat(ComparisonTable.compute(List.of(B, A), trials).rows())
                .extracting(ComparisonTable.ComparisonRow::method)
                .containsExactly("b", "a");
        assertThat(ComparisonTable.compute(List.of(B), trials.subList(0, 1)).rows())
                .isEmpty();
    }

    @Test
    void allMethodsWithTheBestMeanAreBest() {
        List<Trial> trials = List.of(
                trial("a", 0, Map.of(Measure.NMI, 0.5, Measure.SECONDS, 2.0, Measure.ITERATIONS, 3.0), 1),
                trial("b", 0, Map.of(Measure.NMI, 0.5, Measure.SECONDS, 1.0, Measure.ITERATIONS, 4.0)));
        ComparisonTable table = ComparisonTable.compute(List.of(A, B), trials);
        assertThat(table.best(Measure.NMI)).containsExactlyInAnyOrder("a", "b");
        assertThat(table.best(Measure.SECONDS)).containsExactly("b");
        assertThat(table.best(Measure.ITERATIONS)).isEmpty();
        assertThat(table.best(Measure.ARI)).isEmpty();
    }

    @Test
    void nonFiniteValuesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> trial("a", 0, Map.of(Measure.NMI, Double.NaN)))
                .withMessage("nmi of 'a' cannot be NaN");
    }
}
