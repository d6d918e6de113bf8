package org.grapnel;

import org.grapnel.solve.Step;

/** Receives the progress and the messages of a fit. All methods are called on the thread that runs the fit. */
@FunctionalInterface
public interface FitListener {
    /** Called after every iteration of the solver, first with iteration 0, the starting point. */
    void onIteration(Step step);

    /** Called when the fit enters a phase, such as {@code finding neighbours}. */
    default void onPhase(String name) {}

    /** Called during a long phase with the share of it that is done, between 0 and 1. */
    default void onProgress(double share) {}

    /** Called before each of several fits from different starts; the first has number 1. */
    default void onRestart(int number, int total) {}

    /** Called now and then with the estimated seconds until the command has its result. */
    default void onTimeLeft(double seconds) {}

    /** Called with a message about the data, the graph or the result. */
    default void onNote(String text) {}

    /** Returns a listener that ignores everything. */
    static FitListener none() {
        return step -> {};
    }
}
