package org.grapnel.solve;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.Objective;
import org.grapnel.solve.block.BlockUpdates;

/** An endless iteration. It improves the point; whether that is enough is for {@link Stop} to say. */
public interface Algorithm {
    Iteration start(BlockUpdates moves);

    /** A run of the algorithm. */
    interface Iteration {
        /** Makes one iteration and tells what came of it. Where F is no longer a number, the point is not moved. */
        Outcome next();

        /** Writes what it remembers from one iteration to the next besides the point, or reads it back. */
        default void transfer(StateStream stream) {}
    }

    /** What an iteration did: F afterwards, the relative change, the momentum it used and whether that was accepted. */
    record Outcome(Objective objective, double change, double beta, boolean accepted) {}
}
