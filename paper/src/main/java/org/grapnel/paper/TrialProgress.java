package org.grapnel.paper;

import java.util.concurrent.CancellationException;
import org.grapnel.FitContext;

/** Reports which trial starts and estimates the remaining time from the earlier ones. */
final class TrialProgress {
    /** The cost of a trial besides its iterations, in operations: k-means, scores, memory. */
    private static final double OVERHEAD = 2e9;

    private final FitContext context;
    private final long begin = System.nanoTime();
    private int trials;
    private double work;
    private int started;
    private double done;
    private double current;

    TrialProgress(FitContext context) {
        this.context = context;
    }

    /** Adds planned trials and the work of each, in operations. */
    void expect(int count, double each) {
        trials += count;
        work += count * (each + OVERHEAD);
    }

    /** Whether the run is cancelled. */
    boolean isCancelled() {
        return context.isCancelled();
    }

    /** The context of a trial, whose iterations are not reported. */
    FitContext context() {
        return context.silent();
    }

    /** Starts the next trial, with its work in operations. Throws when the run is cancelled. */
    void next(String what, double amount) {
        if (isCancelled()) throw new CancellationException(what + " was not started: interrupted");
        done += current;
        current = amount + OVERHEAD;
        started++;
        double seconds = (System.nanoTime() - begin) * 1e-9;
        String left = done > 0 && seconds > 1 ? ", about " + duration(seconds * (work - done) / done) + " left" : "";
        context.listener().onPhase(TextTable.format("trial %d of %d: %s%s", started, trials, what, left));
    }

    private static String duration(double seconds) {
        return seconds < 100
                ? TextTable.format("%.0f s", Math.ceil(seconds))
                : TextTable.format("%.0f min", Math.ceil(seconds / 60));
    }
}
