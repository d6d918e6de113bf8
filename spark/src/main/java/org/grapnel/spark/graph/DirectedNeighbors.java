package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.graph.NeighborErrors;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.IndexPartitioner;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * The k nearest neighbours of the samples of a partition. Those of its sample i start at i·k, nearest first; equal
 * distances are ordered by sample number.
 *
 * @param dot xᵀy of each pair, if the weights need it
 * @param fault message about invalid distances, or null
 */
record DirectedNeighbors(
        int first,
        int k,
        int[] index,
        double[] distance,
        double[] dot,
        @Nullable String fault) implements Serializable {
    /** Neighbours of some samples, k for each, on the way to their partitions. */
    private record NeighborBatch(
            int[] sample,
            int[] index,
            double[] distance,
            double[] dot,
            int at,
            @Nullable String fault) implements Serializable {}

    /** Returns the nearest {@code count} of every sample, at most k. */
    DirectedNeighbors nearest(int count) {
        int rows = index.length / k;
        int[] indices = new int[rows * count];
        double[] distances = new double[rows * count];
        double[] dots = new double[dot.length == 0 ? 0 : rows * count];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(index, i * k, indices, i * count, count);
            System.arraycopy(distance, i * k, distances, i * count, count);
            if (dots.length > 0) System.arraycopy(dot, i * k, dots, i * count, count);
        }
        return new DirectedNeighbors(first, count, indices, distances, dots, fault);
    }

    /** Expands the neighbours of distinct samples to those of all samples, in the partitions of the samples. */
    static JavaRDD<DirectedNeighbors> assemble(
            JavaRDD<NearestLists> lists,
            JavaRDD<DuplicateSamples> duplicates,
            int[] first,
            NeighborSearchConfig config) {
        IndexPartitioner aligned = new IndexPartitioner(first.length - 1);
        JavaRDD<NearestLists> home = lists.flatMapToPair(
                        list -> splitByPartition(list, first).iterator())
                .partitionBy(aligned)
                .values();
        JavaPairRDD<Integer, NeighborBatch> batches = JavaPairRDD.fromJavaRDD(home.zipPartitions(
                duplicates, (arrived, groups) -> expandDuplicates(arrived, groups.next(), first, config)));
        return batches.partitionBy(aligned)
                .values()
                .mapPartitionsWithIndex(
                        (part, arrived) -> List.of(assemble(arrived, first[part], first[part + 1], config))
                                .iterator(),
                        true);
    }

    /** Splits lists with ascending point numbers at partition boundaries. */
    static List<Tuple2<Integer, NearestLists>> splitByPartition(NearestLists lists, int[] first) {
        List<Tuple2<Integer, NearestLists>> slices = new ArrayList<>();
        for (int from = 0, end; from < lists.number().length; from = end) {
            int to = Panels.partitionOf(lists.number()[from], first);
            end = from + 1;
            while (end < lists.number().length && lists.number()[end] < first[to + 1]) end++;
            slices.add(new Tuple2<>(to, lists.range(from, end)));
        }
        return slices;
    }

    /** Copies lists to duplicates. Duplicates are at distance 0 of each other. */
    private static Iterator<Tuple2<Integer, NeighborBatch>> expandDuplicates(
            Iterator<NearestLists> arrived, DuplicateSamples duplicates, int[] first, NeighborSearchConfig config) {
        Map<Integer, NeighborBatchBuilder> to = new TreeMap<>();
        while (arrived.hasNext()) {
            NearestLists lists = arrived.next();
            for (int i = 0; i < lists.number().length; i++) {
                int[] equals = duplicates.membersOf(lists.number()[i]);
                NearestSamples nearest = new NearestSamples(lists, i, equals, config);
                String fault = fault(lists, i, config);
                for (int sample : equals)
                    to.computeIfAbsent(Panels.partitionOf(sample, first), p -> new NeighborBatchBuilder(config))
                            .add(sample, nearest, fault);
            }
        }
        List<Tuple2<Integer, NeighborBatch>> batches = new ArrayList<>();
        to.forEach((part, filling) -> batches.add(new Tuple2<>(part, filling.batch())));
        return batches.iterator();
    }

    /** Reports different samples at distance 0 or ∞: their squared differences are outside the range of doubles. */
    private static @Nullable String fault(NearestLists lists, int i, NeighborSearchConfig config) {
        for (int e = lists.start()[i]; e < lists.start()[i + 1]; e++) {
            double length = config.unit() * Math.sqrt(lists.square()[e]);
            Optional<String> message =
                    NeighborErrors.outOfRange(length, lists.number()[i], lists.group()[e], config.metric());
            if (message.isPresent()) return message.get();
        }
        return null;
    }

    /** The k + 1 nearest samples of a point, including itself and its duplicates, by (length, number). */
    private static final class NearestSamples {
        final int[] index;
        final double[] length;
        final double[] dot;

        NearestSamples(NearestLists lists, int i, int[] equals, NeighborSearchConfig config) {
            int same = Math.min(equals.length, config.k() + 1);
            int found = lists.start()[i + 1] - lists.start()[i];
            int[] other = Arrays.copyOf(equals, same + found);
            double[] lengths = new double[same + found];
            double[] dots = new double[config.dots() ? same + found : 0];
            for (int q = 0; q < same && config.dots(); q++) dots[q] = lists.self()[i];
            for (int q = 0; q < found; q++) {
                int e = lists.start()[i] + q;
                other[same + q] = lists.member()[e];
                lengths[same + q] = config.unit() * Math.sqrt(lists.square()[e]);
                if (config.dots()) dots[same + q] = lists.dot()[e];
            }
            int[] best = best(other, lengths, config.k() + 1);
            index = new int[best.length];
            length = new double[best.length];
            dot = new double[config.dots() ? best.length : 0];
            for (int q = 0; q < best.length; q++) {
                index[q] = other[best[q]];
                length[q] = config.metric().toDistance(lengths[best[q]]);
                if (config.dots()) dot[q] = dots[best[q]];
            }
        }

        private static int[] best(int[] other, double[] length, int count) {
            Integer[] order = new Integer[other.length];
            Arrays.setAll(order, q -> q);
            Arrays.sort(order, (a, b) -> {
                int by = Double.compare(length[a], length[b]);
                return by == 0 ? Integer.compare(other[a], other[b]) : by;
            });
            return Arrays.stream(order).limit(count).mapToInt(Integer::intValue).toArray();
        }
    }

    /** A growing batch. */
    private static final class NeighborBatchBuilder {
        private final int k;
        private final boolean dots;
        private int size;
        private int[] sample = new int[16];
        private int[] index;
        private double[] distance;
        private double[] dot;
        private int at = Integer.MAX_VALUE;
        private @Nullable String fault;

        NeighborBatchBuilder(NeighborSearchConfig config) {
            k = config.k();
            dots = config.dots();
            index = new int[16 * k];
            distance = new double[16 * k];
            dot = new double[dots ? 16 * k : 0];
        }

        void add(int number, NearestSamples nearest, @Nullable String message) {
            if (size == sample.length) {
                sample = Arrays.copyOf(sample, 2 * size);
                index = Arrays.copyOf(index, 2 * size * k);
                distance = Arrays.copyOf(distance, 2 * size * k);
                if (dots) dot = Arrays.copyOf(dot, 2 * size * k);
            }
            if (message != null && number < at) {
                at = number;
                fault = message;
            }
            sample[size] = number;
            int into = size++ * k;
            for (int q = 0; q < nearest.index.length && into < size * k; q++) {
                if (nearest.index[q] == number) continue;
                index[into] = nearest.index[q];
                distance[into] = nearest.length[q];
                if (dots) dot[into] = nearest.dot[q];
                into++;
            }
            if (into < size * k) throw new IllegalStateException("sample " + number + " has too few neighbors");
        }

        NeighborBatch batch() {
            return new NeighborBatch(
                    Arrays.copyOf(sample, size),
                    Arrays.copyOf(index, size * k),
                    Arrays.copyOf(distance, size * k),
                    dots ? Arrays.copyOf(dot, size * k) : dot,
                    at,
                    fault);
        }
    }

    private static DirectedNeighbors assemble(
            Iterator<NeighborBatch> arrived, int from, int end, NeighborSearchConfig config) {
        int k = config.k();
        int[] index = new int[Math.multiplyExact(end - from, k)];
        double[] distance = new double[index.length];
        double[] dot = new double[config.dots() ? index.length : 0];
        int filled = 0;
        int at = Integer.MAX_VALUE;
        String fault = null;
        while (arrived.hasNext()) {
            NeighborBatch batch = arrived.next();
            for (int q = 0; q < batch.sample.length; q++) {
                int into = (batch.sample[q] - from) * k;
                System.arraycopy(batch.index, q * k, index, into, k);
                System.arraycopy(batch.distance, q * k, distance, into, k);
                if (config.dots()) System.arraycopy(batch.dot, q * k, dot, into, k);
            }
            filled += batch.sample.length;
            if (batch.at < at) {
                at = batch.at;
                fault = batch.fault;
            }
        }
        if (filled != end - from)
            throw new IllegalStateException(filled + " of " + (end - from) + " samples have neighbors");
        return new DirectedNeighbors(from, k, index, distance, dot, fault);
    }
}
