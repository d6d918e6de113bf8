package org.grapnel.tune;

import org.grapnel.FitListener;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.solve.Step;

/** Somebody who may ask a fit to stop, and hears nothing of it: of many fits at a time nobody wants every step. */
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
