package org.grapnel;

import java.util.List;
import org.grapnel.evaluate.Stability;

/**
 * Several fits that differ in what they drew at random, and how far they agree on the features.
 *
 * @param asked how many were asked for; fewer were finished where the run was stopped
 * @param best which one is the result, counted from 0: it had the seed of the run plus this
 * @param objectives the objective that each of them reached
 * @param stability of the features that the finished ones kept
 */
public record Restarts(int asked, int best, List<Double> objectives, Stability stability) {
    public Restarts {
        objectives = List.copyOf(objectives);
    }

    /** How many there were. */
    public int count() {
        return objectives.size();
    }
}
