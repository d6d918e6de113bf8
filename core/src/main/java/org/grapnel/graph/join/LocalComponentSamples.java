package org.grapnel.graph.join;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.grapnel.graph.ConnectedComponents;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Metric;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** The samples of a graph that was built from the columns of a matrix. Memory O(n). */
final class LocalComponentSamples implements ComponentSamples {
    private final ExecutionContext context;
    private final Graph graph;
    private final Metric metric;
    private final JoiningWeights weights;
    private final SearchColumns columns;
    private final int[] component;
    private final List<GraphComponent> components;

    LocalComponentSamples(ExecutionContext context, KnnGraph built, Matrix X, GraphSpec spec) {
        this.context = context;
        graph = built.graph();
        metric = spec.metric();
        weights = JoiningWeights.of(spec, built.sigma(), graph.size(), graph.meanDegree(), graph.edges());
        component = ConnectedComponents.labels(graph);
        columns = SearchColumns.all(built.points(X), component);
        components = GraphComponent.ofLabels(component);
    }

    @Override
    public List<GraphComponent> components() {
        return components;
    }

    @Override
    public List<NearestPair> nearestOutside(int[] part, List<Integer> searching) {
        int[] label = labels(part);
        SearchColumns samples = columns.withParts(label);
        int[] searchers = searchers(label, searching);
        @Nullable NearestPair[] found = new NearestOutside(context, samples, metric).search(samples, searchers);
        @Nullable NearestPair[] best = new NearestPair[components.size()];
        for (int q = 0; q < searchers.length; q++) {
            int own = label[searchers[q]];
            best[own] = NearestPair.nearer(best[own], found[q]);
        }
        return searching.stream().map(q -> Objects.requireNonNull(best[q])).toList();
    }

    @Override
    public List<NearestPair> nearestOfEachTwo(int[] part, List<Integer> searching) {
        int[] label = labels(part);
        SearchColumns samples = columns.withParts(label);
        int parts = Arrays.stream(part).max().orElse(-1) + 1;
        return Stream.of(new NearestOutside(context, samples, metric)
                        .searchEachPart(samples, searchers(label, searching), parts))
                .flatMap(Arrays::stream)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .sorted(NearestPair.ORDER)
                .toList();
    }

    private int[] labels(int[] part) {
        return Arrays.stream(component).map(q -> part[q]).toArray();
    }

    /** Returns the samples that search: those of the parts in their order, ascending in each. */
    private static int[] searchers(int[] label, List<Integer> searching) {
        int[] size = new int[Arrays.stream(label).max().orElse(-1) + 1];
        for (int l : label) size[l]++;
        int[][] samples = new int[size.length][];
        for (int q : searching) samples[q] = new int[size[q]];
        int[] filled = new int[size.length];
        for (int j = 0; j < label.length; j++) if (samples[label[j]] != null) samples[label[j]][filled[label[j]]++] = j;
        return searching.stream()
                .flatMapToInt(
                        q -> Arrays.stream(ComponentJoiner.searchers(size[q])).map(rank -> samples[q][rank]))
                .toArray();
    }

    @Override
    public List<ComponentJoiner.JoiningEdge> measure(List<NearestPair> pairs) {
        List<ComponentJoiner.JoiningEdge> edges = new ArrayList<>();
        for (NearestPair pair : pairs) {
            double length = columns.distance(pair.from(), pair.to(), metric);
            double weight = weights.needsReach()
                    ? weights.weight(length, reach(pair.from()), reach(pair.to()))
                    : weights.weight(length, 0, 0);
            edges.add(new ComponentJoiner.JoiningEdge(pair.from(), pair.to(), length, weight));
        }
        return edges;
    }

    /** Returns the distance to the farthest sample that a sample is joined to. */
    private double reach(int i) {
        double[] most = {0};
        graph.adjacency().forEachInRow(i, (l, weight) -> most[0] = Math.max(most[0], columns.distance(i, l, metric)));
        return most[0];
    }
}
