package org.grapnel;

import java.util.List;
import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.select.Selection;

/**
 * Features that were selected without a fit.
 *
 * @param graph the graph that the selection used, if any: the given one, or the neighbour graph on all features or on those that are not noise
 * @param groups the groups that the features tell apart, if they were selected by groups
 * @param rounds how these groups were found
 * @param trust how far these groups can be trusted
 * @param notes messages about the data and the graph
 * @param seconds the time of the selection, including the graph
 */
public record SelectionResult(
        PreparedData prepared,
        Spec spec,
        Selection selection,
        Optional<GraphSource> graph,
        Optional<Clustering> groups,
        Optional<GroupingRounds> rounds,
        Optional<Trust> trust,
        List<String> notes,
        double seconds) {
    public SelectionResult {
        notes = List.copyOf(notes);
    }

    /** Replaces the notes. */
    public SelectionResult withNotes(List<String> others) {
        return new SelectionResult(prepared, spec, selection, graph, groups, rounds, trust, others, seconds);
    }

    @Override
    public String toString() {
        return "SelectionResult[" + selection.order().size() + " of "
                + prepared.data().X().rows() + " features by "
                + spec.select().by().cliName() + "]";
    }

    /** The features, best first. */
    public List<KeptFeature> kept() {
        return KeptFeature.of(selection, prepared.data().features());
    }
}
