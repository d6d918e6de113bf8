package org.grapnel;

import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.solve.Step;

/** One who passes on what he sees to another; whoever extends it tells some of it differently. */
public abstract class ForwardingListener implements FitListener {
    private final FitListener to;

    protected ForwardingListener(FitListener to) {
        this.to = to;
    }

    @Override
    public void accept(Step step) {
        to.accept(step);
    }

    @Override
    public void onPhase(String name) {
        to.onPhase(name);
    }

    @Override
    public void onRestart(int number, int of) {
        to.onRestart(number, of);
    }

    @Override
    public void onNote(String text) {
        to.onNote(text);
    }

    @Override
    public boolean isCancelled() {
        return to.isCancelled();
    }

    @Override
    public CheckpointStore checkpoints() {
        return to.checkpoints();
    }
}
