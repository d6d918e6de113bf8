package org.grapnel.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.compare.ClusteringMethod;
import org.grapnel.compare.Measure;
import org.grapnel.compare.NamedMethod;
import org.grapnel.compare.Trial;
import org.junit.jupiter.api.Test;

class TrialTimeEstimateTest {
    private static final List<NamedMethod> BOTH = List.of(
            new NamedMethod("a", ClusteringMethod.allFeatures()), new NamedMethod("b", ClusteringMethod.graphAlone()));

    private double now;

    @Test
    void theEstimateUsesTheMeanOfEachMethod() {
        Trial known =
                new Trial("a", 0, Map.of(Measure.SECONDS, 4.0), "labels", true, Optional.empty(), List.of(), List.of());
        TrialTimeEstimate left = new TrialTimeEstimate(BOTH, 3, List.of(known), () -> now);
        assertThat(left.seconds()).hasValue(2 * 4 + 3 * 4);
        left.onTrialStart("b");
        now = 1;
        assertThat(left.seconds()).hasValue(2 * 4 + 3 * 4 - 1);
        left.onTrialEnd();
        assertThat(left.seconds()).hasValue(2 * 4 + 2 * 1);
        left.onTrialStart("a");
        now = 20;
        assertThat(left.seconds()).as("overdue, but not negative").hasValue(1 * 4 + 2 * 1);
    }

    @Test
    void beforeTheFirstTrialThereIsNoEstimate() {
        assertThat(new TrialTimeEstimate(BOTH, 2, List.of(), () -> now).seconds())
                .isEmpty();
    }
}
