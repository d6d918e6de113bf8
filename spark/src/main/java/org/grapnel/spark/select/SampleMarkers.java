package org.grapnel.spark.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.evaluate.Marker;
import org.grapnel.evaluate.MarkerSums;
import org.grapnel.evaluate.Markers;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.rdd.ShuffleFiles;
import scala.Tuple2;

/**
 * Finds the features that mark each group of distributed samples: {@link Markers}.
 *
 * <p>The values of a feature go to one task, which ranks them; zeros are only counted. Up to {@value #RANKED} samples AUCs
 * are exact. Beyond, that many evenly spaced samples are ranked, and the standard error of an AUC against a group of m of
 * them is at most about 0.5/√m; means and shares are always exact. A group without a ranked sample has no markers. The driver
 * receives a few numbers per feature and group.
 */
public final class SampleMarkers {
    /** Maximum number of samples that are ranked: 2.4 MB for each feature. */
    static final int RANKED = 200_000;

    /** Maximum number of features that a task ranks one after the other. */
    private static final int FEATURES_PER_TASK = 16;

    private SampleMarkers() {}

    /** Finds the markers of every group among these features of X. */
    public static Markers compute(Panels X, int[] features, SampleGroups groups) {
        return compute(X, features, groups, RANKED);
    }

    /** Returns a remark about AUCs that come from a part of the samples; empty where they are exact. */
    public static Optional<String> note(int samples) {
        return samples <= RANKED
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT, "markers: AUCs are estimated on %d evenly spaced samples of %d", RANKED, samples));
    }

    /** Finds markers with at most {@code most} ranked samples. */
    static Markers compute(Panels X, int[] features, SampleGroups groups, int most) {
        int n = X.samples();
        long[] sizes = groups.sizes();
        long grouped = Arrays.stream(sizes).sum();
        Preconditions.require(grouped == n, "%d samples do not match %d clustered samples", n, grouped);
        for (int i : features)
            Preconditions.require(i >= 0 && i < X.features(), "there is no feature %d among %d", i, X.features());
        int[] rows = features.clone();
        int clusters = groups.clusters();
        int tasks = Math.max(
                1,
                Math.min(
                        rows.length,
                        Math.max(X.partitions(), (rows.length + FEATURES_PER_TASK - 1) / FEATURES_PER_TASK)));
        JavaPairRDD<Integer, GroupValues> parts = JavaPairRDD.fromJavaRDD(X.rdd()
                .map(panel -> panel.selectFeatures(rows))
                .zipPartitions(
                        groups.labels(), (panels, labels) -> read(panels, labels, rows.length, clusters, n, most)));
        JavaRDD<Tuple2<Integer, MarkerSums>> results =
                parts.groupByKey(tasks).map(feature -> new Tuple2<>(feature._1, merge(feature._2, sizes)));
        List<Tuple2<Integer, MarkerSums>> found = new ArrayList<>(results.collect());
        ShuffleFiles.deleteLast(results.rdd());
        found.sort(Comparator.comparing(Tuple2::_1));
        List<List<Marker>> byFeature =
                found.stream().map(sums -> sums._2.markers(rows[sums._1])).toList();
        return Markers.of(byFeature, clusters);
    }

    /** Reads the values of every feature on the samples of a partition. */
    private static Iterator<Tuple2<Integer, GroupValues>> read(
            Iterator<Panel> panels, Iterator<int[]> labels, int features, int clusters, int n, int most) {
        if (!panels.hasNext()) return List.<Tuple2<Integer, GroupValues>>of().iterator();
        int partition = TaskContext.getPartitionId();
        List<GroupValues> values = new ArrayList<>();
        for (int q = 0; q < features; q++) values.add(new GroupValues(partition, clusters));
        int[] group = labels.next();
        long[] ranked = new long[clusters];
        int at = 0;
        while (panels.hasNext()) {
            Panel panel = panels.next();
            int m = panel.samples();
            int[] own = Arrays.copyOfRange(group, at, at + m);
            boolean[] isRanked = new boolean[m];
            for (int a = 0; a < m; a++) {
                isRanked[a] = isRanked(panel.first() + a, n, most);
                if (isRanked[a]) ranked[own[a]]++;
            }
            try (Matrix X = panel.matrix()) {
                for (int q = 0; q < features; q++) {
                    GroupValues into = values.get(q);
                    X.forEachInRow(q, (a, x) -> {
                        if (x != 0) into.add(x, own[a], isRanked[a]);
                    });
                }
            }
            at += m;
        }
        List<Tuple2<Integer, GroupValues>> keyed = new ArrayList<>();
        for (int q = 0; q < features; q++) {
            values.get(q).addRanked(ranked);
            keyed.add(new Tuple2<>(q, values.get(q).trim()));
        }
        return keyed.iterator();
    }

    /** Returns whether a sample is one of ⌊s·n/most⌋ for s = 0 … most − 1. */
    static boolean isRanked(long sample, long n, long most) {
        if (n <= most) return true;
        long s = (sample * most + n - 1) / n;
        return s * n < (sample + 1) * most;
    }

    private static MarkerSums merge(Iterable<GroupValues> arrived, long[] sizes) {
        List<GroupValues> parts = new ArrayList<>();
        arrived.forEach(parts::add);
        parts.sort(Comparator.comparingInt(part -> part.partition));
        try (Scratch scratch = new Scratch()) {
            return GroupValues.merge(parts, sizes, scratch);
        }
    }
}
