package org.grapnel.solve.palm;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;
import org.grapnel.runtime.Preconditions;

/**
 * accPALM [Algorithms 2–3]: one weight β for both factors, multiplied by t after a success, up to a cap, and divided by t after a failure.
 * t = 1 holds it fixed.
 */
public record AccPalmExtrapolation(double beta, double t, double cap) implements Extrapolation {
    public AccPalmExtrapolation {
        Preconditions.require(beta >= 0 && beta <= 1, "beta must be between 0 and 1, got %s", beta);
        Preconditions.require(
                t >= 1 && t < Double.POSITIVE_INFINITY, "the factor of beta must be a number >= 1, got %s", t);
        Preconditions.require(cap >= 0 && cap <= 1, "the cap of beta must be between 0 and 1, got %s", cap);
    }

    @Override
    public ExtrapolationRule start() {
        return new ExtrapolationRule() {
            private ExtrapolationWeights weights = ExtrapolationWeights.both(beta);

            @Override
            public ExtrapolationWeights weights(FactorId factor, double lipschitz) {
                return weights;
            }

            @Override
            public boolean isGuarded() {
                return true;
            }

            @Override
            public void afterIteration(boolean accepted, double lipschitzH) {
                double weight = weights.centre();
                if (t > 1) set(accepted ? Math.min(t * weight, cap) : weight / t);
            }

            private void set(double weight) {
                if (weight != weights.centre()) weights = ExtrapolationWeights.both(weight);
            }

            @Override
            public void transfer(StateStream stream) {
                set(stream.doubleValue(weights.centre()));
            }
        };
    }
}
