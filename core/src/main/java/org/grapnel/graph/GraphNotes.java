package org.grapnel.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What is odd about a graph and should not be hidden. */
final class GraphNotes {
    private GraphNotes() {}

    static List<String> of(Graph graph, OptionalDouble recall) {
        List<String> notes = new ArrayList<>();
        Components parts = graph.components();
        int isolated = parts.isolated().size();
        if (isolated == graph.size()) {
            notes.add("the graph has no edges, so it says nothing about any sample");
        } else if (isolated > 0) {
            notes.add(isolated + (isolated == 1 ? " sample" : " samples")
                    + " without a neighbour: the graph says nothing about " + (isolated == 1 ? "it" : "them"));
        }
        recall.ifPresent(share -> notes.add(String.format(
                Locale.ROOT, "approximate neighbours: %.1f %% of the true ones, measured on a sample", 100 * share)));
        return notes;
    }
}
