package org.grapnel.compare;

/** Receives the trials of a comparison. */
public interface ComparisonListener {
    /** Called before a trial; {@code done} trials are finished. */
    default void onTrialStart(NamedMethod method, int repeat, int done) {}

    /** Called after a trial, which will not run again. */
    void onTrialEnd(Trial trial);

    /** Returns a listener that ignores everything. */
    static ComparisonListener none() {
        return trial -> {};
    }
}
