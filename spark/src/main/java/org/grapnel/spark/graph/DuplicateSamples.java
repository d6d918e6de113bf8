package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.IndexPartitioner;
import scala.Tuple2;

/**
 * Duplicates among the samples of a partition. A search uses only the first of each group.
 *
 * <p>Samples with the same 128-bit fingerprint count as equal; different samples share one with a probability of about
 * n²/10³⁹.
 *
 * @param part partition
 * @param dropped samples with an earlier duplicate, ascending
 * @param firsts samples with later duplicates only, ascending
 * @param members all duplicates of each of these, itself included, ascending
 */
record DuplicateSamples(int part, int[] dropped, int[] firsts, int[][] members) implements Serializable {
    /** Fingerprints that are sent to one partition. */
    private record FingerprintBatch(long[] one, long[] two, int[] number) implements Serializable {}

    /** Message to a partition: a group whose first sample it holds, or samples to drop. */
    private record DuplicateNotice(boolean isGroup, int[] numbers) implements Serializable {}

    boolean isDropped(int number) {
        return Arrays.binarySearch(dropped, number) >= 0;
    }

    /** Returns the duplicates of a sample that is not dropped, itself included. */
    int[] membersOf(int number) {
        int at = Arrays.binarySearch(firsts, number);
        return at < 0 ? new int[] {number} : members[at];
    }

    /** Finds the duplicates of every partition of X. */
    static JavaRDD<DuplicateSamples> find(Panels X) {
        int[] first = X.offsets();
        int partitions = X.partitions();
        IndexPartitioner aligned = new IndexPartitioner(partitions);
        JavaPairRDD<Integer, FingerprintBatch> prints =
                X.rdd().flatMapToPair(panel -> prints(panel, partitions).iterator());
        JavaPairRDD<Integer, DuplicateNotice> notices = prints.partitionBy(aligned)
                .values()
                .mapPartitionsToPair(arrived -> notices(arrived, first).iterator());
        return notices.partitionBy(aligned)
                .values()
                .mapPartitionsWithIndex(
                        (part, arrived) -> List.of(find(part, arrived)).iterator(), true);
    }

    private static List<Tuple2<Integer, FingerprintBatch>> prints(Panel panel, int partitions) {
        int m = panel.samples();
        long[] one = new long[m];
        long[] two = new long[m];
        try (Matrix X = panel.matrix()) {
            fingerprint(X, one, two);
        }
        int[][] to = new int[partitions][];
        int[] size = new int[partitions];
        for (long print : one) size[(int) Long.remainderUnsigned(print, partitions)]++;
        for (int p = 0; p < partitions; p++) to[p] = new int[size[p]];
        Arrays.fill(size, 0);
        for (int j = 0; j < m; j++) {
            int p = (int) Long.remainderUnsigned(one[j], partitions);
            to[p][size[p]++] = j;
        }
        List<Tuple2<Integer, FingerprintBatch>> prints = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
            int[] batch = to[p];
            if (batch.length == 0) continue;
            long[] a = new long[batch.length];
            long[] b = new long[batch.length];
            int[] number = new int[batch.length];
            for (int q = 0; q < batch.length; q++) {
                a[q] = one[batch[q]];
                b[q] = two[batch[q]];
                number[q] = panel.first() + batch[q];
            }
            prints.add(new Tuple2<>(p, new FingerprintBatch(a, b, number)));
        }
        return prints;
    }

    /** Computes the fingerprint of every column from its non-zeros; stored zeros are skipped. */
    private static void fingerprint(Matrix X, long[] one, long[] two) {
        if (X instanceof SparseMatrix sparse) {
            for (int j = 0; j < X.cols(); j++) {
                int column = j;
                sparse.forEachInColumn(j, (f, v) -> add(one, two, column, f, v));
            }
            return;
        }
        double[] row = new double[X.cols()];
        for (int f = 0; f < X.rows(); f++) {
            X.row(f, row);
            for (int j = 0; j < row.length; j++) add(one, two, j, f, row[j]);
        }
    }

    private static void add(long[] one, long[] two, int j, int feature, double v) {
        if (v == 0) return;
        long bits = Double.doubleToLongBits(v);
        one[j] = CounterRandom.bits(one[j], feature, bits);
        two[j] = (Long.rotateLeft(two[j], 23) ^ bits) * 0x9E3779B97F4A7C15L + feature;
    }

    private record Fingerprint(long one, long two, int number) implements Comparable<Fingerprint> {
        @Override
        public int compareTo(Fingerprint other) {
            int by = Long.compare(one, other.one);
            if (by == 0) by = Long.compare(two, other.two);
            return by == 0 ? Integer.compare(number, other.number) : by;
        }
    }

    private static List<Tuple2<Integer, DuplicateNotice>> notices(Iterator<FingerprintBatch> arrived, int[] first) {
        List<Fingerprint> all = new ArrayList<>();
        while (arrived.hasNext()) {
            FingerprintBatch batch = arrived.next();
            for (int q = 0; q < batch.number.length; q++)
                all.add(new Fingerprint(batch.one[q], batch.two[q], batch.number[q]));
        }
        all.sort(null);
        List<Tuple2<Integer, DuplicateNotice>> notices = new ArrayList<>();
        Map<Integer, List<Integer>> drop = new TreeMap<>();
        for (int from = 0, end; from < all.size(); from = end) {
            Fingerprint at = all.get(from);
            end = from + 1;
            while (end < all.size() && all.get(end).one == at.one && all.get(end).two == at.two) end++;
            if (end == from + 1) continue;
            int[] group = all.subList(from, end).stream()
                    .mapToInt(Fingerprint::number)
                    .toArray();
            notices.add(new Tuple2<>(Panels.partitionOf(group[0], first), new DuplicateNotice(true, group)));
            for (int q = 1; q < group.length; q++)
                drop.computeIfAbsent(Panels.partitionOf(group[q], first), p -> new ArrayList<>())
                        .add(group[q]);
        }
        drop.forEach((p, numbers) -> notices.add(new Tuple2<>(
                p,
                new DuplicateNotice(
                        false, numbers.stream().mapToInt(Integer::intValue).toArray()))));
        return notices;
    }

    private static DuplicateSamples find(int part, Iterator<DuplicateNotice> arrived) {
        List<int[]> groups = new ArrayList<>();
        List<int[]> drops = new ArrayList<>();
        while (arrived.hasNext()) {
            DuplicateNotice notice = arrived.next();
            (notice.isGroup ? groups : drops).add(notice.numbers);
        }
        groups.sort((a, b) -> Integer.compare(a[0], b[0]));
        return new DuplicateSamples(
                part,
                drops.stream().flatMapToInt(Arrays::stream).sorted().toArray(),
                groups.stream().mapToInt(group -> group[0]).toArray(),
                groups.toArray(int[][]::new));
    }
}
