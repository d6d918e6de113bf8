package org.grapnel.solve;

import org.grapnel.linalg.Ledger;
import org.grapnel.model.Block;

/** PALM: every step is plain. */
record NoExtrapolation() implements Extrapolation {
    @Override
    public Rule start() {
        return new Rule() {
            @Override
            public Pull pull(Block block, double lipschitz) {
                return Pull.NONE;
            }

            @Override
            public boolean guarded() {
                return false;
            }

            @Override
            public void done(boolean accepted, double lipschitzH) {}

            @Override
            public void state(Ledger ledger) {}
        };
    }
}
