package org.grapnel.studio.job;

import java.util.Map;

/** Receives what happens to a run. Its methods return at once. */
public interface JobListener {
    /** Called at each change of state. No call follows one with a final state. */
    void onState(Map<String, Object> state, boolean isFinal);

    void onProgress(Map<String, Object> progress);
}
