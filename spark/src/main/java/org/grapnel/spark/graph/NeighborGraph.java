package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.data.DataException;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.graph.NeighborErrors;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Scaling;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Builds the neighbour graph of X on many machines: the distributed {@link org.grapnel.graph.KnnGraph}, with its weights
 * and messages.
 */
final class NeighborGraph {
    private NeighborGraph() {}

    /** Largest entry of a partition, and its first all-zero sample or −1. */
    private record PartitionRange(double largest, int zero) implements Serializable {}

    /** Persisted neighbour lists, and the recall of an approximate search. */
    record NeighborLists(JavaRDD<DirectedNeighbors> neighbors, OptionalDouble recall) {}

    /** Distances of a partition. */
    private record PartitionDistances(int part, double[] distance) implements Serializable {}

    /**
     * Finds the nearest neighbours of every sample.
     *
     * @param blockSize number of samples that are compared with as many others at a time
     * @param small number of distinct samples up to which all pairs are compared in any case
     */
    static NeighborLists nearest(Panels X, GraphSpec spec, int blockSize, int small) {
        int n = X.samples();
        NeighborErrors.requireNeighbors(spec.neighbors(), n);
        Preconditions.require(
                spec.weights() != WeightKind.LOCAL,
                "weights local are not available on Spark; use gaussian, binary or dot");
        Preconditions.require(
                spec.components().isEmpty(), "neighbours on principal components are not available on Spark");
        NeighborSearchConfig config = configure(X, spec);
        JavaRDD<DuplicateSamples> duplicates = DuplicateSamples.find(X).persist(StorageLevel.MEMORY_AND_DISK());
        List<JavaRDD<?>> toUnpersist = new ArrayList<>(List.of(duplicates));
        try {
            int[] rank = distinctOffsets(X, duplicates);
            boolean isSmall = rank[X.partitions()] <= Math.max(small, 8L * spec.neighbors());
            boolean approximate = spec.search().isApproximate(n);
            ExactNeighbors.NeighborSearchResult found = approximate && !isSmall
                    ? new ApproximateNeighbors(X, duplicates, rank, config).search()
                    : ExactNeighbors.search(X, duplicates, rank, config, blockSize);
            toUnpersist.addAll(found.persisted());
            JavaRDD<DirectedNeighbors> neighbors = DirectedNeighbors.assemble(
                            found.lists(), duplicates, X.offsets(), config)
                    .persist(StorageLevel.MEMORY_AND_DISK());
            List<String> faults = neighbors.map(NeighborGraph::fault).collect();
            if (faults.stream().anyMatch(fault -> !fault.isEmpty())) toUnpersist.add(neighbors);
            fail(faults);
            return new NeighborLists(neighbors, approximate && isSmall ? OptionalDouble.of(1) : found.recall());
        } finally {
            toUnpersist.forEach(part -> part.unpersist(false));
        }
    }

    private static NeighborSearchConfig configure(Panels X, GraphSpec spec) {
        boolean cosine = spec.metric() == Metric.COSINE;
        double largest = 0;
        for (PartitionRange range :
                X.rdd().mapPartitions(panels -> range(panels, cosine)).collect()) {
            if (range.zero >= 0) throw NeighborErrors.allZero(range.zero);
            largest = Math.max(largest, range.largest);
        }
        boolean dots = spec.weights() == WeightKind.DOT && !cosine;
        return new NeighborSearchConfig(
                spec.neighbors(), spec.metric(), cosine ? 1 : Scaling.powerOfTwo(largest), dots, spec.seed());
    }

    private static Iterator<PartitionRange> range(Iterator<Panel> panels, boolean cosine) {
        double largest = 0;
        int zero = -1;
        while (panels.hasNext()) {
            Panel panel = panels.next();
            try (Matrix X = panel.matrix()) {
                largest = Math.max(largest, largest(X));
                double[] norms = cosine && zero < 0 ? X.columnNorms() : new double[0];
                for (int j = 0; j < norms.length && zero < 0; j++) if (norms[j] == 0) zero = panel.first() + j;
            }
        }
        return List.of(new PartitionRange(largest, zero)).iterator();
    }

    private static double largest(Matrix X) {
        double[] most = {0};
        if (X instanceof SparseMatrix sparse) {
            for (int j = 0; j < X.cols(); j++)
                sparse.forEachInColumn(j, (f, v) -> most[0] = Math.max(most[0], Math.abs(v)));
        } else {
            double[] row = new double[X.cols()];
            for (int f = 0; f < X.rows(); f++) {
                X.row(f, row);
                for (double v : row) most[0] = Math.max(most[0], Math.abs(v));
            }
        }
        return most[0];
    }

    /** Returns the number of distinct samples before each partition, followed by the total. */
    static int[] distinctOffsets(Panels X, JavaRDD<DuplicateSamples> duplicates) {
        List<Integer> dropped = duplicates.map(part -> part.dropped().length).collect();
        int[] rank = new int[X.partitions() + 1];
        for (int part = 0; part < X.partitions(); part++)
            rank[part + 1] = rank[part] + X.offset(part + 1) - X.offset(part) - dropped.get(part);
        return rank;
    }

    private static String fault(DirectedNeighbors part) {
        return part.fault() == null ? "" : part.fault();
    }

    /** Throws the first message, if there is one. */
    private static void fail(List<String> faults) {
        for (String fault : faults) if (!fault.isEmpty()) throw new DataException("%s", fault);
    }

    /**
     * Returns σ of the Gaussian weights: the given value, or the mean distance over all pairs of a sample and a
     * neighbour.
     */
    static OptionalDouble sigma(JavaRDD<DirectedNeighbors> neighbors, GraphSpec spec, int samples) {
        if (spec.weights() != WeightKind.GAUSSIAN) return OptionalDouble.empty();
        if (spec.sigma().isPresent()) return spec.sigma();
        double most = 0;
        for (double part : neighbors.map(NeighborGraph::farthest).collect()) most = Math.max(most, part);
        if (most == 0) return OptionalDouble.of(0);
        double by = most;
        double sum = 0;
        if (spec.search().isApproximate(samples)) {
            for (double part :
                    neighbors.map(part -> sum(0, part.distance(), by)).collect()) sum += part;
        } else {
            // one running sum in the order of a single machine, so that the weights have the same bits
            sum = neighbors
                    .mapPartitionsWithIndex(
                            (part, own) -> List.of(new PartitionDistances(
                                            part, own.next().distance()))
                                    .iterator(),
                            true)
                    .coalesce(1, true)
                    .mapPartitions(all -> sumInOrder(all, by))
                    .collect()
                    .get(0);
        }
        return OptionalDouble.of(most * (sum / ((double) samples * spec.neighbors())));
    }

    private static double farthest(DirectedNeighbors part) {
        double most = 0;
        for (double d : part.distance()) most = Math.max(most, d);
        return most;
    }

    private static double sum(double before, double[] distance, double most) {
        double sum = before;
        for (double d : distance) sum += d / most; // divided, so that the sum of large distances does not overflow
        return sum;
    }

    private static Iterator<Double> sumInOrder(Iterator<PartitionDistances> all, double most) {
        List<PartitionDistances> parts = new ArrayList<>();
        all.forEachRemaining(parts::add);
        parts.sort((a, b) -> Integer.compare(a.part, b.part));
        double sum = 0;
        for (PartitionDistances part : parts) sum = sum(sum, part.distance, most);
        return List.of(sum).iterator();
    }

    /** Sends the weight of every directed neighbour pair to the partitions of both ends. */
    static JavaPairRDD<Integer, EdgeMessages> edgeMessages(
            JavaRDD<DirectedNeighbors> neighbors, GraphSpec spec, double sigma, int[] first) {
        WeightKind weights = spec.weights();
        if (weights == WeightKind.DOT)
            fail(neighbors.map(part -> orEmpty(negative(part))).collect());
        return neighbors.flatMapToPair(part -> edgeMessages(part, weights, sigma, first));
    }

    private static String orEmpty(@Nullable String fault) {
        return fault == null ? "" : fault;
    }

    private static double weight(DirectedNeighbors part, int at, WeightKind weights, double sigma) {
        return part.dot().length > 0 ? part.dot()[at] : weights.weight(part.distance()[at], sigma);
    }

    private static @Nullable String negative(DirectedNeighbors part) {
        for (int at = 0; at < part.index().length; at++) {
            double w = weight(part, at, WeightKind.DOT, 1);
            if (!(w >= 0))
                return NeighborErrors.negativeWeight(
                        part.dot().length > 0, part.first() + at / part.k(), part.index()[at], w);
        }
        return null;
    }

    private static Iterator<Tuple2<Integer, EdgeMessages>> edgeMessages(
            DirectedNeighbors part, WeightKind weights, double sigma, int[] first) {
        EdgeMessages.EdgeMessagesBuilder forward = new EdgeMessages.EdgeMessagesBuilder(first, false);
        EdgeMessages.EdgeMessagesBuilder backward = new EdgeMessages.EdgeMessagesBuilder(first, true);
        for (int at = 0; at < part.index().length; at++) {
            double w = weight(part, at, weights, sigma);
            if (w == 0) continue;
            int i = part.first() + at / part.k();
            forward.add(i, part.index()[at], w);
            backward.add(part.index()[at], i, w);
        }
        List<Tuple2<Integer, EdgeMessages>> all = new ArrayList<>(forward.build());
        all.addAll(backward.build());
        return all.iterator();
    }
}
