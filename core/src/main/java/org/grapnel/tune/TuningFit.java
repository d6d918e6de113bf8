package org.grapnel.tune;

import java.util.Optional;
import org.grapnel.linalg.RowSet;

/**
 * A fit that was made, and what it is worth.
 *
 * @param score by the criterion that was asked for; more is better
 * @param modularity of the groups on the reference graph
 * @param inside the share of the reference graph's edge weight inside groups
 * @param silhouette of the groups among the columns of H, where it was needed
 * @param stop the word for why the solver stopped
 * @param nmi agreement with the labels, where there are any: for those who judge the criterion, which does not see it
 * @param kept the features, where the solver chose them itself
 */
public record TuningFit(
        TuningCandidate candidate,
        double score,
        double modularity,
        double inside,
        Optional<Double> silhouette,
        int iterations,
        String stop,
        Optional<Double> nmi,
        Optional<RowSet> kept) {
    public TuningStage stage() {
        return candidate.stage();
    }

    public ParameterPoint point() {
        return candidate.point();
    }

    public long seed() {
        return candidate.seed();
    }
}
