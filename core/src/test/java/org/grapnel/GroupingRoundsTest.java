package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupingRoundsTest {
    private static final GroupingRounds.Look BETTER = new GroupingRounds.Look(0.8, 0.5, 0.6, true);
    private static final GroupingRounds.Look WORSE = new GroupingRounds.Look(0.9, 0.6, 0.55, false);

    @Test
    void theSentenceSaysHowManyLooksWereUsedAndWhyTheSearchEnded() {
        assertThat(new GroupingRounds(List.of()).sentence())
                .isEqualTo("the groups come from one round: no features were selected");
        assertThat(new GroupingRounds(List.of(WORSE)).sentence())
                .isEqualTo("a second look on the selected features was not used: it does not follow the"
                        + " neighbours of all features better (modularity 0.550 after 0.600)");
        assertThat(new GroupingRounds(List.of(new GroupingRounds.Look(0.7, 0.5, 0.6, false))).sentence())
                .isEqualTo("a second look on the selected features was not used: it separates more neighbours of all"
                        + " features (modularity 0.600 after 0.500)");
        assertThat(new GroupingRounds(List.of(new GroupingRounds.Look(1, 0.5, 0.5, false))).sentence())
                .isEqualTo("a second look on the selected features finds the same groups");
        assertThat(new GroupingRounds(List.of(BETTER)).sentence())
                .isEqualTo("a second look on the selected features replaced the groups (modularity 0.600 after 0.500)");
        assertThat(new GroupingRounds(List.of(BETTER, WORSE)).sentence())
                .isEqualTo("a second look on the selected features replaced the groups; the next one was not better"
                        + " (modularity 0.550 after 0.600)");
        assertThat(new GroupingRounds(List.of(BETTER, BETTER, WORSE)).sentence())
                .startsWith("2 more looks on the selected features replaced the groups; the next one was not better");
    }

    @Test
    void onlyAcceptedLooksCount() {
        assertThat(new GroupingRounds(List.of()).accepted()).isZero();
        assertThat(new GroupingRounds(List.of(WORSE)).accepted()).isZero();
        assertThat(new GroupingRounds(List.of(BETTER, BETTER, WORSE)).accepted())
                .isEqualTo(2);
    }

    @Test
    void aRejectedLookEndsTheSearch() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GroupingRounds(List.of(BETTER, WORSE, BETTER)))
                .withMessage("look 2 was rejected, but not the last");
    }
}
