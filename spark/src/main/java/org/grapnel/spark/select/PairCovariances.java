package org.grapnel.spark.select;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.grapnel.select.ContrastMoments;
import org.grapnel.select.GroupSizes;
import org.grapnel.spark.data.FeaturePanelCache;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.rdd.SlicedSum;

/**
 * Covariances of members with candidates. A job measures the members of a batch and further features that are likely to
 * be the next ones, so most batches need no job. Whichever features are measured ahead, the covariances and so the selection
 * are the same.
 *
 * <p>The driver holds a number per candidate for each feature that was measured and not yet used, {@value #MOST_NUMBERS} in
 * all.
 */
final class PairCovariances implements ContrastMoments.CandidateSet {
    /** Maximum number of sums in a task unless it measures a single feature, and of covariances on the driver: 64 MB. */
    private static final int MOST_NUMBERS = 1 << 23;

    /** Number of sums up to which all features that may come next are measured at once: 16 MB. */
    private static final int FEW_NUMBERS = 1 << 21;

    /** Number of features in the first job; each further job doubles it. */
    private static final int FIRST_LOOK = 32;

    /** Maximum number of features to measure for each that is still needed. */
    private static final int LOOK_PER_FEATURE = 8;

    private final FeaturePanelCache panels;
    private final SampleGroups groups;
    private final GroupSizes sizes;
    private final Broadcast<FeatureMeans> means;
    private final Broadcast<CentralMoments> moments;
    private final int[] candidates; // ascending
    private final Map<Integer, double[]> measured = new HashMap<>();
    private int look = FIRST_LOOK;

    PairCovariances(
            FeaturePanelCache panels,
            SampleGroups groups,
            GroupSizes sizes,
            Broadcast<FeatureMeans> means,
            Broadcast<CentralMoments> moments,
            int[] candidates) {
        this.panels = panels;
        this.groups = groups;
        this.sizes = sizes;
        this.means = means;
        this.moments = moments;
        this.candidates = Arrays.stream(candidates).sorted().toArray();
    }

    @Override
    public ContrastMoments.MemberSet read(int[] members, double[] priority, int needed) {
        return new Batch(members, priority, needed);
    }

    /** A batch that is measured when its first covariance is asked for: that of the last batch never is. */
    private final class Batch implements ContrastMoments.MemberSet {
        private final int[] members;
        private final double[] priority;
        private final int needed;

        private Batch(int[] members, double[] priority, int needed) {
            this.members = members;
            this.priority = priority;
            this.needed = needed;
        }

        @Override
        public double covariance(int i, int j) {
            measure(members, priority, needed);
            return row(members[j])[Arrays.binarySearch(candidates, members[i])];
        }

        @Override
        public void addCovariances(boolean[] skipped, double[] sums) {
            measure(members, priority, needed);
            for (int q = 0; q < candidates.length; q++) {
                if (skipped[candidates[q]]) continue;
                double sum = 0;
                for (int j : members) sum += row(j)[q];
                sums[candidates[q]] += sum;
            }
            for (int j : members) measured.remove(j);
        }
    }

    private double[] row(int member) {
        double[] row = measured.get(member);
        if (row == null) throw new IllegalStateException("feature " + member + " was not measured");
        return row;
    }

    private void measure(int[] members, double[] priority, int needed) {
        int[] missing =
                Arrays.stream(members).filter(j -> !measured.containsKey(j)).toArray();
        if (missing.length == 0 || candidates.length == 0) return;
        TreeSet<Integer> rows = new TreeSet<>();
        for (int i : candidates) rows.add(i);
        IntStream.range(0, priority.length)
                .filter(i -> priority[i] > Double.NEGATIVE_INFINITY)
                .forEach(rows::add);
        for (int j : members) rows.add(j);
        int[] read = rows.stream().mapToInt(i -> i).toArray();
        int[] next = withNext(missing, priority, needed);
        int capacity = (int) Math.max(1, MOST_NUMBERS / numbersOfAFeature());
        forget(members, priority, next.length);
        for (int from = 0; from < next.length; from += capacity)
            measure(read, Arrays.copyOfRange(next, from, Math.min(next.length, from + capacity)));
        look = (int) Math.min(MOST_NUMBERS, 2L * look);
    }

    private long numbersOfAFeature() {
        return (long) candidates.length * PairSums.numbers(sizes);
    }

    /** Appends the features that are likely to be needed next. */
    private int[] withNext(int[] missing, double[] priority, int needed) {
        TreeSet<Integer> known = new TreeSet<>(measured.keySet());
        for (int j : missing) known.add(j);
        int[] next = IntStream.range(0, priority.length)
                .filter(i -> priority[i] > Double.NEGATIVE_INFINITY && !known.contains(i))
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -priority[i]).thenComparingInt(i -> i))
                .mapToInt(i -> i)
                .toArray();
        long all = (long) missing.length + next.length;
        long limit = Math.max(FIRST_LOOK, (long) LOOK_PER_FEATURE * needed);
        if (all * numbersOfAFeature() > FEW_NUMBERS) limit = Math.min(limit, look);
        limit = Math.min(limit, MOST_NUMBERS / numbersOfAFeature());
        int count = (int) Math.max(0, Math.min(next.length, limit - missing.length));
        return IntStream.concat(Arrays.stream(missing), Arrays.stream(next, 0, count))
                .toArray();
    }

    /** Drops the features that are least likely to be needed, so that further ones fit in memory. */
    private void forget(int[] members, double[] priority, int further) {
        int most = Math.max(0, MOST_NUMBERS / candidates.length - further);
        if (measured.size() <= most) return;
        List<Integer> present = measured.keySet().stream()
                .filter(i -> Arrays.stream(members).noneMatch(j -> j == i))
                .sorted(Comparator.comparingDouble((Integer i) -> priority[i]).thenComparing(Comparator.reverseOrder()))
                .limit(measured.size() - most)
                .toList();
        present.forEach(measured::remove);
    }

    /**
     * Measures members in one job.
     *
     * @param read the features to read, ascending
     */
    private void measure(int[] read, int[] members) {
        PairSums task = new PairSums(rows(read, candidates), rows(read, members));
        int unit = PairSums.numbers(sizes) * members.length;
        int length = Math.multiplyExact(unit, candidates.length);
        Broadcast<FeatureMeans> sharedMeans = means;
        JavaRDD<double[]> parts = GroupedPanels.sum(
                panels.select(read),
                groups,
                length,
                (X, first, own, sums) -> task.add(X, own, sharedMeans.value(), sums));
        int[] cuts = SlicedSum.cut(candidates.length, unit, parts.getNumPartitions());
        double[][] found = new double[members.length][candidates.length];
        int q = 0;
        for (double[] slice : SlicedSum.collect(parts, cuts, finish(task, cuts, unit, moments)))
            for (int at = 0; at < slice.length; at += members.length, q++)
                for (int j = 0; j < members.length; j++) found[j][q] = slice[at + j];
        for (int j = 0; j < members.length; j++) measured.put(members[j], found[j]);
    }

    private static PairSums.Rows rows(int[] read, int[] features) {
        return new PairSums.Rows(
                Arrays.stream(features).map(i -> Arrays.binarySearch(read, i)).toArray(), features);
    }

    /** Returns the covariances of some candidates, those of a candidate with all members together. */
    private static SlicedSum.SliceFunction finish(
            PairSums task, int[] cuts, int unit, Broadcast<CentralMoments> moments) {
        int[] candidate = task.candidates().feature();
        int[] member = task.members().feature();
        return (slice, sums) -> {
            double[] covariance = new double[sums.length / unit * member.length];
            for (int q = 0; q < sums.length / unit; q++)
                for (int j = 0; j < member.length; j++)
                    covariance[q * member.length + j] = moments.value()
                            .covariance(
                                    candidate[cuts[slice] / unit + q], member[j], sums, q * unit + j, member.length);
            return covariance;
        };
    }
}
