package org.grapnel.pipeline;

import java.util.List;
import java.util.Optional;
import org.grapnel.RestartSummary;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.solve.Solution;

/**
 * The fit with the lowest objective among the restarts.
 *
 * @param spec the spec that makes this fit alone
 * @param restarts how far the restarts agree; empty if there was only one
 */
public record BestRestart(
        Solution solution, Spec spec, Clustering groups, Optional<RestartSummary> restarts, List<String> notes) {
    public BestRestart {
        notes = List.copyOf(notes);
    }
}
