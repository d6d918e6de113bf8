package org.grapnel.solve.palm;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.model.FactorId;
import org.junit.jupiter.api.Test;

/** accPALM's weight β. */
class AccPalmExtrapolationTest {
    @Test
    void fixedWeightStays() {
        Extrapolation.ExtrapolationRule rule = new AccPalmExtrapolation(0.9, 1, 0.5).start();
        for (boolean accepted : new boolean[] {true, false, true}) {
            rule.afterIteration(accepted, 1);
            assertThat(rule.weights(FactorId.W, 1).centre()).isEqualTo(0.9);
        }
    }
}
