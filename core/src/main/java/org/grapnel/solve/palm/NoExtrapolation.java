package org.grapnel.solve.palm;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;

/** PALM: no extrapolation [Algorithm 1]. */
record NoExtrapolation() implements Extrapolation {
    @Override
    public ExtrapolationRule start() {
        return new ExtrapolationRule() {
            @Override
            public ExtrapolationWeights weights(FactorId factor, double lipschitz) {
                return ExtrapolationWeights.NONE;
            }

            @Override
            public boolean isGuarded() {
                return false;
            }

            @Override
            public void afterIteration(boolean accepted, double lipschitzH) {}

            @Override
            public void transfer(StateStream stream) {}
        };
    }
}
