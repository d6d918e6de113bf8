package org.grapnel;

import java.util.List;
import java.util.Optional;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.select.Selection;

/**
 * Features that were chosen without a fit.
 *
 * @param graph the graph that was looked at, where one was: the user's, that of the data, or that of those features that are not noise
 * @param notes what is odd about the data or the graph, for people
 * @param seconds the choice took, its graph included
 */
public record SelectionResult(
        PreparedData prepared,
        Spec spec,
        Selection selection,
        Optional<GraphSource> graph,
        List<String> notes,
        double seconds) {
    public SelectionResult {
        notes = List.copyOf(notes);
    }

    /** The same with other notes instead. */
    public SelectionResult withNotes(List<String> others) {
        return new SelectionResult(prepared, spec, selection, graph, others, seconds);
    }

    /** The features, best first. */
    public List<KeptFeature> kept() {
        return KeptFeature.of(selection, prepared.data().features());
    }
}
