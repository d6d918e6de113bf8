package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.grapnel.graph.ConnectedComponents;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.report.page.BarChart;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.Figure;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.TextFormat;

/** The neighbour graph: its connected components, and how many neighbours the samples have. */
public final class GraphSection {
    private static final int BARS = 60;

    private GraphSection() {}

    public static List<PageElement> build(RunData run) {
        Optional<Graph> found = run.saved().graph(run.samples());
        if (found.isEmpty()) return List.of();
        Graph graph = found.orElseThrow();
        ConnectedComponents components = graph.components();
        List<PageElement> parts = new ArrayList<>();
        parts.add(Paragraphs.of(TextFormat.format(
                "%s join %s%s. %s",
                TextFormat.count(graph.edges(), "edge"),
                TextFormat.count(graph.size(), "sample"),
                run.saved()
                        .number("neighbors")
                        .map(k -> TextFormat.format(" (the %.0f nearest neighbours of each)", k))
                        .orElse(""),
                describe(components))));
        parts.add(degrees(graph));
        return parts;
    }

    private static String describe(ConnectedComponents components) {
        if (components.count() == 1) return "The graph is connected: there is a path between any two samples.";
        String isolated = components.isolated().isEmpty()
                ? ""
                : TextFormat.format(
                        " %s no neighbours.",
                        components.isolated().size() == 1
                                ? "1 sample has"
                                : TextFormat.format(
                                        "%,d samples have",
                                        components.isolated().size()));
        return TextFormat.format(
                "The graph has %,d connected components, the largest with %s.%s",
                components.count(), TextFormat.count(components.largest(), "sample"), isolated);
    }

    private static Figure degrees(Graph graph) {
        SparseMatrix A = graph.adjacency();
        Map<Integer, Integer> counts = new TreeMap<>();
        for (int i = 0; i < graph.size(); i++) counts.merge(neighbours(A, i), 1, Integer::sum);
        int low = counts.keySet().stream().findFirst().orElse(0);
        int high = counts.keySet().stream().reduce((a, b) -> b).orElse(0);
        int width = Math.max(1, (high - low + BARS) / BARS);
        int bars = (high - low) / width + 1;
        int[] samples = new int[bars];
        counts.forEach((degree, count) -> samples[(degree - low) / width] += count);
        return BarChart.vertical(
                new Caption(
                        "degrees",
                        "Number of neighbours per sample",
                        TextFormat.format("Histogram: samples have from %,d to %,d neighbours.", low, high),
                        "Samples with very many neighbours are hubs. They can connect samples that have little in common."),
                "samples",
                "neighbours",
                IntStream.range(0, bars)
                        .mapToObj(b -> width == 1
                                ? String.valueOf(low + b)
                                : (low + b * width) + "–" + (low + (b + 1) * width - 1))
                        .toList(),
                IntStream.of(samples).mapToObj(s -> (double) s).toList());
    }

    private static int neighbours(SparseMatrix A, int row) {
        int[] count = {0};
        A.forEachInRow(row, (column, weight) -> count[0]++);
        return count[0];
    }
}
