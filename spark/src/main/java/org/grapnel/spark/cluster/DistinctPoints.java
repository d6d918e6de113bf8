package org.grapnel.spark.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.grapnel.spark.cluster.PointBlock.PointReader;

/** Finds points that differ. */
final class DistinctPoints {
    private DistinctPoints() {}

    /** Returns the first distinct points of a partition, at most {@code limit}. */
    static <T> List<List<Double>> find(Iterator<T> own, PointReader<T> reader, int d, int limit) {
        Set<List<Double>> distinct = new LinkedHashSet<>();
        while (own.hasNext() && distinct.size() < limit) {
            PointBlock points = reader.read(own.next());
            for (int i = 0; i < points.count() && distinct.size() < limit; i++) {
                double[] point = new double[d];
                points.add(i, 1, point, 0); // 0 + x, so that −0 equals 0
                distinct.add(Arrays.stream(point).boxed().toList());
            }
        }
        return new ArrayList<>(distinct);
    }
}
