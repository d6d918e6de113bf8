package org.grapnel.paper;

import java.util.concurrent.CancellationException;
import org.grapnel.FitListener;
import org.grapnel.checkpoint.CheckpointStore;

/** Says which trial of how many begins, and from what the earlier ones took, how long the rest will take. */
final class TrialProgress {
    /** What a trial costs besides its iterations, in their unit: k-means, scores, memory. */
    private static final double BESIDES = 2e9;

    private final FitListener watch;
    private final long begin = System.nanoTime();
    private int trials;
    private double work;
    private int begun;
    private double done;
    private double underWay;

    TrialProgress(FitListener watch) {
        this.watch = watch;
    }

    /** So many trials more will come, each so much work, in the unit of {@link #next}. */
    void expect(int count, double each) {
        trials += count;
        work += count * (each + BESIDES);
    }

    /** Whether somebody wants it to end. */
    boolean isCancelled() {
        return watch.isCancelled();
    }

    /** Where trials lay down how far they are. */
    CheckpointStore checkpoints() {
        return watch.checkpoints();
    }

    /** The next trial begins, unless somebody wants it to end; it is so much work. */
    void next(String what, double amount) {
        if (isCancelled()) throw new CancellationException(what + " was not begun: asked to stop");
        done += underWay;
        underWay = amount + BESIDES;
        begun++;
        double seconds = (System.nanoTime() - begin) * 1e-9;
        String left = done > 0 && seconds > 1 ? ", about " + duration(seconds * (work - done) / done) + " left" : "";
        watch.onPhase(TextTable.format("trial %d of %d: %s%s", begun, trials, what, left));
    }

    private static String duration(double seconds) {
        return seconds < 100
                ? TextTable.format("%.0f s", Math.ceil(seconds))
                : TextTable.format("%.0f min", Math.ceil(seconds / 60));
    }
}
