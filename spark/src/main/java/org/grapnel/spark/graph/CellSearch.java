package org.grapnel.spark.graph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.graph.BlockSearch;
import org.grapnel.linalg.HorizontalConcat;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.rdd.IndexPartitioner;

/** Finds exact neighbours among the samples of one task, and merges what several tasks found for a sample. */
final class CellSearch {
    private CellSearch() {}

    /**
     * Finds the nearest neighbours of the points in front among all points. The points arrive in parts of ascending
     * numbers.
     */
    static Optional<NearestLists> search(
            List<SearchPoints> front, List<SearchPoints> others, NeighborSearchConfig config) {
        if (front.isEmpty()) return Optional.empty();
        Comparator<SearchPoints> byNumber = Comparator.comparingInt(part -> part.number()[0]);
        List<SearchPoints> all = new ArrayList<>(front);
        all.sort(byNumber);
        int count = 0;
        for (SearchPoints part : all) count += part.count();
        all.addAll(others.stream().sorted(byNumber).toList());
        SearchPoints names = SearchPoints.identities(all);
        List<Matrix> parts = new ArrayList<>();
        try (ExecutionContext context = ExecutionContext.create(1)) {
            for (SearchPoints part : all) parts.add(part.panel().matrix());
            try (Matrix M = HorizontalConcat.concat(parts)) {
                BlockSearch.NeighborLists lists = BlockSearch.nearestOfFront(
                        context, M, names.number(), count, config.k(), config.metric(), config.unit());
                NearestLists of = NearestLists.create(context, M, names, lists, 0, count, config.dots());
                return Optional.of(config.dots() ? of.withSelf(context, M) : of);
            }
        } finally {
            parts.forEach(Matrix::close);
        }
    }

    /** Sends lists to the partitions of their samples, and keeps the k nearest of every sample. */
    static JavaRDD<NearestLists> merge(JavaRDD<NearestLists> lists, int[] first, int k) {
        return lists.flatMapToPair(
                        list -> DirectedNeighbors.splitByPartition(list, first).iterator())
                .partitionBy(new IndexPartitioner(first.length - 1))
                .values()
                .mapPartitions(arrived -> merge(arrived, k));
    }

    private static Iterator<NearestLists> merge(Iterator<NearestLists> arrived, int k) {
        List<NearestLists> all = new ArrayList<>();
        arrived.forEachRemaining(all::add);
        return List.of(NearestLists.merge(all, k)).iterator();
    }
}
