package org.grapnel.solve.palm;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;

/**
 * BPL (Xu and Yin 2017): ω = (t−1)/t⁺ with t⁺ = (1+√(1+4t²))/2, at most δ·√(L′/L) with δ = 0.9999, where L′ is the Lipschitz constant of the
 * iteration before. An iteration that raises F is repeated without extrapolation. For a non-convex W their theory demands the step 1/(γL) and
 * the cap times (γ−1)/(2(γ+1)); γ = 1 stands for the convex rule.
 */
record BplExtrapolation(double gammaOfW) implements Extrapolation {
    private static final double DELTA = 0.9999;

    @Override
    public ExtrapolationRule start() {
        return new ExtrapolationRule() {
            private double t = 1;
            private double lipschitzW = Double.NaN;
            private double beforeW = Double.NaN;
            private double beforeH = Double.NaN;

            @Override
            public ExtrapolationWeights weights(FactorId factor, double lipschitz) {
                double omega = (t - 1) / next();
                if (factor == FactorId.H) return ExtrapolationWeights.both(capped(omega, DELTA, beforeH, lipschitz));
                lipschitzW = lipschitz;
                double cap = gammaOfW == 1 ? DELTA : DELTA * (gammaOfW - 1) / (2 * (gammaOfW + 1));
                double weight = capped(omega, cap, beforeW, lipschitz);
                return new ExtrapolationWeights(weight, weight, gammaOfW);
            }

            private double capped(double omega, double cap, double before, double lipschitz) {
                return Double.isNaN(before) ? omega : Math.min(omega, cap * Math.sqrt(before / lipschitz));
            }

            private double next() {
                return (1 + Math.sqrt(1 + 4 * t * t)) / 2;
            }

            @Override
            public boolean isGuarded() {
                return true;
            }

            @Override
            public void afterIteration(boolean accepted, double lipschitzH) {
                t = next();
                beforeW = lipschitzW;
                beforeH = lipschitzH;
            }

            @Override
            public void transfer(StateStream stream) {
                t = stream.doubleValue(t);
                beforeW = stream.doubleValue(beforeW);
                beforeH = stream.doubleValue(beforeH);
            }
        };
    }
}
