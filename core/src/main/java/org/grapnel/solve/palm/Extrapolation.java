package org.grapnel.solve.palm;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;

/** How far an iteration goes beyond the current point before it steps. PALM, accPALM, iPALM and BPL differ in this alone. */
public interface Extrapolation {
    /** The rule of a new run. */
    ExtrapolationRule start();

    /** The rule with the state of one run. */
    interface ExtrapolationRule {
        /** The weights for the next update of a factor with this Lipschitz constant. Called for W, then for H, once an iteration. */
        ExtrapolationWeights weights(FactorId factor, double lipschitz);

        /** Whether an extrapolated point that raises F is replaced by a plain step. */
        boolean isGuarded();

        /**
         * Ends an iteration.
         *
         * @param accepted whether the extrapolated point was kept
         * @param lipschitzH the Lipschitz constant of H at the point that was kept
         */
        void afterIteration(boolean accepted, double lipschitzH);

        /** Writes the state to a checkpoint, or reads it back. */
        void transfer(StateStream stream);
    }

    /** Y = at + centre·(at − before), Z = at + slope·(at − before); the step is 1/(stretch·L). */
    record ExtrapolationWeights(double centre, double slope, double stretch) {
        static final ExtrapolationWeights NONE = new ExtrapolationWeights(0, 0, 1);

        /** The same weight for both points. */
        public static ExtrapolationWeights both(double weight) {
            return new ExtrapolationWeights(weight, weight, 1);
        }

        /** A plain step of the same length. */
        ExtrapolationWeights withoutMomentum() {
            return new ExtrapolationWeights(0, 0, stretch);
        }
    }

    /** PALM: no extrapolation [Algorithm 1]. */
    static Extrapolation none() {
        return new NoExtrapolation();
    }

    /**
     * accPALM [Algorithms 2–3]: one guarded weight β for both factors. An accepted step multiplies it by
     * {@code momentum}, up to {@code betaMax}; a rejected one divides it.
     */
    static Extrapolation accPalm(double beta, double momentum, double betaMax) {
        return new AccPalmExtrapolation(beta, momentum, betaMax);
    }

    /** accPALM with fixed β. */
    static Extrapolation accPalmWithFixedBeta(double beta) {
        return new AccPalmExtrapolation(beta, 1, beta);
    }

    /** iPALM as in its experiments: β = (i−1)/(i+2), without a guard and without a guarantee. */
    static Extrapolation ipalm() {
        return new IpalmExtrapolation(false);
    }

    /** iPALM as its theory demands: half the weight in the prox centre, and a step that shrinks with it (docs/solvers.md). */
    static Extrapolation ipalmByTheory() {
        return new IpalmExtrapolation(true);
    }

    /** BPL: Nesterov's weights, capped by 0.9999·√(L′/L), guarded. */
    static Extrapolation bpl() {
        return new BplExtrapolation(1);
    }

    /** BPL with Xu and Yin's rule for a non-convex W: step 1/(2L) and a cap six times lower (docs/solvers.md). */
    static Extrapolation bplByTheory() {
        return new BplExtrapolation(2);
    }
}
