package org.grapnel.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.grapnel.graph.Components;
import org.grapnel.graph.Graph;

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
            notes.add(Text.count(isolated, "sample") + " without a neighbour: the graph says nothing about "
                    + (isolated == 1 ? "it" : "them"));
        }
        recall.ifPresent(share -> notes.add(
                Text.format("approximate neighbours: %.1f %% of the true ones, measured on a sample", 100 * share)));
        return notes;
    }
}
