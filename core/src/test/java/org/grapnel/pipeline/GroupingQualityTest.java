package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GroupingQualityTest {
    private static GroupingQuality of(double modularity) {
        return GroupingQuality.onOneGraph(3, modularity, 0.9);
    }

    @Test
    void roundingOfModularityReplacesNoGroups() {
        GroupingQuality before = of(2.0 / 3);
        GroupingQuality rounded = of(Math.nextUp(2.0 / 3));
        assertThat(rounded.replaces(before)).isFalse();
        assertThat(rounded.isPreferredTo(before)).isFalse();
    }

    @Test
    void higherModularityReplacesLower() {
        assertThat(of(0.67).replaces(of(0.66))).isTrue();
        assertThat(of(0.67).isPreferredTo(of(0.66))).isTrue();
        assertThat(of(0.66).isNowhereWorseThan(of(0.67))).isFalse();
    }
}
