package org.grapnel.spark.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.linalg.Matrix;
import org.grapnel.spark.data.DensePanel;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.OrderedSum;

/** Samples as arrays, one per partition and sample after sample, and as panels. */
public final class PointPanels {
    private PointPanels() {}

    /** Number of points of a partition, and their largest absolute number. */
    private record PointRange(int count, double largest) implements Serializable {}

    /** Panels of points, and their largest absolute number. */
    record PointSet(Panels panels, double largest) {}

    /** Returns the samples of X on all features, one array per partition. */
    public static JavaRDD<double[]> rows(Panels X) {
        return select(X, IntStream.range(0, X.features()).toArray());
    }

    /** Returns the samples of X on some features, one array per partition. */
    static JavaRDD<double[]> select(Panels X, int[] features) {
        return X.rdd()
                .mapPartitionsWithIndex(
                        (q, panels) -> List.of(select(panels, features)).iterator(), true);
    }

    private static double[] select(Iterator<Panel> panels, int[] features) {
        List<double[]> parts = new ArrayList<>();
        int length = 0;
        while (panels.hasNext()) {
            try (Matrix X = panels.next().selectFeatures(features).matrix()) {
                double[] own = new double[Math.multiplyExact(X.cols(), X.rows())];
                double[] row = new double[X.cols()];
                for (int i = 0; i < X.rows(); i++) {
                    X.row(i, row);
                    for (int j = 0; j < row.length; j++) own[j * X.rows() + i] = row[j];
                }
                parts.add(own);
                length = Math.addExact(length, own.length);
            }
        }
        double[] all = new double[length];
        int at = 0;
        for (double[] own : parts) {
            System.arraycopy(own, 0, all, at, own.length);
            at += own.length;
        }
        return all;
    }

    /** Returns the points that are not zero, in the same partitions. */
    static JavaRDD<double[]> withoutZeros(JavaRDD<double[]> points, int width) {
        return points.map(own -> withoutZeros(own, width));
    }

    private static double[] withoutZeros(double[] points, int width) {
        double[] left = new double[points.length];
        int filled = 0;
        for (int at = 0; at < points.length; at += width) {
            if (isZero(points, at, width)) continue;
            System.arraycopy(points, at, left, filled, width);
            filled += width;
        }
        return Arrays.copyOf(left, filled);
    }

    static boolean isZero(double[] points, int at, int width) {
        for (int f = at; f < at + width; f++) if (points[f] != 0) return false;
        return true;
    }

    /** Numbers points from 0 and wraps them as panels. */
    static PointSet wrap(JavaRDD<double[]> points, int width) {
        List<PointRange> ranges = points.map(own -> new PointRange(own.length / width, largest(own)))
                .collect();
        int[] first = new int[ranges.size() + 1];
        double largest = 0;
        for (int q = 0; q < ranges.size(); q++) {
            first[q + 1] = Math.addExact(first[q], ranges.get(q).count);
            largest = Math.max(largest, ranges.get(q).largest);
        }
        double[] totals = OrderedSum.sum(points.map(own -> totals(own, width)));
        JavaRDD<Panel> panels = points.mapPartitionsWithIndex(
                (q, own) -> panels(own.next(), width, first[q]).iterator(), true);
        int n = first[ranges.size()];
        return new PointSet(
                new Panels(panels, width, first, (long) n * width, Arrays.copyOf(totals, width), totals[width]),
                largest);
    }

    private static double largest(double[] points) {
        double most = 0;
        for (double x : points) most = Math.max(most, Math.abs(x));
        return most;
    }

    /** Returns the sum of squares of every feature, and the sum of all. */
    private static double[] totals(double[] points, int width) {
        double[] totals = new double[width + 1];
        for (int at = 0; at < points.length; at++) {
            totals[at % width] += points[at] * points[at];
            totals[width] += points[at];
        }
        return totals;
    }

    private static List<Panel> panels(double[] points, int width, int first) {
        List<Panel> panels = new ArrayList<>();
        int most = Math.max(1, Panel.NUMBERS / width);
        int n = points.length / width;
        for (int from = 0; from < n; from += most) {
            int m = Math.min(most, n - from);
            double[][] X = new double[width][m];
            for (int j = 0; j < m; j++) for (int f = 0; f < width; f++) X[f][j] = points[(from + j) * width + f];
            panels.add(new DensePanel(first + from, m, X));
        }
        return panels;
    }
}
