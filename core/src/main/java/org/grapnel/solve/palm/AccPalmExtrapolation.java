package org.grapnel.solve.palm;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;
import org.grapnel.runtime.Preconditions;

/** accPALM's β: multiplied by t after a success (up to a cap), divided by t after a failure; t = 1 holds it fixed. */
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
            private double weight = beta;

            @Override
            public ExtrapolationWeights weights(FactorId block, double lipschitz) {
                return ExtrapolationWeights.by(weight);
            }

            @Override
            public boolean isGuarded() {
                return true;
            }

            @Override
            public void afterIteration(boolean accepted, double lipschitzH) {
                if (t > 1) weight = accepted ? Math.min(t * weight, cap) : weight / t;
            }

            @Override
            public void transfer(StateStream stream) {
                weight = stream.doubleValue(weight);
            }
        };
    }
}
