package org.grapnel;

import java.util.List;
import java.util.Optional;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.SelectionFrequency;
import org.grapnel.evaluate.SelectionStability;

/**
 * Several fits that differ in what they drew at random, and how far they agree: on the features, and on who belongs together.
 *
 * @param asked how many were asked for; fewer were finished where the run was stopped
 * @param best which one is the result, counted from 0: it had the seed of the run plus this
 * @param objectives the objective that each of them reached
 * @param finished how many were not interrupted: these alone count below
 * @param stability of the features that they kept
 * @param frequency how often each feature was kept; none where fewer than two were finished
 * @param consensus about the groups of the result; none where fewer than two were finished
 */
public record RestartSummary(
        int asked,
        int best,
        List<Double> objectives,
        int finished,
        SelectionStability stability,
        Optional<SelectionFrequency> frequency,
        Optional<Consensus> consensus) {
    public RestartSummary {
        objectives = List.copyOf(objectives);
    }

    /** How many there were. */
    public int count() {
        return objectives.size();
    }
}
