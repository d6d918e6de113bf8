package org.grapnel.options.console;

import java.util.OptionalDouble;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;

/**
 * Estimates the remaining time of a fit from its limits and from the trend of the relative change, which falls roughly geometrically: the
 * logarithm of the change is extrapolated linearly, from an iteration between a quarter and a half of the way back.
 */
final class FitTimeEstimate {
    private final StopSpec stop;
    private Step older;
    private Step newer;
    private Step latest;

    FitTimeEstimate(StopSpec stop, Step start) {
        this.stop = stop;
        older = start;
        newer = start;
        latest = start;
    }

    synchronized void update(Step step) {
        latest = step;
        if (step.iteration() < 2 * newer.iteration()) return;
        older = newer;
        newer = step;
    }

    /** The remaining seconds; empty during the first 20 iterations. */
    synchronized OptionalDouble seconds() {
        int done = latest.iteration();
        if (done < 20 || !(latest.seconds() > 0)) return OptionalDouble.empty();
        double iterations = stop.maxIterations() - done;
        double slope = (Math.log(latest.change()) - Math.log(older.change())) / (done - older.iteration());
        if (stop.tolerance() > 0 && slope < 0)
            iterations = Math.min(iterations, (Math.log(stop.tolerance()) - Math.log(latest.change())) / slope);
        double seconds = Math.max(0, iterations) * latest.seconds() / done;
        return OptionalDouble.of(
                Math.min(seconds, stop.maxSeconds().orElse(Double.POSITIVE_INFINITY) - latest.seconds()));
    }
}
