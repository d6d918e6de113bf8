package org.grapnel;

import org.grapnel.runtime.CancellationToken;
import org.grapnel.solve.Step;

/** A listener that may also cancel the fit. */
public abstract class CancellingListener implements FitListener, CancellationToken {
    @Override
    public void onIteration(Step step) {}

    @Override
    public boolean isCancelled() {
        return false;
    }

    public FitContext context() {
        return FitContext.of(this).withCancellation(this);
    }
}
