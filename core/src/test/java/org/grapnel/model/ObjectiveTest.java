package org.grapnel.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObjectiveTest {
    @Test
    void loweringTheSumLeavesBothPartsAboveZero() {
        for (Objective risen : new Objective[] {
            new Objective(3, 4), new Objective(4, 3), new Objective(1e-15, 3.4e-299), new Objective(3.4e-299, 1e-15)
        })
            for (double total : new double[] {0, 3.1e-299, 1e-16, 3.5}) {
                if (total > risen.total()) continue;
                Objective lowered = risen.loweredTo(total);
                assertThat(lowered.loss()).isBetween(0.0, risen.loss());
                assertThat(lowered.graphTerm()).isBetween(0.0, risen.graphTerm());
                assertThat(lowered.total()).isLessThanOrEqualTo(total);
            }
    }
}
