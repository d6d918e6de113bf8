package org.grapnel.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.grapnel.linalg.EntryWeights;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Preparation of data whose missing entries stay missing. */
@Tag("once")
class MissingPreparationTest {
    private static final double GAP = Double.NaN;
    private static final Preparation MODEL = Preparation.none().withImpute(Imputation.MODEL);

    private static Dataset data() {
        return Dataset.ofSamples(new double[][] {{1, 2, 5}, {3, GAP, 5}, {GAP, 4, 5}, {2, 6, 5}});
    }

    @Test
    void missingEntriesHaveNoWeightAndAreCompleted() {
        try (PreparedData prepared = MODEL.apply(data())) {
            EntryWeights weights = prepared.weights().orElseThrow();
            assertThat(weights.count()).isEqualTo(2);
            assertThat(weights.get(1, 1)).isZero();
            assertThat(weights.get(0, 2)).isZero();
            assertThat(prepared.data().X().get(0, 1)).isEqualTo(3);
            assertThat(prepared.data().X().get(1, 1)).isBetween(0.0, 10.0);
            assertThat(prepared.missing().orElseThrow().share()).isCloseTo(2 / 12.0, within(1e-15));
            assertThat(prepared.notes())
                    .anyMatch(note -> note.startsWith("2 missing entries (16.7 %) were completed by "));
        }
    }

    @Test
    void completeDataHaveNoWeights() {
        try (PreparedData prepared = MODEL.apply(Dataset.ofSamples(new double[][] {{1, 2}, {3, 5}}))) {
            assertThat(prepared.weights()).isEmpty();
            assertThat(prepared.missing()).isEmpty();
        }
    }

    @Test
    void stepsUseObservedEntriesOnly() {
        try (PreparedData max = MODEL.withNormalize(Normalization.MAX).apply(data());
                PreparedData l2 = MODEL.withNormalize(Normalization.L2).apply(data());
                PreparedData unit = MODEL.withFeatureScale(FeatureScaling.UNIT).apply(data());
                PreparedData top = MODEL.withTopVariance(2).apply(data());
                PreparedData varying = MODEL.withDropConstant().apply(data());
                PreparedData total = MODEL.withTotal(16).apply(data())) {
            assertThat(max.data().X().get(0, 1)).isEqualTo(0.5);
            assertThat(l2.data().X().get(0, 1)).isCloseTo(3 / Math.sqrt(34), within(1e-15));
            assertThat(unit.data().X().get(0, 1)).isCloseTo(3 / Math.sqrt(14), within(1e-15));
            assertThat(top.data().features()).isEqualTo(List.of("f0", "f1"));
            assertThat(varying.data().features()).isEqualTo(List.of("f0", "f1"));
            assertThat(total.data().X().get(0, 1)).isEqualTo(6);
        }
    }

    @Test
    void samplesAndFeaturesWithoutAnyEntryAreNamed() {
        Dataset sample = Dataset.ofSamples(new double[][] {{1, 2}, {GAP, GAP}});
        assertThatThrownBy(() -> MODEL.apply(sample))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("a sample without any entry: 1 (1); leave it out");
        Dataset features = Dataset.ofSamples(new double[][] {{1, GAP, GAP}, {2, GAP, GAP}}, List.of("a", "b", "c"));
        assertThatThrownBy(() -> MODEL.apply(features))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("2 features without any entry: 1 (b), 2 (c); leave them out");
    }

    @Test
    void refusalNamesBothRemedies() {
        assertThatThrownBy(() -> Preparation.none().apply(data()))
                .hasMessageContaining("fills them, and Preparation.withImpute(MODEL) completes them");
    }
}
