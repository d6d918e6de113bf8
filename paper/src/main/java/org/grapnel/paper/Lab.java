package org.grapnel.paper;

import java.util.Optional;
import org.grapnel.Watch;
import org.grapnel.solve.Step;

/**
 * What every experiment is given: how often, with how many threads, and who counts the trials.
 *
 * @param repeats how many starts each mean is over; their seeds are 0, 1, …
 */
record Lab(int repeats, int threads, Tally tally) {
    /** Looks at no step and hands on the wish to stop. */
    Watch watch() {
        return until(Optional.empty());
    }

    /** The same, and has enough once the objective is no higher than this. */
    Watch until(Optional<Double> objective) {
        return new Watch() {
            private boolean reached;

            @Override
            public void accept(Step step) {
                reached = objective.isPresent() && step.objective().total() <= objective.get();
            }

            @Override
            public boolean enough() {
                return reached || tally.enough();
            }
        };
    }
}
