package org.grapnel.cli;

import org.grapnel.Watch;
import org.grapnel.solve.Step;

/** Who looks on at a run of many parts: the terminal hears what it hears. */
abstract class Telling implements Watch {
    final Progress progress;

    Telling(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void accept(Step step) {
        progress.accept(step);
    }

    @Override
    public void phase(String name) {
        progress.phase(name);
    }

    @Override
    public void note(String text) {
        progress.note(text);
    }

    @Override
    public boolean enough() {
        return progress.enough();
    }
}
