package org.grapnel.baseline;

import java.util.List;
import java.util.Optional;
import org.grapnel.evaluate.Score;

/**
 * The results of simpler methods on the same data. They show whether the kept features, the graph or neither made the groups.
 *
 * <p>All together cost at most about as much as the fit, counted in operations, so that a run can be repeated exactly.
 *
 * @param all the baselines, in the order of {@link Baseline.Kind}
 * @param starts the starts of each k-means: 10, or fewer if ten would cost more than the fit
 * @param notes messages about what was left out
 * @param seconds the time of the baselines
 * @param modularity the modularity of the groups of the result, on the graph of {@link Baseline#modularity}
 */
public record Baselines(List<Baseline> all, int starts, List<String> notes, double seconds, Score modularity) {
    public Baselines {
        all = List.copyOf(all);
        notes = List.copyOf(notes);
    }

    /** Returns the baseline of a kind, if it was computed. */
    public Optional<Baseline> of(Baseline.Kind kind) {
        return all.stream().filter(control -> control.kind() == kind).findFirst();
    }
}
