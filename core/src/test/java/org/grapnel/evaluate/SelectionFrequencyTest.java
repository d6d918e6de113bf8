package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.grapnel.linalg.RowSet;
import org.junit.jupiter.api.Test;

class SelectionFrequencyTest {
    @Test
    void countsAndRanksSelectedFeatures() {
        SelectionFrequency f = SelectionFrequency.count(
                List.of(RowSet.of(6, 1, 5), RowSet.of(6, 0, 1, 4), RowSet.of(6, 0, 1), RowSet.of(6, 1, 5)));
        assertThat(f.repeats()).isEqualTo(4);
        assertThat(f.features()).isEqualTo(6);
        assertThat(f.mostFrequent()).containsExactly(1, 0, 5, 4);
        assertThat(f.times(1)).isEqualTo(4);
        assertThat(f.share(1)).isEqualTo(1);
        assertThat(f.share(5)).isEqualTo(0.5);
        assertThat(f.share(2)).isZero();
    }

    @Test
    void repeatsOverDifferentFeaturesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SelectionFrequency.count(List.of()))
                .withMessage("a selection frequency needs at least 1 repeat, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SelectionFrequency.count(List.of(RowSet.all(3), RowSet.all(4))))
                .withMessage("repeat 1 selects from 4 features, repeat 0 from 3");
    }
}
