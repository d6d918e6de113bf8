package org.grapnel.solve;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.Objective;
import org.grapnel.solve.block.BlockUpdates;

/** A method that improves a point step by step, without end. {@link Stop} decides when to stop. */
public interface Algorithm {
    /** Starts a run from the current point of the updates. */
    AlgorithmRun start(BlockUpdates updates);

    /** A run of an algorithm, which keeps its state between iterations. */
    interface AlgorithmRun {
        /** Makes one iteration. If F is not finite after it, the point stays as it was. */
        Outcome next();

        /** Writes the state between iterations, without the point, to a checkpoint, or reads it back. */
        default void transfer(StateStream stream) {}
    }

    /** What an iteration did: F after it, the relative change, the extrapolation weight, and whether the extrapolation was accepted. */
    record Outcome(Objective objective, double change, double beta, boolean accepted) {}
}
