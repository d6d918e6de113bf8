package org.grapnel.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class BaselineFindingsTest {
    private static Dataset data() {
        DenseMatrix X = DenseMatrix.zeros(12, 60);
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 60; j++)
                X.set(i, j, CounterRandom.uniform(3, i, j) + (i < 6 && i / 2 == j % 3 ? 3 : 0));
        return new Dataset(
                X, Dataset.numbered("f", 12), Dataset.numbered("", 60), Optional.empty(), DataSource.memory());
    }

    private static Trust trust(Trust.Level level) {
        return new Trust(level, 0.9, List.of(), List.of());
    }

    @Test
    void withoutTrustNoBaselineIsEnough() {
        try (Dataset data = data();
                Fit fit = Grapnel.fit(
                        data, Spec.paper(Model.GNMF_L20, 3).withKeep(6).withThreads(2))) {
            List<String> usual = BaselineFindings.describe(fit);
            assertThat(usual)
                    .contains(
                            "k-means on the kept features gives nearly the same groups: the kept features alone are enough, without the graph");
            assertThat(BaselineFindings.describe(fit.withTrust(trust(Trust.Level.GOOD))))
                    .isEqualTo(usual);
            assertThat(BaselineFindings.describe(fit.withTrust(trust(Trust.Level.NONE))))
                    .hasSameSizeAs(usual)
                    .allMatch(
                            sentence -> sentence.matches(
                                    ".* gives? nearly the same groups: this is no evidence for the groups, because data without groups look the same"));
        }
    }

    @Test
    void confidenceAndMarkersComeWithTheFit() {
        try (Dataset data = data();
                Fit fit = Grapnel.fit(
                        data, Spec.paper(Model.GNMF_L20, 3).withKeep(6).withThreads(2));
                Fit without = Grapnel.fit(
                        data, Spec.paper(Model.NMF, 3).withThreads(2).withBaselines(false))) {
            assertThat(fit.groups().confidence().orElseThrow().size()).isEqualTo(60);
            assertThat(without.groups().confidence()).isEmpty();
            assertThat(fit.edgesWithinGroups().get()).isBetween(0.9, 1.0);
            assertThat(fit.withTrust(trust(Trust.Level.GOOD))
                            .edgesWithinGroups()
                            .get())
                    .isEqualTo(0.9);
            assertThat(without.edgesWithinGroups()).hasToString("undefined: there is no graph");
            for (int f = 0; f < 6; f++)
                assertThat(fit.markers().groupOf(f))
                        .hasValue(fit.groups().clustering().labelOf(f / 2));
        }
    }
}
