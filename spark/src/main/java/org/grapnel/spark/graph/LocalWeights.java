package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.graph.LocalScales;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.IndexPartitioner;
import scala.Tuple2;

/**
 * Finds √(σᵢσⱼ) for every pair of a sample and a neighbour: the distributed {@link LocalScales}. A partition asks the
 * partitions of its neighbours for their last distances. Two shuffles move at most 16 bytes for each neighbour in
 * another partition.
 */
final class LocalWeights {
    private LocalWeights() {}

    /** Samples whose last distances a partition needs, ascending. */
    private record ScaleRequest(int from, int[] sample) implements Serializable {}

    /** Last distances of samples, ascending. */
    private record ScaleReply(int[] sample, double[] last) implements Serializable {}

    /** Returns the distance of every sample to its last neighbour. */
    static double[] last(DirectedNeighbors part) {
        int k = part.k();
        double[] last = new double[part.index().length / k];
        for (int i = 0; i < last.length; i++) last[i] = part.distance()[(i + 1) * k - 1];
        return last;
    }

    /**
     * Returns the scale of every pair, in the order of the lists.
     *
     * @param mean the mean last distance over all samples
     */
    static JavaRDD<double[]> scales(JavaRDD<DirectedNeighbors> neighbors, double mean, int[] first) {
        IndexPartitioner aligned = new IndexPartitioner(first.length - 1);
        JavaPairRDD<Integer, ScaleRequest> requests = JavaPairRDD.fromJavaRDD(
                neighbors.mapPartitionsWithIndex((part, own) -> requests(part, own.next(), first), true));
        JavaPairRDD<Integer, ScaleReply> replies = JavaPairRDD.fromJavaRDD(neighbors.zipPartitions(
                requests.partitionBy(aligned).values(), (own, arrived) -> replies(own.next(), arrived)));
        return neighbors.zipPartitions(
                replies.partitionBy(aligned).values(),
                (own, arrived) -> List.of(scales(own.next(), arrived, mean)).iterator());
    }

    private static Iterator<Tuple2<Integer, ScaleRequest>> requests(int part, DirectedNeighbors own, int[] first) {
        int[] wanted = Arrays.stream(own.index()).sorted().distinct().toArray();
        List<Tuple2<Integer, ScaleRequest>> requests = new ArrayList<>();
        for (int from = 0, end; from < wanted.length; from = end) {
            int to = Panels.partitionOf(wanted[from], first);
            end = from + 1;
            while (end < wanted.length && wanted[end] < first[to + 1]) end++;
            requests.add(new Tuple2<>(to, new ScaleRequest(part, Arrays.copyOfRange(wanted, from, end))));
        }
        return requests.iterator();
    }

    private static Iterator<Tuple2<Integer, ScaleReply>> replies(
            DirectedNeighbors own, Iterator<ScaleRequest> arrived) {
        List<Tuple2<Integer, ScaleReply>> replies = new ArrayList<>();
        double[] last = last(own);
        while (arrived.hasNext()) {
            ScaleRequest request = arrived.next();
            double[] values = new double[request.sample.length];
            for (int q = 0; q < values.length; q++) values[q] = last[request.sample[q] - own.first()];
            replies.add(new Tuple2<>(request.from, new ScaleReply(request.sample, values)));
        }
        return replies.iterator();
    }

    private static double[] scales(DirectedNeighbors own, Iterator<ScaleReply> arrived, double mean) {
        List<ScaleReply> replies = new ArrayList<>();
        arrived.forEachRemaining(replies::add);
        replies.sort((a, b) -> Integer.compare(a.sample[0], b.sample[0]));
        int[] sample = replies.stream()
                .flatMapToInt(reply -> Arrays.stream(reply.sample))
                .toArray();
        double[] last = replies.stream()
                .flatMapToDouble(reply -> Arrays.stream(reply.last))
                .toArray();
        double[] mine = last(own);
        double[] scales = new double[own.index().length];
        for (int at = 0; at < scales.length; at++) {
            double other = last[Arrays.binarySearch(sample, own.index()[at])];
            scales[at] = LocalScales.between(mine[at / own.k()], other, mean);
        }
        return scales;
    }
}
