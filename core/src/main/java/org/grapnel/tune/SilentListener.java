package org.grapnel.tune;

import org.grapnel.FitListener;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.solve.Step;

/** Forwards cancellation and checkpoints and drops progress: many fits run at a time. */
record SilentListener(FitListener watch) implements FitListener {
    @Override
    public void accept(Step step) {}

    @Override
    public boolean isCancelled() {
        return watch.isCancelled();
    }

    @Override
    public CheckpointStore checkpoints() {
        return watch.checkpoints();
    }
}
