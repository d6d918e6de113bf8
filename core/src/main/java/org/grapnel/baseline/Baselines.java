package org.grapnel.baseline;

import java.util.List;
import java.util.Optional;

/**
 * What simpler ways give on the same data: without them nobody knows whether the kept features, the graph or neither made the
 * groups. All of them together cost about as much as the fit at most, counted in operations and not by a clock, so that a run
 * can be repeated to the bit.
 *
 * @param all those that were made, in the order of {@link Baseline.Kind}
 * @param starts of each k-means: 10, or fewer where ten would have cost more than the fit
 * @param notes what was left out, and why
 * @param seconds they took
 */
public record Baselines(List<Baseline> all, int starts, List<String> notes, double seconds) {
    public Baselines {
        all = List.copyOf(all);
        notes = List.copyOf(notes);
    }

    /** The one of this kind, where it was made. */
    public Optional<Baseline> of(Baseline.Kind kind) {
        return all.stream().filter(control -> control.kind() == kind).findFirst();
    }
}
