package org.grapnel.spark.rdd;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.runtime.ExecutionContext;
import scala.Tuple2;

/**
 * Sums arrays over partitions in a fixed order, so the result does not depend on which task ends first.
 *
 * <p>Up to 16 partitions send their arrays to the driver. With P &gt; 16, executors first add neighbouring partitions,
 * so the driver receives about √P arrays. Large arrays are cut into blocks instead: a task adds one block of all partitions, so the
 * driver receives one array, whatever P is.
 */
public final class OrderedSum {
    static final int FEW = 16;

    /** Numbers above which an array is large: 1 MB. */
    private static final int LARGE = 1 << 17;

    private OrderedSum() {}

    /** Returns the sum of arrays of equal length, one per partition. */
    public static double[] sum(JavaRDD<double[]> parts) {
        int partitions = parts.getNumPartitions();
        if (partitions <= FEW) return addInOrder(parts.collect());
        int width = (int) Math.ceil(Math.sqrt(partitions));
        JavaPairRDD<Integer, Tuple2<Integer, double[]>> grouped = JavaPairRDD.fromJavaRDD(
                parts.mapPartitionsWithIndex((partition, arrays) -> keyByGroup(partition, width, arrays), true));
        JavaPairRDD<Integer, double[]> added =
                grouped.groupByKey((partitions + width - 1) / width).mapValues(OrderedSum::sumGroup);
        List<Tuple2<Integer, double[]>> sums = new ArrayList<>(added.collect());
        ShuffleFiles.deleteLast(added.rdd());
        sums.sort(Comparator.comparing(Tuple2::_1));
        return addInOrder(sums.stream().map(Tuple2::_2).toList());
    }

    /** Returns the sum of arrays of this length, one per partition, that may be large. */
    public static double[] sum(JavaRDD<double[]> parts, int length) {
        return sum(parts, length, LARGE);
    }

    static double[] sum(JavaRDD<double[]> parts, int length, int large) {
        int partitions = parts.getNumPartitions();
        if (partitions == 1 || length <= large) return sum(parts);
        int blocks = Math.min(partitions, length);
        JavaPairRDD<Integer, Tuple2<Integer, double[]>> cut = JavaPairRDD.fromJavaRDD(
                parts.mapPartitionsWithIndex((partition, arrays) -> cut(partition, blocks, arrays.next()), true));
        JavaPairRDD<Integer, double[]> added = cut.groupByKey(blocks).mapValues(OrderedSum::sumGroup);
        double[] sum = new double[length];
        for (Tuple2<Integer, double[]> block : added.collect()) {
            int from = ExecutionContext.blockStart(length, block._1, blocks);
            System.arraycopy(block._2, 0, sum, from, block._2.length);
        }
        ShuffleFiles.deleteLast(added.rdd());
        return sum;
    }

    private static Iterator<Tuple2<Integer, Tuple2<Integer, double[]>>> cut(int partition, int blocks, double[] array) {
        return IntStream.range(0, blocks)
                .mapToObj(block -> new Tuple2<>(
                        block,
                        new Tuple2<>(
                                partition,
                                Arrays.copyOfRange(
                                        array,
                                        ExecutionContext.blockStart(array.length, block, blocks),
                                        ExecutionContext.blockStart(array.length, block + 1, blocks)))))
                .iterator();
    }

    private static Iterator<Tuple2<Integer, Tuple2<Integer, double[]>>> keyByGroup(
            int partition, int width, Iterator<double[]> arrays) {
        List<Tuple2<Integer, Tuple2<Integer, double[]>>> keyed = new ArrayList<>();
        arrays.forEachRemaining(array -> keyed.add(new Tuple2<>(partition / width, new Tuple2<>(partition, array))));
        return keyed.iterator();
    }

    private static double[] sumGroup(Iterable<Tuple2<Integer, double[]>> arrived) {
        List<Tuple2<Integer, double[]>> parts = new ArrayList<>();
        arrived.forEach(parts::add);
        parts.sort(Comparator.comparing(Tuple2::_1));
        return addInOrder(parts.stream().map(Tuple2::_2).toList());
    }

    private static double[] addInOrder(List<double[]> parts) {
        double[] sum = parts.get(0).clone();
        for (double[] part : parts.subList(1, parts.size())) for (int q = 0; q < sum.length; q++) sum[q] += part[q];
        return sum;
    }
}
