package org.grapnel.spark.prepare;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.grapnel.spark.data.SampleVector;
import org.grapnel.spark.rdd.OrderedSum;

/**
 * Sums and ranges of every feature, each by one pass over the samples. Sums are added in the order of the partitions. Zeros
 * that are not stored count too. Driver memory: a few times the number of features for each of about √P partitions.
 */
final class FeatureStatistics {
    private final JavaRDD<Row> rows;
    private final SampleTransform transform;
    private final int features;
    private final int samples;

    /**
     * @param rows vectors in the first column
     * @param transform applied to every sample before it is counted
     * @param features number of features after the transform
     */
    FeatureStatistics(JavaRDD<Row> rows, SampleTransform transform, int features, int samples) {
        this.rows = rows;
        this.transform = transform;
        this.features = features;
        this.samples = samples;
    }

    /** A number made of one entry. */
    interface EntryFunction extends Serializable {
        double value(int feature, double x);
    }

    /** The smallest and the largest entry of every feature. */
    record FeatureRange(double[] least, double[] most) {}

    /** Returns Σⱼ f(i, xᵢⱼ) over all samples, for every feature i. */
    double[] sum(EntryFunction of) {
        SampleTransform with = transform;
        int p = features;
        double[] sums = OrderedSum.sum(
                rows.mapPartitions(part -> List.of(sum(part, with, p, of)).iterator()));
        for (int i = 0; i < p; i++) {
            double absent = samples - sums[p + i];
            if (absent > 0) sums[i] += absent * of.value(i, 0);
        }
        return Arrays.copyOf(sums, p);
    }

    /** Returns the sums over stored entries, followed by their numbers. */
    private static double[] sum(Iterator<Row> rows, SampleTransform transform, int p, EntryFunction of) {
        double[] sums = new double[2 * p];
        while (rows.hasNext()) {
            SampleVector x = sample(rows.next(), transform);
            for (int e = 0; e < x.stored(); e++) {
                sums[x.index(e)] += of.value(x.index(e), x.value(e));
                sums[p + x.index(e)]++;
            }
        }
        return sums;
    }

    /** Returns the range of every feature. */
    FeatureRange range() {
        SampleTransform with = transform;
        int p = features;
        double[] found = rows.mapPartitions(
                        part -> List.of(range(part, with, p)).iterator())
                .treeReduce(FeatureStatistics::merge);
        double[] least = Arrays.copyOf(found, p);
        double[] most = Arrays.copyOfRange(found, p, 2 * p);
        for (int i = 0; i < p; i++)
            if (found[2 * p + i] < samples) {
                least[i] = Math.min(0, least[i]);
                most[i] = Math.max(0, most[i]);
            }
        return new FeatureRange(least, most);
    }

    /** Returns the smallest and the largest stored entries, and their numbers. */
    private static double[] range(Iterator<Row> rows, SampleTransform transform, int p) {
        double[] range = new double[3 * p];
        Arrays.fill(range, 0, p, Double.POSITIVE_INFINITY);
        Arrays.fill(range, p, 2 * p, Double.NEGATIVE_INFINITY);
        while (rows.hasNext()) {
            SampleVector x = sample(rows.next(), transform);
            for (int e = 0; e < x.stored(); e++) {
                int i = x.index(e);
                range[i] = Math.min(range[i], x.value(e));
                range[p + i] = Math.max(range[p + i], x.value(e));
                range[2 * p + i]++;
            }
        }
        return range;
    }

    private static double[] merge(double[] one, double[] other) {
        int p = one.length / 3;
        double[] both = new double[one.length];
        for (int i = 0; i < p; i++) {
            both[i] = Math.min(one[i], other[i]);
            both[p + i] = Math.max(one[p + i], other[p + i]);
            both[2 * p + i] = one[2 * p + i] + other[2 * p + i];
        }
        return both;
    }

    static SampleVector sample(Row row, SampleTransform transform) {
        return SampleVector.of(transform.apply(SampleVector.of(row.get(0))));
    }
}
