package org.grapnel;

import java.util.List;
import java.util.Optional;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.SelectionFrequency;
import org.grapnel.evaluate.SelectionStability;

/**
 * How far several fits with different seeds agree on features and groups.
 *
 * @param asked the requested number of fits; fewer are finished if the run was cancelled
 * @param best the index of the result, from 0: its seed is that of the run plus this
 * @param objectives the final objective of each fit
 * @param finished the number of fits that were not interrupted; only these count below
 * @param stability the stability of the kept features
 * @param frequency how often each feature was kept; empty if fewer than two fits are finished
 * @param consensus the agreement on the groups of the result; empty if fewer than two fits are finished
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

    @Override
    public String toString() {
        return "RestartSummary[" + finished + " of " + asked + " fits finished, best " + best + "]";
    }

    /** The number of fits, finished or not. */
    public int count() {
        return objectives.size();
    }
}
