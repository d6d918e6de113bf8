package org.grapnel.solve.palm;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;

/**
 * iPALM (Pock and Sabach 2016). The weight (i−1)/(i+2) is that of their experiments. Their theory for a non-convex factor demands half of it in
 * the prox centre and the step divided by (1+2β)/(1−2α), which is slow.
 */
record IpalmExtrapolation(boolean byTheory) implements Extrapolation {
    @Override
    public ExtrapolationRule start() {
        return new ExtrapolationRule() {
            private int iteration = 1;

            @Override
            public ExtrapolationWeights weights(FactorId factor, double lipschitz) {
                double slope = (iteration - 1) / (iteration + 2.0);
                if (!byTheory) return ExtrapolationWeights.both(slope);
                double centre = slope / 2;
                return new ExtrapolationWeights(centre, slope, (1 + 2 * slope) / (1 - 2 * centre));
            }

            @Override
            public boolean isGuarded() {
                return false;
            }

            @Override
            public void afterIteration(boolean accepted, double lipschitzH) {
                iteration++;
            }

            @Override
            public void transfer(StateStream stream) {
                iteration = stream.count(iteration);
            }
        };
    }
}
