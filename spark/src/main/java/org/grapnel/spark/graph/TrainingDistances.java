package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.WeightKind;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.IndexPartitioner;
import org.grapnel.spark.rdd.OrderedSum;
import org.grapnel.transform.CrossWeights;
import scala.Tuple2;

/**
 * The distances of training samples to their neighbours among themselves, from which the weights of the edges of new
 * samples follow ({@link CrossWeights}). Above the limit of {@link org.grapnel.graph.SearchKind}, an approximate search
 * finds the neighbours.
 */
public final class TrainingDistances implements AutoCloseable {
    private final JavaRDD<DirectedNeighbors> neighbors;
    private final CrossWeights weights;

    private TrainingDistances(JavaRDD<DirectedNeighbors> neighbors, CrossWeights weights) {
        this.neighbors = neighbors;
        this.weights = weights;
    }

    /**
     * Neighbours on their way to the partitions of their other ends.
     *
     * @param to their numbers within the partition
     * @param own {@code width} numbers of each sample at this end
     */
    private record PairMessage(int from, int[] to, double[] distance, double[] own) implements Serializable {}

    /**
     * Computes the weights from the neighbours of the training samples.
     *
     * @param known their neighbours on these points, if a search has found them; they are searched otherwise
     * @param points at least two training samples; none is zero if the metric is cosine
     * @param values the samples on the kept features, sample after sample, read only if weights are dot products
     * @param width number of kept features
     * @param meanDegree of the graph of the fit
     */
    public static TrainingDistances compute(
            Optional<SampleNeighbors> known,
            Panels points,
            JavaRDD<double[]> values,
            int width,
            GraphSpec spec,
            double meanDegree) {
        int n = points.samples();
        Preconditions.require(n >= 2, "distances need at least 2 samples, got %d", n);
        int k = Math.min(spec.neighbors(), n - 1);
        GraphSpec search = spec.withNeighbors(k).withWeights(WeightKind.BINARY).withoutComponents();
        JavaRDD<DirectedNeighbors> neighbors = known.filter(near -> near.count() >= k)
                .map(near -> near.lists().map(part -> part.nearest(k)).persist(StorageLevel.MEMORY_AND_DISK()))
                .orElseGet(() -> SampleNeighbors.search(points, search, k).lists());
        try {
            double sigma = mean(neighbors, TrainingDistances::all, (double) n * k);
            double meanScale =
                    spec.weights() == WeightKind.LOCAL ? mean(neighbors, TrainingDistances::last, n) : Double.NaN;
            CrossWeights raw = CrossWeights.raw(spec, sigma, meanScale);
            double sum;
            if (raw.usesDots()) sum = sumOfPairs(neighbors, values, width, raw, points.offsets());
            else if (spec.weights() == WeightKind.LOCAL)
                sum = sumOfPairs(neighbors, neighbors.map(TrainingDistances::last), 1, raw, points.offsets());
            else sum = OrderedSum.sum(neighbors.map(part -> new double[] {sum(part, raw)}))[0];
            return new TrainingDistances(neighbors, raw.withMeanDegree(sum / n, meanDegree));
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            neighbors.unpersist(false);
            throw e;
        }
    }

    /** Returns the weights of edges to these samples. */
    public CrossWeights weights() {
        return weights;
    }

    /** Returns the distance of every sample to its last neighbour lazily: one array per partition. */
    public JavaRDD<double[]> lastDistances() {
        return neighbors.map(TrainingDistances::last);
    }

    private static double[] all(DirectedNeighbors part) {
        return part.distance();
    }

    private static double[] last(DirectedNeighbors part) {
        double[] last = new double[part.index().length / part.k()];
        for (int i = 0; i < last.length; i++) last[i] = part.distance()[(i + 1) * part.k() - 1];
        return last;
    }

    /** Serializable, so that it reaches the executors. */
    private interface Distances extends java.util.function.Function<DirectedNeighbors, double[]>, Serializable {}

    /** Returns the mean of some distances; divided by the largest, so that the sum of large ones does not overflow. */
    private static double mean(JavaRDD<DirectedNeighbors> neighbors, Distances of, double count) {
        double most = 0;
        for (double part : neighbors.map(part -> largest(of.apply(part))).collect()) most = Math.max(most, part);
        if (most == 0) return 0;
        double by = most;
        double sum = OrderedSum.sum(neighbors.map(part -> new double[] {sum(of.apply(part), by)}))[0];
        return most * (sum / count);
    }

    private static double largest(double[] distances) {
        double most = 0;
        for (double d : distances) most = Math.max(most, d);
        return most;
    }

    private static double sum(double[] distances, double by) {
        double sum = 0;
        for (double d : distances) sum += d / by;
        return sum;
    }

    private static double sum(DirectedNeighbors part, CrossWeights raw) {
        double sum = 0;
        for (double d : part.distance()) sum += raw.weight(d, 0, 0, 0);
        return sum;
    }

    /** Returns the sum of weights that depend on numbers of both samples: {@code width} per sample. */
    private static double sumOfPairs(
            JavaRDD<DirectedNeighbors> neighbors, JavaRDD<double[]> numbers, int width, CrossWeights raw, int[] first) {
        JavaPairRDD<Integer, PairMessage> sent = JavaPairRDD.fromJavaRDD(
                neighbors.zipPartitions(numbers, (part, own) -> messages(part.next(), own.next(), width, first)));
        return OrderedSum.sum(sent.partitionBy(new IndexPartitioner(first.length - 1))
                .values()
                .zipPartitions(
                        numbers,
                        (arrived, own) -> List.of(new double[] {sum(arrived, own.next(), width, raw)})
                                .iterator()))[0];
    }

    private static Iterator<Tuple2<Integer, PairMessage>> messages(
            DirectedNeighbors part, double[] own, int width, int[] first) {
        Map<Integer, List<Integer>> pairs = new TreeMap<>();
        for (int e = 0; e < part.index().length; e++)
            pairs.computeIfAbsent(Panels.partitionOf(part.index()[e], first), q -> new ArrayList<>())
                    .add(e);
        List<Tuple2<Integer, PairMessage>> messages = new ArrayList<>();
        pairs.forEach((to, entries) -> {
            int[] other = new int[entries.size()];
            double[] distance = new double[other.length];
            double[] numbers = new double[Math.multiplyExact(other.length, width)];
            for (int q = 0; q < other.length; q++) {
                int e = entries.get(q);
                other[q] = part.index()[e] - first[to];
                distance[q] = part.distance()[e];
                System.arraycopy(own, e / part.k() * width, numbers, q * width, width);
            }
            messages.add(new Tuple2<>(to, new PairMessage(part.first(), other, distance, numbers)));
        });
        return messages.iterator();
    }

    private static double sum(Iterator<PairMessage> arrived, double[] own, int width, CrossWeights raw) {
        List<PairMessage> all = new ArrayList<>();
        arrived.forEachRemaining(all::add);
        all.sort((a, b) -> Integer.compare(a.from, b.from)); // a fixed order gives the same bits
        double sum = 0;
        for (PairMessage message : all) {
            for (int q = 0; q < message.to.length; q++) {
                double dot = 0;
                int at = message.to[q] * width;
                for (int f = 0; f < width; f++) dot += message.own[q * width + f] * own[at + f];
                double one = raw.usesDots() ? 0 : message.own[q];
                double other = raw.usesDots() ? 0 : own[at];
                sum += raw.weight(message.distance[q], one, other, dot);
            }
        }
        return sum;
    }

    @Override
    public void close() {
        neighbors.unpersist(false);
    }
}
