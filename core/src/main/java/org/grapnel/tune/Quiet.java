package org.grapnel.tune;

import org.grapnel.Watch;
import org.grapnel.solve.Checkpoints;
import org.grapnel.solve.Step;

/** Somebody who may ask a fit to stop, and hears nothing of it: of many fits at a time nobody wants every step. */
record Quiet(Watch watch) implements Watch {
    @Override
    public void accept(Step step) {}

    @Override
    public boolean enough() {
        return watch.enough();
    }

    @Override
    public Checkpoints checkpoints() {
        return watch.checkpoints();
    }
}
