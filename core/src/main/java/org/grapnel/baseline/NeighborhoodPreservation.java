package org.grapnel.baseline;

import java.util.List;
import java.util.Optional;
import org.grapnel.evaluate.Score;

/**
 * How well selected features preserve the neighbourhoods, compared with as many random features.
 *
 * @param edgesKept the share of the graph's edges that a neighbour graph on the selected features has
 * @param edgesKeptByRandom the share for random features: the mean of five draws, or of fewer if they would take far longer than the selection
 * @param baselines k-means on the selected, on random and on all features, if groups were requested; agreement is counted with the groups on the
 *     selected features
 * @param notes messages about what was left out
 */
public record NeighborhoodPreservation(
        Score edgesKept, Score edgesKeptByRandom, Optional<Baselines> baselines, List<String> notes) {
    public NeighborhoodPreservation {
        notes = List.copyOf(notes);
    }
}
