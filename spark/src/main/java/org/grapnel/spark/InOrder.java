package org.grapnel.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Sums over partitions with the same bits whoever computes which partition when: added by number, on the driver where there are few partitions, else √P of
 * them on an executor and the √P results on the driver, which so never holds more than that many at once.
 */
final class InOrder {
    /** So many arrays may come to the driver without a step between. */
    static final int FEW = 32;

    private InOrder() {}

    /** Of arrays of one length, one for each partition. */
    static double[] sum(JavaRDD<double[]> parts) {
        int count = parts.getNumPartitions();
        if (count <= FEW) return added(parts.collect());
        int width = (int) Math.ceil(Math.sqrt(count));
        List<Numbered> sums = new ArrayList<>(parts.mapPartitionsWithIndex(
                        (q, part) -> List.of(new Tuple2<>(q / width, new Numbered(q, part.next())))
                                .iterator(),
                        true)
                .mapToPair(pair -> pair)
                .groupByKey((count + width - 1) / width)
                .map(pair -> new Numbered(pair._1, inOrder(pair._2)))
                .collect());
        return inOrder(sums);
    }

    private record Numbered(int number, double[] values) implements Serializable {}

    private static double[] inOrder(Iterable<Numbered> parts) {
        List<Numbered> sorted = new ArrayList<>();
        parts.forEach(sorted::add);
        sorted.sort(Comparator.comparingInt(Numbered::number));
        return added(sorted.stream().map(Numbered::values).toList());
    }

    private static double[] added(List<double[]> parts) {
        double[] sum = parts.get(0).clone();
        for (double[] part : parts.subList(1, parts.size())) for (int i = 0; i < sum.length; i++) sum[i] += part[i];
        return sum;
    }
}
