package org.grapnel.spark.cluster;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.cluster.PointBlock.PointReader;

/**
 * Collects some of the points on the driver: one from each of {@code limit} ranges of nearly equal length, or all if
 * there are no more. The draw does not depend on the partitions.
 */
final class SampleDraw {
    private SampleDraw() {}

    /** Returns the drawn points as the rows of a new matrix. */
    static <T> DenseMatrix draw(JavaRDD<T> points, PointReader<T> reader, int[] first, int d, int limit, long seed) {
        int n = first[first.length - 1];
        List<double[]> parts = points.mapPartitionsWithIndex(
                        (part, own) -> List.of(draw(own, reader, first[part], d, n, limit, seed))
                                .iterator(),
                        true)
                .collect();
        DenseMatrix drawn = DenseMatrix.zeros(Math.min(n, limit), d);
        int row = 0;
        for (double[] part : parts) {
            if (part.length > 0) drawn.setRows(row, part.length / d, part);
            row += part.length / d;
        }
        return drawn;
    }

    private static <T> double[] draw(
            Iterator<T> own, PointReader<T> reader, int first, int d, int n, int limit, long seed) {
        double[] rows = new double[0];
        int filled = 0;
        int number = first;
        while (own.hasNext()) {
            PointBlock points = reader.read(own.next());
            for (int i = 0; i < points.count(); i++, number++) {
                if (!isDrawn(number, n, limit, seed)) continue;
                if (rows.length < (filled + 1) * d) rows = Arrays.copyOf(rows, 2 * rows.length + 64 * d);
                points.add(i, 1, rows, filled++ * d);
            }
        }
        return Arrays.copyOf(rows, filled * d);
    }

    private static boolean isDrawn(int number, int n, int limit, long seed) {
        if (n <= limit) return true;
        int range = (int) (((number + 1L) * limit - 1) / n); // the range [n·i/limit, n·(i + 1)/limit) that holds it
        long from = (long) n * range / limit;
        long to = (long) n * (range + 1) / limit;
        return number == from + Math.floorMod(CounterRandom.bits(seed, range, 0xD2A), to - from);
    }
}
