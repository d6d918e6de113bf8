package org.grapnel;

import java.util.concurrent.CancellationException;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.runtime.CancellationToken;

/**
 * The listener, the cancellation token and the checkpoint store of a fit. They do not change its result.
 *
 * <p>A fit that is cancelled by the token ends with the point reached, and its stop reason is {@code interrupted}. A fit whose thread is
 * interrupted throws a {@link CancellationException} within one iteration; the interrupt flag stays set.
 */
public record FitContext(FitListener listener, CancellationToken cancellation, CheckpointStore checkpoints) {
    private static final FitContext NONE =
            new FitContext(FitListener.none(), CancellationToken.none(), CheckpointStore.none());

    /** Returns a context without listener, cancellation or checkpoints. */
    public static FitContext none() {
        return NONE;
    }

    /** Returns a context with a listener only. */
    public static FitContext of(FitListener listener) {
        return NONE.withListener(listener);
    }

    public FitContext withListener(FitListener other) {
        return new FitContext(other, cancellation, checkpoints);
    }

    public FitContext withCancellation(CancellationToken other) {
        return new FitContext(listener, other, checkpoints);
    }

    public FitContext withCheckpoints(CheckpointStore other) {
        return new FitContext(listener, cancellation, other);
    }

    /** Returns the context without its listener. */
    public FitContext silent() {
        return withListener(FitListener.none());
    }

    /**
     * Whether the fit should stop and return the point reached.
     *
     * @throws CancellationException if the current thread was interrupted
     */
    public boolean isCancelled() {
        CancellationToken.throwIfInterrupted();
        return cancellation.isCancelled();
    }
}
