package org.grapnel.plugin;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;
import org.grapnel.solve.palm.Extrapolation;

/** An extrapolation rule of a plugin. Its weights must be numbers, and its steps not longer than 1/L. */
record CheckedExtrapolation(Extension<Extrapolation> extension) implements Extrapolation {
    private static final String KIND = "solver";

    @Override
    public ExtrapolationRule start() {
        ExtrapolationRule rule =
                extension.call(KIND, "start", () -> extension.part().start());
        return new ExtrapolationRule() {
            @Override
            public ExtrapolationWeights weights(FactorId factor, double lipschitz) {
                ExtrapolationWeights found = extension.call(KIND, "weights", () -> rule.weights(factor, lipschitz));
                boolean sound = Double.isFinite(found.centre())
                        && Double.isFinite(found.slope())
                        && found.stretch() >= 1
                        && found.stretch() < Double.POSITIVE_INFINITY;
                if (!sound && Double.isFinite(lipschitz))
                    throw extension.fault(
                            KIND,
                            "weights",
                            "returned " + found + "; centre and slope must be finite, and stretch a number >= 1");
                return found;
            }

            @Override
            public boolean isGuarded() {
                return extension.call(KIND, "isGuarded", rule::isGuarded);
            }

            @Override
            public void afterIteration(boolean accepted, double lipschitzH) {
                extension.call(KIND, "afterIteration", () -> {
                    rule.afterIteration(accepted, lipschitzH);
                    return true;
                });
            }

            @Override
            public void transfer(StateStream stream) {
                extension.call(KIND, "transfer", () -> {
                    rule.transfer(stream);
                    return true;
                });
            }
        };
    }
}
