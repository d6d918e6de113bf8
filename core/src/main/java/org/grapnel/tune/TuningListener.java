package org.grapnel.tune;

import org.grapnel.evaluate.GroupCount;

/** Receives the fits of a {@link Tuner}. Calls never overlap. */
public interface TuningListener {
    /** Called when the number of groups is known: the estimate, and the number in use. */
    default void onGroupCount(GroupCount count, int used) {}

    /** Called before the fits of a stage, with the number of fits done and expected. */
    default void onStage(TuningStage stage, int done, int expected) {}

    /** Called when a fit is done. Pass these fits to {@link Tuner#run} to resume. */
    default void onFitDone(TuningFit fit) {}

    /** Returns a listener that ignores everything. */
    static TuningListener none() {
        return new TuningListener() {};
    }
}
