package org.grapnel.solve;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.Objective;
import org.grapnel.solve.block.BlockUpdates;

/** An endless iteration that improves a point. {@link Stop} decides when it is enough. */
public interface Algorithm {
    /** Starts a run. */
    Iteration start(BlockUpdates updates);

    /** A run of the algorithm. */
    interface Iteration {
        /** Makes one iteration. Where F is not finite, the point stays. */
        Outcome next();

        /** Writes what it keeps from one iteration to the next, apart from the point, to a checkpoint, or reads it back. */
        default void transfer(StateStream stream) {}
    }

    /** What an iteration did: F after it, the relative change, the extrapolation weight, and whether the extrapolation was accepted. */
    record Outcome(Objective objective, double change, double beta, boolean accepted) {}
}
