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
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.RddCheckpoints;
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

    /** Largest distance of a partition, and their number. */
    private record DistanceRange(double largest, int count) implements Serializable {}

    /** Distances of a partition. */
    private record PartitionDistances(int part, double[] distance) implements Serializable {}

    /** Finds the nearest neighbours of every sample: the columns of X, or of the scores on components. */
    static NeighborLists nearest(Panels X, GraphSpec spec, SearchSizes sizes) {
        int n = X.samples();
        NeighborErrors.requireNeighbors(spec.neighbors(), n);
        EdgeWeights weights = EdgeWeights.of(spec);
        NeighborSearchConfig config = configure(X, spec, weights.dots());
        JavaRDD<DuplicateSamples> duplicates = DuplicateSamples.find(X).persist(StorageLevel.MEMORY_AND_DISK());
        List<JavaRDD<?>> toUnpersist = new ArrayList<>(List.of(duplicates));
        try {
            int[] rank = distinctOffsets(X, duplicates);
            boolean isSmall = rank[X.partitions()] <= Math.max(sizes.small(), 8L * spec.neighbors());
            boolean approximate = spec.search().isApproximate(n);
            ExactNeighbors.NeighborSearchResult found = approximate && !isSmall
                    ? approximate(X, duplicates, rank, config, sizes)
                    : ExactNeighbors.search(X, duplicates, rank, config, sizes.pairs());
            toUnpersist.addAll(found.persisted());
            JavaRDD<DirectedNeighbors> neighbors = DirectedNeighbors.assemble(
                            found.lists(), duplicates, X.offsets(), config)
                    .persist(StorageLevel.MEMORY_AND_DISK());
            // before the first job: later steps read the lists again, and must not repeat the search after a loss
            RddCheckpoints.mark(neighbors);
            try {
                fail(neighbors.map(NeighborGraph::fault).collect());
            } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
                toUnpersist.add(neighbors);
                throw e;
            }
            return new NeighborLists(neighbors, approximate && isSmall ? OptionalDouble.of(1) : found.recall());
        } finally {
            toUnpersist.forEach(part -> part.unpersist(false));
        }
    }

    private static ExactNeighbors.NeighborSearchResult approximate(
            Panels X,
            JavaRDD<DuplicateSamples> duplicates,
            int[] rank,
            NeighborSearchConfig config,
            SearchSizes sizes) {
        SampleScan scan = new SampleScan(X, duplicates, rank, config);
        return X.features() <= sizes.features()
                ? new TreeNeighbors(X, config, scan, sizes.block()).search()
                : new CellNeighbors(X, config, scan).search();
    }

    private static NeighborSearchConfig configure(Panels X, GraphSpec spec, boolean dots) {
        boolean cosine = spec.metric() == Metric.COSINE;
        double largest = 0;
        for (PartitionRange range :
                X.rdd().mapPartitions(panels -> range(panels, cosine)).collect()) {
            if (range.zero >= 0) throw NeighborErrors.allZero(range.zero);
            largest = Math.max(largest, range.largest);
        }
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
        boolean inOrder = !spec.search().isApproximate(samples);
        return OptionalDouble.of(mean(neighbors.map(DirectedNeighbors::distance), inOrder));
    }

    /**
     * Returns the mean of distances, one array per partition.
     *
     * @param inOrder whether one task adds all in the order of a single machine, so that the mean has the same bits
     */
    private static double mean(JavaRDD<double[]> distances, boolean inOrder) {
        double most = 0;
        long count = 0;
        for (DistanceRange part : distances.map(NeighborGraph::range).collect()) {
            most = Math.max(most, part.largest);
            count += part.count;
        }
        if (most == 0) return 0;
        double by = most;
        double sum = 0;
        if (inOrder) {
            sum = distances
                    .mapPartitionsWithIndex(
                            (part, own) -> List.of(new PartitionDistances(part, own.next()))
                                    .iterator(),
                            true)
                    .coalesce(1, true)
                    .mapPartitions(all -> sumInOrder(all, by))
                    .collect()
                    .get(0);
        } else {
            for (double part : distances.map(own -> sum(0, own, by)).collect()) sum += part;
        }
        return most * (sum / count);
    }

    private static DistanceRange range(double[] distance) {
        double most = 0;
        for (double d : distance) most = Math.max(most, d);
        return new DistanceRange(most, distance.length);
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
            JavaRDD<DirectedNeighbors> neighbors, GraphSpec spec, OptionalDouble sigma, int[] first) {
        EdgeWeights weights = EdgeWeights.of(spec);
        if (weights.kind() == WeightKind.LOCAL) {
            boolean inOrder = !spec.search().isApproximate(first[first.length - 1]);
            JavaRDD<double[]> scales =
                    LocalWeights.scales(neighbors, mean(neighbors.map(LocalWeights::last), inOrder), first);
            return JavaPairRDD.fromJavaRDD(neighbors.zipPartitions(
                    scales, (own, scale) -> edgeMessages(own.next(), weights, scale.next(), first)));
        }
        if (weights.kind() == WeightKind.DOT)
            fail(neighbors.map(weights::findNegative).collect());
        double[] scale = {sigma.orElse(1)};
        return neighbors.flatMapToPair(part -> edgeMessages(part, weights, scale, first));
    }

    /**
     * Sends the weights of a partition.
     *
     * @param scale one scale for all pairs, or one for each
     */
    private static Iterator<Tuple2<Integer, EdgeMessages>> edgeMessages(
            DirectedNeighbors part, EdgeWeights weights, double[] scale, int[] first) {
        EdgeMessages.EdgeMessagesBuilder forward = new EdgeMessages.EdgeMessagesBuilder(first, false);
        EdgeMessages.EdgeMessagesBuilder backward = new EdgeMessages.EdgeMessagesBuilder(first, true);
        for (int at = 0; at < part.index().length; at++) {
            double w = weights.weight(part, at, scale.length == 1 ? scale[0] : scale[at]);
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
