package org.grapnel.evaluate;

import java.util.Arrays;
import java.util.List;
import org.grapnel.cluster.Clustering;
import org.grapnel.runtime.Preconditions;

/**
 * c(i, j) = (1/N)·#{t : clustering t has samples i and j in one group}: their co-association over N clusterings, whatever the groups are
 * called in each. Fred and Jain, Combining multiple clusterings using evidence accumulation, IEEE TPAMI 27 (2005). From it, for the
 * groups of a result,
 *
 * <pre>  certainty(i) = mean of c(i, j) over the other members j of the group of i,
 *  between(A, B) = mean of c(i, j) over i in A and j in B, i ≠ j,</pre>
 *
 * and the mean over pairs of clusterings of {@link AdjustedRand}. A sample that is alone in its group has no other members: its certainty is the
 * share of the clusterings in which it is alone too, so that equal clusterings are certain of every sample.
 *
 * <p>Σ over j in B of [i and j are together in t] is n(l, B), the number of samples of B in the group l of i in t. So all of it takes O(N·n·g)
 * for g groups, the pairs of clusterings O(N²·n), and no n × n numbers; counts are whole numbers, and exact.
 */
public final class Consensus {
    private static final int NONE = -1;

    /** Steinley's marks for ARI: above it agreement is good, */
    private static final double GOOD = 0.8;

    /** below it poor. Properties of the Hubert–Arabie adjusted Rand index, Psychological Methods 9 (2004). */
    private static final double POOR = 0.65;

    private final Clustering result;
    private final List<Clustering> repeats;
    private final double[] certainty;
    private final int[] next;
    private final double[] nextCertainty;
    private final double[][] between;
    private final double agreement;

    private Consensus(Clustering result, List<Clustering> repeats) {
        this.result = result;
        this.repeats = repeats;
        certainty = new double[result.size()];
        next = new int[result.size()];
        nextCertainty = new double[result.size()];
        between = new double[result.clusters()][result.clusters()];
        count();
        agreement = meanAri(repeats);
    }

    /** What clusterings of the same samples say about the groups of a result, which may be one of them. */
    public static Consensus compute(Clustering result, List<Clustering> repeats) {
        Preconditions.require(repeats.size() >= 2, "a consensus needs at least 2 clusterings, got %d", repeats.size());
        Preconditions.require(result.size() > 0, "there are no samples to agree on");
        for (int t = 0; t < repeats.size(); t++)
            Preconditions.require(
                    repeats.get(t).size() == result.size(),
                    "clustering %d is of %d samples, the result of %d",
                    t,
                    repeats.get(t).size(),
                    result.size());
        return new Consensus(result, List.copyOf(repeats));
    }

    private void count() {
        int[] sizes = result.sizes();
        List<ClusterOverlaps> overlaps =
                repeats.stream().map(one -> ClusterOverlaps.count(one, result)).toList();
        List<int[]> repeatSizes = repeats.stream().map(Clustering::sizes).toList();
        int g = sizes.length;
        long[] together = new long[g];
        long[][] sums = new long[g][g];
        for (int i = 0; i < certainty.length; i++) {
            int own = result.labelOf(i);
            Arrays.fill(together, 0);
            int alone = 0;
            for (int t = 0; t < repeats.size(); t++) {
                int l = repeats.get(t).labelOf(i);
                overlaps.get(t).addTo(l, together);
                if (repeatSizes.get(t)[l] == 1) alone++;
            }
            together[own] -= repeats.size(); // a sample is always with itself
            certainty[i] = sizes[own] == 1 ? (double) alone / repeats.size() : share(together[own], sizes[own] - 1);
            next[i] = NONE;
            for (int B = 0; B < g; B++) {
                sums[own][B] += together[B];
                if (B == own || together[B] == 0) continue;
                double with = share(together[B], sizes[B]);
                if (with <= nextCertainty[i]) continue;
                next[i] = B;
                nextCertainty[i] = with;
            }
            if (sizes[own] == 1) between[own][own] = certainty[i];
        }
        for (int A = 0; A < g; A++)
            for (int B = 0; B < g; B++) {
                double pairs = (double) sizes[A] * (A == B ? sizes[B] - 1 : sizes[B]);
                if (pairs > 0) between[A][B] = share(sums[A][B], pairs);
            }
    }

    /** Of so many pairs, in all clusterings. */
    private double share(long together, double pairs) {
        return together / (repeats.size() * pairs);
    }

    private static double meanAri(List<Clustering> repeats) {
        double sum = 0;
        long pairs = 0;
        for (int s = 0; s < repeats.size(); s++)
            for (int t = 0; t < s; t++, pairs++) sum += AdjustedRand.compute(repeats.get(s), repeats.get(t));
        return sum / pairs;
    }

    /** N, how many clusterings there are. */
    public int repeats() {
        return repeats.size();
    }

    /** n, of how many samples. */
    public int samples() {
        return result.size();
    }

    /** The groups that the consensus is about. */
    public Clustering result() {
        return result;
    }

    /** c(i, j), the share of the clusterings in which two samples are in one group; 1 for a sample with itself. */
    public double together(int i, int j) {
        int times = 0;
        for (Clustering one : repeats) if (one.labelOf(i) == one.labelOf(j)) times++;
        return (double) times / repeats.size();
    }

    /** How surely a sample belongs to the other members of its group: 1 where it is with all of them in every clustering. */
    public double certainty(int sample) {
        return certainty[sample];
    }

    /** The other group that a sample is with most, the first of equal ones; −1 where it is never with any. */
    public int next(int sample) {
        return next[sample];
    }

    /** The mean of c over the members of that group; 0 where there is none. */
    public double nextCertainty(int sample) {
        return nextCertainty[sample];
    }

    /** The mean of c over pairs from two groups of the result, or from within one; 0 where a group is empty. */
    public double between(int A, int B) {
        return between[A][B];
    }

    /** The mean certainty of all samples. */
    public double meanCertainty() {
        double sum = 0;
        for (double c : certainty) sum += c;
        return sum / certainty.length;
    }

    /** How many samples are with the others of their group in less than half of the clusterings, on average over these. */
    public int unsure() {
        int unsure = 0;
        for (double c : certainty) if (c < 0.5) unsure++;
        return unsure;
    }

    /** The mean of ARI over pairs of clusterings: 1 where all are the same, 0 on average where they are by chance. */
    public double agreement() {
        return agreement;
    }

    /** What the agreement says, in words. */
    public String verdict() {
        return verdict(agreement);
    }

    /** What a mean ARI says about the repeats, in words. */
    public static String verdict(double agreement) {
        if (agreement == 1) return "all of them form the same groups";
        if (agreement >= GOOD) return "they mostly form the same groups";
        return agreement >= POOR ? "they agree on some of the groups only" : "each forms other groups";
    }
}
