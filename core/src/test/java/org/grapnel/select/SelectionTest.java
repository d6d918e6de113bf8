package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.grapnel.linalg.RowSet;
import org.junit.jupiter.api.Test;

class SelectionTest {
    @Test
    void keptFeaturesAreRowsInAscendingOrder() {
        Selection found = new Selection(9, List.of(7, 2, 4), List.of(3.0, 2.0, 1.0), List.of());
        assertThat(found.kept()).isEqualTo(RowSet.of(9, 2, 4, 7));
        assertThat(found.peak()).isEmpty();
    }

    @Test
    void peakIsTheShortestOfTheBestPrefixes() {
        Selection found = new Selection(9, List.of(7, 2, 4), List.of(3.0, 2.0, 1.0), List.of(0.5, 0.8, 0.8));
        assertThat(found.peak()).hasValue(2);
    }

    @Test
    void listsOfDifferentLengthsAreRefused() {
        assertThatThrownBy(() -> new Selection(9, List.of(7, 2), List.of(1.0), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("order, scores and path must have the same length, got 2, 1 and 0");
    }
}
