package org.grapnel.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Notes about unusual properties of a graph, for reports and the console. */
public final class GraphNotes {
    private GraphNotes() {}

    static List<String> collect(Graph graph, OptionalDouble recall) {
        return collect(graph.size(), graph.components().isolated().size(), recall);
    }

    /**
     * Collects the notes for a graph.
     *
     * @param samples the number of samples
     * @param isolated the number of samples without a neighbour
     * @param recall of an approximate search
     */
    public static List<String> collect(long samples, long isolated, OptionalDouble recall) {
        List<String> notes = new ArrayList<>();
        if (isolated == samples) {
            notes.add("the graph has no edges, so it says nothing about any sample");
        } else if (isolated > 0) {
            notes.add(isolated + (isolated == 1 ? " sample" : " samples")
                    + " without a neighbour: the graph says nothing about " + (isolated == 1 ? "it" : "them"));
        }
        recall.ifPresent(share -> notes.add(String.format(
                Locale.ROOT,
                "approximate neighbours: %.1f %% of the true ones, measured on a sample%s",
                100 * share,
                share < SearchKind.RECALL
                        ? String.format(
                                Locale.ROOT,
                                "; the aim of %.0f %% was not reached: --search exact finds all neighbours but takes longer",
                                100 * SearchKind.RECALL)
                        : "")));
        return notes;
    }
}
