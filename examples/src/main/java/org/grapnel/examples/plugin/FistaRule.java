package org.grapnel.examples.plugin;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;
import org.grapnel.plugin.SolverPlugin;

/** FISTA's weights (t − 1)/t⁺ with t⁺ = (1 + √(1 + 4t²))/2, guarded, and started again after a step that was rejected. */
public final class FistaRule implements SolverPlugin {
    @Override
    public String name() {
        return "fista";
    }

    // quote
    @Override
    public ExtrapolationRule start() {
        return new ExtrapolationRule() {
            private double t = 1;

            private double next() {
                return (1 + Math.sqrt(1 + 4 * t * t)) / 2;
            }

            @Override
            public ExtrapolationWeights weights(FactorId factor, double lipschitz) {
                return ExtrapolationWeights.both((t - 1) / next());
            }

            @Override
            public boolean isGuarded() {
                return true;
            }

            @Override
            public void afterIteration(boolean accepted, double lipschitzH) {
                t = accepted ? next() : 1;
            }

            @Override
            public void transfer(StateStream stream) {
                t = stream.doubleValue(t);
            }
        };
    }
    // end
}
