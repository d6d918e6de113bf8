package org.grapnel.solve;

import org.grapnel.linalg.Check;
import org.grapnel.linalg.Ledger;
import org.grapnel.model.Block;

/** accPALM's β: multiplied by t after a success (up to a cap), divided by t after a failure; t = 1 holds it fixed. */
record Momentum(double beta, double t, double cap) implements Extrapolation {
    Momentum {
        Check.that(beta >= 0 && beta <= 1, "beta must be between 0 and 1, got %s", beta);
        Check.that(t >= 1 && t < Double.POSITIVE_INFINITY, "the factor of beta must be a number >= 1, got %s", t);
        Check.that(cap >= 0 && cap <= 1, "the cap of beta must be between 0 and 1, got %s", cap);
    }

    @Override
    public Rule start() {
        return new Rule() {
            private double weight = beta;

            @Override
            public Pull pull(Block block, double lipschitz) {
                return Pull.by(weight);
            }

            @Override
            public boolean guarded() {
                return true;
            }

            @Override
            public void done(boolean accepted, double lipschitzH) {
                if (t > 1) weight = accepted ? Math.min(t * weight, cap) : weight / t;
            }

            @Override
            public void state(Ledger ledger) {
                weight = ledger.number(weight);
            }
        };
    }
}
