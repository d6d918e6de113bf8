package org.grapnel.baseline;

import java.util.List;
import java.util.Optional;
import org.grapnel.evaluate.Score;

/**
 * How much of the data chosen features keep, beside as many features drawn at random.
 *
 * @param edgesKept the share of the graph's edges that neighbours on the chosen features alone would give; where no graph was looked
 *     at, those of the neighbour graph that the spec describes
 * @param edgesKeptByRandom the same for random features, the mean of five draws, or of fewer where that would take far longer than the choice
 * @param controls k-means on the kept, on random and on all features, where groups were asked for; what the other groups have in
 *     common is counted with those of the kept features
 * @param notes what was left out, and why
 */
public record NeighborhoodPreservation(
        Score edgesKept, Score edgesKeptByRandom, Optional<Baselines> controls, List<String> notes) {
    public NeighborhoodPreservation {
        notes = List.copyOf(notes);
    }
}
