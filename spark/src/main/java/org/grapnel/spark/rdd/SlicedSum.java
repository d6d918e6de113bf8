package org.grapnel.spark.rdd;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Sums long arrays over partitions in a fixed order, slice by slice on the executors. A task adds the same slice of all
 * arrays, and the driver receives every slice once, after a function was applied to it. {@link OrderedSum} is simpler for
 * short arrays; here the driver's memory does not grow with the partitions.
 */
public final class SlicedSum {
    private SlicedSum() {}

    /** Computes what the driver receives from the sum of a slice. */
    @FunctionalInterface
    public interface SliceFunction extends Serializable {
        double[] apply(int slice, double[] sum);
    }

    /** Returns the sum of arrays of equal length, at most one per partition. */
    public static double[] sum(JavaRDD<double[]> parts, int length) {
        double[] sum = new double[length];
        int at = 0;
        for (double[] slice : collect(parts, cut(length, 1, parts.getNumPartitions()), (s, array) -> array)) {
            System.arraycopy(slice, 0, sum, at, slice.length);
            at += slice.length;
        }
        return sum;
    }

    /** Returns where slices of nearly equal length begin, and the total length. No slice divides a unit. */
    public static int[] cut(int units, int unit, int slices) {
        int count = Math.max(1, Math.min(units, slices));
        int[] cuts = new int[count + 1];
        for (int s = 0; s <= count; s++) cuts[s] = (int) ((long) units * s / count) * unit;
        return cuts;
    }

    /**
     * Returns a result for each slice of the sum, in order.
     *
     * @param parts arrays of equal length, at most one per partition and at least one in all
     * @param cuts where the slices begin, and the length of the arrays
     */
    public static List<double[]> collect(JavaRDD<double[]> parts, int[] cuts, SliceFunction function) {
        JavaPairRDD<Integer, Tuple2<Integer, double[]>> slices = JavaPairRDD.fromJavaRDD(
                parts.mapPartitionsWithIndex((partition, arrays) -> slices(partition, arrays, cuts), true));
        JavaRDD<Tuple2<Integer, double[]>> results = slices.groupByKey(new IndexPartitioner(cuts.length - 1))
                .map(slice -> new Tuple2<>(slice._1, function.apply(slice._1, add(slice._2))));
        List<Tuple2<Integer, double[]>> found = new ArrayList<>(results.collect());
        ShuffleFiles.deleteLast(results.rdd());
        found.sort(Comparator.comparing(Tuple2::_1));
        return found.stream().map(Tuple2::_2).toList();
    }

    private static Iterator<Tuple2<Integer, Tuple2<Integer, double[]>>> slices(
            int partition, Iterator<double[]> arrays, int[] cuts) {
        List<Tuple2<Integer, Tuple2<Integer, double[]>>> slices = new ArrayList<>();
        while (arrays.hasNext()) {
            double[] array = arrays.next();
            for (int s = 0; s + 1 < cuts.length; s++)
                slices.add(new Tuple2<>(s, new Tuple2<>(partition, Arrays.copyOfRange(array, cuts[s], cuts[s + 1]))));
        }
        return slices.iterator();
    }

    private static double[] add(Iterable<Tuple2<Integer, double[]>> arrived) {
        List<Tuple2<Integer, double[]>> parts = new ArrayList<>();
        arrived.forEach(parts::add);
        parts.sort(Comparator.comparing(Tuple2::_1));
        double[] sum = parts.get(0)._2.clone();
        for (Tuple2<Integer, double[]> part : parts.subList(1, parts.size()))
            for (int q = 0; q < sum.length; q++) sum[q] += part._2[q];
        return sum;
    }
}
