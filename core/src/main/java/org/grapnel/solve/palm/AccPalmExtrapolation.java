package org.grapnel.solve.palm;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;
import org.grapnel.runtime.Preconditions;

/**
 * accPALM [Algorithms 2–3]: one weight β for both factors, multiplied by {@code momentum} after a success, up to {@code betaMax}, and
 * divided by it after a failure. With momentum 1 it stays fixed.
 */
public record AccPalmExtrapolation(double beta, double momentum, double betaMax) implements Extrapolation {
    public AccPalmExtrapolation {
        Preconditions.require(beta >= 0 && beta <= 1, "beta must be between 0 and 1, got %s", beta);
        Preconditions.require(
                momentum >= 1 && momentum < Double.POSITIVE_INFINITY,
                "momentum must be a number >= 1, got %s",
                momentum);
        Preconditions.require(betaMax >= 0 && betaMax <= 1, "betaMax must be between 0 and 1, got %s", betaMax);
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
                if (momentum > 1) set(accepted ? Math.min(momentum * weight, betaMax) : weight / momentum);
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
