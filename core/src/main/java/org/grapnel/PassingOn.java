package org.grapnel;

import org.grapnel.solve.Checkpoints;
import org.grapnel.solve.Step;

/** One who passes on what he sees to another; whoever extends it tells some of it differently. */
public abstract class PassingOn implements Watch {
    private final Watch to;

    protected PassingOn(Watch to) {
        this.to = to;
    }

    @Override
    public void accept(Step step) {
        to.accept(step);
    }

    @Override
    public void phase(String name) {
        to.phase(name);
    }

    @Override
    public void restart(int number, int of) {
        to.restart(number, of);
    }

    @Override
    public void note(String text) {
        to.note(text);
    }

    @Override
    public boolean enough() {
        return to.enough();
    }

    @Override
    public Checkpoints checkpoints() {
        return to.checkpoints();
    }
}
