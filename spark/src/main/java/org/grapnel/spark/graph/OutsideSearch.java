package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.grapnel.graph.Metric;
import org.grapnel.graph.join.ComponentJoiner;
import org.grapnel.graph.join.NearestOutside;
import org.grapnel.graph.join.NearestPair;
import org.grapnel.graph.join.SearchColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.jspecify.annotations.Nullable;

/** Searches the nearest samples of some parts of a graph in other parts: two or three jobs. */
final class OutsideSearch {
    private final Panels points;
    private final JavaRDD<int[]> parts;
    private final Metric metric;

    /** @param parts the part of every sample, one array per partition */
    OutsideSearch(Panels points, JavaRDD<int[]> parts, Metric metric) {
        this.points = points;
        this.parts = parts;
        this.metric = metric;
    }

    /**
     * Parts that search.
     *
     * @param size the samples of each searching part, by its number
     * @param total number of all parts
     */
    record SearchingParts(Map<Integer, Integer> size, int total) implements Serializable {
        static SearchingParts of(List<Integer> numbers, int[] size) {
            Map<Integer, Integer> sizes = new HashMap<>();
            for (int q : numbers) sizes.put(q, size[q]);
            return new SearchingParts(sizes, size.length);
        }

        /** Returns whether only some samples of a part search. */
        boolean isThinned(int part) {
            Integer samples = size.get(part);
            return samples != null && samples > ComponentJoiner.MOST_SEARCHERS;
        }
    }

    /** Samples that search, and their parts. */
    private record PartSearchers(SearchPoints points, int[] part) implements Serializable {}

    /** Samples of a partition that search: their numbers, ascending, and their parts. */
    private record ChosenSamples(int[] number, int[] part) implements Serializable {}

    /** What a task searches: the shortest pair of every searching part, or of every two of all parts. */
    private record SearchTask(Metric metric, int parts, boolean eachTwo) implements Serializable {
        /** Returns the part, or the two parts, of which only the shortest pair is kept. */
        long key(NearestPair pair) {
            if (!eachTwo) return pair.fromPart();
            return (long) Math.min(pair.fromPart(), pair.toPart()) << 32 | Math.max(pair.fromPart(), pair.toPart());
        }
    }

    /** Returns the shortest pair of every searching part, or of every two parts, in chunks of parts. */
    List<NearestPair> search(List<SearchingParts> chunks, boolean eachTwo) {
        List<NearestPair> best = List.of();
        for (SearchingParts chunk : chunks) {
            SearchTask task = new SearchTask(metric, chunk.total, eachTwo);
            best = merge(best, search(chunk, task), task);
        }
        return best;
    }

    private List<NearestPair> search(SearchingParts chunk, SearchTask task) {
        Broadcast<PartSearchers> sent =
                JavaSparkContext.fromSparkContext(points.rdd().context()).broadcast(collect(chunk));
        try {
            return points.rdd()
                    .zipPartitions(
                            parts,
                            (panels, own) -> List.of(search(sent.value(), panels, own.next(), task))
                                    .iterator())
                    .treeReduce((a, b) -> merge(a, b, task));
        } finally {
            sent.destroy();
        }
    }

    private PartSearchers collect(SearchingParts chunk) {
        List<Map<Integer, Integer>> before = samplesBefore(chunk);
        int[] first = points.offsets();
        JavaRDD<ChosenSamples> chosen = parts.mapPartitionsWithIndex(
                (partition, own) -> List.of(choose(own.next(), first[partition], chunk, before.get(partition)))
                        .iterator(),
                true);
        List<PartSearchers> pieces = points.rdd()
                .zipPartitions(chosen, (panels, own) -> select(panels, own.next()))
                .collect();
        return new PartSearchers(
                SearchPoints.concat(pieces.stream().map(PartSearchers::points).toList()),
                pieces.stream().flatMapToInt(piece -> Arrays.stream(piece.part)).toArray());
    }

    /** Returns for every partition how many samples of each thinned part are in the partitions before. */
    private List<Map<Integer, Integer>> samplesBefore(SearchingParts chunk) {
        boolean any = chunk.size.keySet().stream().anyMatch(chunk::isThinned);
        List<Map<Integer, Integer>> before = new ArrayList<>();
        if (!any) {
            for (int q = 0; q < points.partitions(); q++) before.add(Map.of());
            return before;
        }
        Map<Integer, Integer> sum = new HashMap<>();
        for (Map<Integer, Integer> counts :
                parts.map(own -> countThinned(own, chunk)).collect()) {
            before.add(new HashMap<>(sum));
            counts.forEach((part, count) -> sum.merge(part, count, Integer::sum));
        }
        return before;
    }

    private static Map<Integer, Integer> countThinned(int[] own, SearchingParts chunk) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int part : own) if (chunk.isThinned(part)) counts.merge(part, 1, Integer::sum);
        return counts;
    }

    /** Chooses the samples with the ranks of {@link ComponentJoiner#searchers}. */
    private static ChosenSamples choose(int[] own, int first, SearchingParts chunk, Map<Integer, Integer> before) {
        Map<Integer, Integer> rank = new HashMap<>(before);
        int[] number = new int[own.length];
        int[] part = new int[own.length];
        int count = 0;
        for (int i = 0; i < own.length; i++) {
            Integer size = chunk.size.get(own[i]);
            if (size == null) continue;
            int at = chunk.isThinned(own[i]) ? rank.merge(own[i], 1, Integer::sum) - 1 : -1;
            if (at >= 0 && !ComponentJoiner.isSearcher(at, size)) continue;
            number[count] = first + i;
            part[count++] = own[i];
        }
        return new ChosenSamples(Arrays.copyOf(number, count), Arrays.copyOf(part, count));
    }

    private static Iterator<PartSearchers> select(Iterator<Panel> panels, ChosenSamples chosen) {
        List<PartSearchers> pieces = new ArrayList<>();
        int at = 0;
        for (SearchPoints some : SamplePoints.select(panels, chosen.number)) {
            pieces.add(new PartSearchers(some, Arrays.copyOfRange(chosen.part, at, at + some.count())));
            at += some.count();
        }
        return pieces.iterator();
    }

    private static List<NearestPair> search(
            PartSearchers searchers, Iterator<Panel> panels, int[] own, SearchTask task) {
        Map<Long, NearestPair> best = new TreeMap<>();
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix queries = searchers.points.panel().matrix()) {
            SearchColumns from = SearchColumns.of(queries, searchers.points.number(), searchers.part);
            int[] all = new int[searchers.part.length];
            Arrays.setAll(all, q -> q);
            int at = 0;
            while (panels.hasNext()) {
                Panel panel = panels.next();
                try (Matrix X = panel.matrix()) {
                    SearchColumns among = SearchColumns.of(
                            X, SamplePoints.numbers(panel), Arrays.copyOfRange(own, at, at + panel.samples()));
                    NearestOutside search = new NearestOutside(context, among, task.metric);
                    if (task.eachTwo)
                        for (@Nullable NearestPair[] row : search.searchEachPart(from, all, task.parts))
                            add(best, row, task);
                    else add(best, search.search(from, all), task);
                }
                at += panel.samples();
            }
        }
        return List.copyOf(best.values());
    }

    private static void add(Map<Long, NearestPair> best, @Nullable NearestPair[] found, SearchTask task) {
        for (NearestPair pair : found) if (pair != null) best.merge(task.key(pair), pair, OutsideSearch::nearer);
    }

    private static List<NearestPair> merge(List<NearestPair> a, List<NearestPair> b, SearchTask task) {
        Map<Long, NearestPair> best = new TreeMap<>();
        for (List<NearestPair> some : List.of(a, b))
            for (NearestPair pair : some) best.merge(task.key(pair), pair, OutsideSearch::nearer);
        return List.copyOf(best.values());
    }

    private static NearestPair nearer(NearestPair a, NearestPair b) {
        return NearestPair.ORDER.compare(b, a) < 0 ? b : a;
    }
}
