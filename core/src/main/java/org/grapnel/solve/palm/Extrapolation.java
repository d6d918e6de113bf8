package org.grapnel.solve.palm;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;

/** How far an iteration leans beyond the current point before it steps. What tells PALM, accPALM, iPALM and BPL apart. */
public interface Extrapolation {
    ExtrapolationRule start();

    /**
     * The state of one run.
     */
    interface ExtrapolationRule {
        /** For the next move of a block with this Lipschitz constant; asked for W, then for H, once an iteration. */
        ExtrapolationWeights weights(FactorId block, double lipschitz);

        /** Whether an extrapolated point above the current F is thrown away for a plain step. */
        boolean isGuarded();

        /** The iteration is over: was the extrapolated point kept, and which constant had H at the point kept? */
        void afterIteration(boolean accepted, double lipschitzH);

        /** Writes what it remembers, or reads it back. */
        void transfer(StateStream stream);
    }

    /** Y = at + centre·(at − before), Z = at + slope·(at − before); the step is 1/(stretch·L). */
    record ExtrapolationWeights(double centre, double slope, double stretch) {
        static final ExtrapolationWeights NONE = new ExtrapolationWeights(0, 0, 1);

        static ExtrapolationWeights by(double beta) {
            return new ExtrapolationWeights(beta, beta, 1);
        }

        /** The plain step with the same length. */
        ExtrapolationWeights withoutMomentum() {
            return new ExtrapolationWeights(0, 0, stretch);
        }
    }

    /** PALM: none [Algorithm 1]. */
    static Extrapolation none() {
        return new NoExtrapolation();
    }

    /** accPALM: one weight β for both blocks, guarded; it grows by t when accepted, up to a cap, and shrinks by t when not [Algorithms 2–3]. */
    static Extrapolation adaptive(double beta, double t, double cap) {
        return new AccPalmExtrapolation(beta, t, cap);
    }

    /** accPALM with β fixed. */
    static Extrapolation fixed(double beta) {
        return new AccPalmExtrapolation(beta, 1, beta);
    }

    /** iPALM as its experiments run it: β = (i−1)/(i+2), no guard and no guarantee. */
    static Extrapolation inertial() {
        return new IpalmExtrapolation(false);
    }

    /** iPALM as its theory asks: half the weight in the prox centre, and a step that shrinks with it (golden case 90). */
    static Extrapolation inertialByTheory() {
        return new IpalmExtrapolation(true);
    }

    /** BPL: Nesterov's weights, capped by 0.9999·√(L′/L), guarded. */
    static Extrapolation blockCoordinate() {
        return new BplExtrapolation(1);
    }

    /** BPL with Xu and Yin's rule for a non-convex W: step 1/(2L) and a cap six times lower (golden case 91). */
    static Extrapolation blockCoordinateByTheory() {
        return new BplExtrapolation(2);
    }
}
