package org.grapnel.runtime;

import java.util.concurrent.CancellationException;

/** Tells a running computation whether its caller wants it to stop. Implementations are called from the computing threads. */
@FunctionalInterface
public interface CancellationToken {
    /** Whether the computation should stop at the next opportunity. */
    boolean isCancelled();

    /** Returns a token that never cancels. */
    static CancellationToken none() {
        return () -> false;
    }

    /**
     * Throws if the current thread was interrupted. The interrupt flag stays set.
     *
     * @throws CancellationException if {@link Thread#interrupt} was called on this thread
     */
    static void throwIfInterrupted() {
        if (Thread.currentThread().isInterrupted())
            throw new CancellationException("the computation was cancelled: its thread was interrupted");
    }
}
