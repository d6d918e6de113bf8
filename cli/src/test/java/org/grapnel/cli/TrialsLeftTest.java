package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.compare.Contender;
import org.grapnel.compare.Measure;
import org.grapnel.compare.Trial;
import org.grapnel.compare.Way;
import org.junit.jupiter.api.Test;

class TrialsLeftTest {
    private static final List<Contender> BOTH =
            List.of(new Contender("a", Way.allFeatures()), new Contender("b", Way.graphAlone()));

    private double now;

    @Test
    void everyContenderTakesWhatItTookAndAnUnknownOneTheMeanOfTheOthers() {
        Trial known =
                new Trial("a", 0, Map.of(Measure.SECONDS, 4.0), "labels", true, Optional.empty(), List.of(), List.of());
        TrialsLeft left = new TrialsLeft(BOTH, 3, List.of(known), () -> now);
        assertThat(left.seconds()).hasValue(2 * 4 + 3 * 4);
        left.begins("b");
        now = 1;
        assertThat(left.seconds()).hasValue(2 * 4 + 3 * 4 - 1);
        left.ended();
        assertThat(left.seconds()).hasValue(2 * 4 + 2 * 1);
        left.begins("a");
        now = 20;
        assertThat(left.seconds()).as("late, but not less than nothing").hasValue(1 * 4 + 2 * 1);
    }

    @Test
    void beforeTheFirstTrialNobodyKnows() {
        assertThat(new TrialsLeft(BOTH, 2, List.of(), () -> now).seconds()).isEmpty();
    }
}
