package org.grapnel.spark.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.graph.join.ComponentJoiner;
import org.grapnel.graph.join.ComponentSamples;
import org.grapnel.graph.join.GraphComponent;
import org.grapnel.graph.join.JoiningWeights;
import org.grapnel.graph.join.NearestPair;
import org.grapnel.graph.join.SearchColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.spark.data.Panels;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * The samples of a distributed graph that was built from panels, for joining its components.
 *
 * <p>Samples that search are collected in chunks of at most {@value #CHUNK_BYTES} bytes or one part, and broadcast; every
 * partition finds their nearest samples among its own. The driver holds a chunk, and a pair for every part.
 */
public final class DistributedComponentSamples implements ComponentSamples {
    static final long CHUNK_BYTES = 32L << 20;
    private static final int CHUNK_SAMPLES = 8192;
    private static final int CHUNK_EDGES = 1024;

    private final SampleGraph graph;
    private final Panels points;
    private final Metric metric;
    private final JoiningWeights weights;
    private final ConnectedSamples found;

    /**
     * @param points the points whose neighbours the graph joins, in the partitions of the graph
     * @param spec how the graph was built
     */
    public DistributedComponentSamples(SampleGraph graph, Panels points, GraphSpec spec, ConnectedSamples found) {
        this.graph = graph;
        this.points = points;
        this.found = found;
        metric = spec.metric();
        weights = JoiningWeights.of(spec, graph.sigma(), graph.size(), graph.meanDegree(), graph.edges());
    }

    @Override
    public List<GraphComponent> components() {
        return found.components();
    }

    @Override
    public List<NearestPair> nearestOutside(int[] part, List<Integer> searching) {
        Map<Integer, NearestPair> best = new HashMap<>();
        for (NearestPair pair : search(part, searching, false)) best.put(pair.fromPart(), pair);
        return searching.stream().map(q -> Objects.requireNonNull(best.get(q))).toList();
    }

    @Override
    public List<NearestPair> nearestOfEachTwo(int[] part, List<Integer> searching) {
        return search(part, searching, true).stream().sorted(NearestPair.ORDER).toList();
    }

    private List<NearestPair> search(int[] part, List<Integer> searching, boolean eachTwo) {
        JavaRDD<int[]> parts = found.numbers()
                .map(component -> Arrays.stream(component).map(q -> part[q]).toArray());
        return new OutsideSearch(points, parts, metric).search(chunks(part, searching), eachTwo);
    }

    /** Splits the searching parts into chunks that the driver can hold. */
    private List<OutsideSearch.SearchingParts> chunks(int[] part, List<Integer> searching) {
        int parts = Arrays.stream(part).max().orElse(-1) + 1;
        int[] size = new int[parts];
        for (int q = 0; q < part.length; q++)
            size[part[q]] += found.components().get(q).size();
        double bytes = 12.0 * Math.max(1, points.nonZeros()) / points.samples();
        long most = (long) Math.max(1, Math.min(CHUNK_SAMPLES, CHUNK_BYTES / bytes));
        List<OutsideSearch.SearchingParts> chunks = new ArrayList<>();
        List<Integer> open = new ArrayList<>();
        long searchers = 0;
        for (int q : searching) {
            int count = Math.min(size[q], ComponentJoiner.MOST_SEARCHERS);
            if (!open.isEmpty() && searchers + count > most) {
                chunks.add(OutsideSearch.SearchingParts.of(open, size));
                open.clear();
                searchers = 0;
            }
            open.add(q);
            searchers += count;
        }
        chunks.add(OutsideSearch.SearchingParts.of(open, size));
        return chunks;
    }

    @Override
    public List<ComponentJoiner.JoiningEdge> measure(List<NearestPair> pairs) {
        List<ComponentJoiner.JoiningEdge> edges = new ArrayList<>();
        for (int at = 0; at < pairs.size(); at += CHUNK_EDGES)
            edges.addAll(measureChunk(pairs.subList(at, Math.min(pairs.size(), at + CHUNK_EDGES))));
        return edges;
    }

    private List<ComponentJoiner.JoiningEdge> measureChunk(List<NearestPair> pairs) {
        TreeSet<Integer> ends = new TreeSet<>();
        for (NearestPair pair : pairs) {
            ends.add(pair.from());
            ends.add(pair.to());
        }
        Map<Integer, int[]> neighbors = weights.needsReach() ? neighbors(ends) : new TreeMap<>();
        TreeSet<Integer> all = new TreeSet<>(ends);
        for (int[] others : neighbors.values()) for (int j : others) all.add(j);
        int[] numbers = all.stream().mapToInt(Integer::intValue).toArray();
        SearchPoints collected = SamplePoints.collect(points, numbers);
        List<ComponentJoiner.JoiningEdge> edges = new ArrayList<>();
        try (Matrix X = collected.panel().matrix()) {
            SearchColumns columns = SearchColumns.of(X, numbers, new int[numbers.length]);
            for (NearestPair pair : pairs) {
                double length = distance(columns, numbers, pair.from(), pair.to());
                double weight = weights.weight(
                        length,
                        reach(columns, numbers, pair.from(), neighbors.get(pair.from())),
                        reach(columns, numbers, pair.to(), neighbors.get(pair.to())));
                edges.add(new ComponentJoiner.JoiningEdge(pair.from(), pair.to(), length, weight));
            }
        }
        return edges;
    }

    private double distance(SearchColumns columns, int[] numbers, int i, int j) {
        return columns.distance(Arrays.binarySearch(numbers, i), Arrays.binarySearch(numbers, j), metric);
    }

    /** Returns the distance to the farthest neighbour; 0 without one. */
    private double reach(SearchColumns columns, int[] numbers, int i, int @Nullable [] neighbors) {
        double most = 0;
        if (neighbors != null) for (int j : neighbors) most = Math.max(most, distance(columns, numbers, i, j));
        return most;
    }

    private Map<Integer, int[]> neighbors(Set<Integer> samples) {
        int[] wanted = samples.stream().mapToInt(Integer::intValue).toArray();
        TreeMap<Integer, int[]> neighbors = new TreeMap<>();
        for (Tuple2<Integer, int[]> row :
                graph.rows().flatMap(part -> part.neighbors(wanted).iterator()).collect())
            neighbors.put(row._1(), row._2());
        return neighbors;
    }
}
