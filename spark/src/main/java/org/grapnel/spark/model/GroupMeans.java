package org.grapnel.spark.model;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.rdd.OrderedSum;

/** Means of rows of Hᵀ over the samples of each group. */
public final class GroupMeans {
    private GroupMeans() {}

    /** Returns a row of r numbers per group; zeros for an empty group. */
    public static double[][] compute(JavaRDD<double[]> Ht, SampleGroups groups, int r) {
        int clusters = groups.clusters();
        double[] sums = OrderedSum.sum(Ht.zipPartitions(
                groups.labels(),
                (rows, labels) ->
                        List.of(sums(rows.next(), labels.next(), r, clusters)).iterator()));
        long[] sizes = groups.sizes();
        double[][] means = new double[clusters][r];
        for (int g = 0; g < clusters; g++)
            for (int j = 0; j < r; j++) means[g][j] = sizes[g] == 0 ? 0 : sums[g * r + j] / sizes[g];
        return means;
    }

    private static double[] sums(double[] rows, int[] labels, int r, int clusters) {
        double[] sums = new double[clusters * r];
        for (int i = 0; i < labels.length; i++) for (int j = 0; j < r; j++) sums[labels[i] * r + j] += rows[i * r + j];
        return sums;
    }
}
