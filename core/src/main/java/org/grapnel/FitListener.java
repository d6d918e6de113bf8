package org.grapnel;

import java.util.function.Consumer;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.solve.Step;

/** Who looks on while a fit runs: sees every step of the solver, the starting point first, and may ask it to stop. */
@FunctionalInterface
public interface FitListener extends Consumer<Step> {
    /** What the run does from now on: {@code finding neighbours}. */
    default void onPhase(String name) {}

    /** Of so many fits from different starts, this one begins; the first is number 1. Said only where there are several. */
    default void onRestart(int number, int of) {}

    /** Something worth saying about the data, the graph or the result. */
    default void onNote(String text) {}

    /** Whether the solver shall end with the step it has just taken; asked after every one. */
    default boolean isCancelled() {
        return false;
    }

    /** Where solvers lay down how far they are, so that a run that is cut off can be continued. */
    default CheckpointStore checkpoints() {
        return CheckpointStore.none();
    }

    /** Nobody looks on. */
    static FitListener none() {
        return step -> {};
    }
}
