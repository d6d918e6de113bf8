package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.graph.GraphSource;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.select.FeatureCount;
import org.junit.jupiter.api.Test;

/** Numbers of groups and of features, suggested from the graph. */
class SuggestionStepTest {
    private static final Spec SPEC = Spec.recommended(3, 5);

    /** Three groups of 40 samples; 9 of 30 features differ between them by {@code lift}. */
    private static PreparedData data(double lift) {
        double[][] samples = new double[120][30];
        for (int j = 0; j < 120; j++)
            for (int i = 0; i < 30; i++)
                samples[j][i] = CounterRandom.uniform(3, i, j) + (i < 9 && i % 3 == j % 3 ? lift : 0);
        return Preparation.none().apply(Dataset.ofSamples(samples));
    }

    @Test
    void plantedGroupsAndFeaturesAreSuggested() {
        try (PreparedData data = data(3)) {
            GroupCount groups = Grapnel.suggestClusters(data, Optional.empty(), SPEC, FitContext.none());
            assertThat(groups.suggested()).isEqualTo(3);
            FeatureCount features = Grapnel.suggestKeep(data, Optional.empty(), SPEC, FitContext.none());
            assertThat(features.informative()).isEqualTo(9);
            assertThat(features.suggested()).isBetween(1, 9);
            assertThat(features.searched()).isEqualTo(30);
            assertThat(features.sentence()).contains("9 of the first 30");
        }
    }

    @Test
    void aGraphThatIsKnownGivesTheSameNumbers() {
        try (PreparedData data = data(3)) {
            Optional<GraphSource> known =
                    Optional.of(GraphSource.of(Grapnel.graph(data.data().X(), SPEC.graph(), 2)));
            assertThat(Grapnel.suggestClusters(data, known, SPEC, FitContext.none()))
                    .isEqualTo(Grapnel.suggestClusters(data, Optional.empty(), SPEC, FitContext.none()));
            assertThat(Grapnel.suggestKeep(data, known, SPEC, FitContext.none()))
                    .isEqualTo(Grapnel.suggestKeep(data, Optional.empty(), SPEC, FitContext.none()));
        }
    }

    @Test
    void noiseSuggestsNoGroups() {
        try (PreparedData data = data(0)) {
            assertThat(Grapnel.suggestClusters(data, Optional.empty(), SPEC, FitContext.none())
                            .hasEvidence())
                    .isFalse();
        }
    }

    @Test
    void oneGroupSuggestsNoFeatures() {
        try (PreparedData data = data(3)) {
            FeatureCount features =
                    Grapnel.suggestKeep(data, Optional.empty(), SPEC.withClusters(1), FitContext.none());
            assertThat(features.hasEvidence()).isFalse();
            assertThat(features.sentence()).isEqualTo("no feature differs between the groups by more than chance");
        }
    }
}
