package org.grapnel.evaluate;

import java.util.Arrays;
import java.util.List;
import org.grapnel.cluster.Clustering;
import org.grapnel.runtime.Preconditions;

/**
 * Consensus of several clusterings about the groups of a result. It rests on the co-association c(i, j) = (1/N)·#{t :
 * clustering t puts samples i and j in one group}, which does not depend on the numbering of groups. Fred and Jain,
 * Combining multiple clusterings using evidence accumulation, IEEE TPAMI 27 (2005). From it,
 *
 * <pre>  certainty(i) = mean of c(i, j) over the other members j of the group of i,
 *  between(A, B) = mean of c(i, j) over i in A and j in B, i ≠ j,</pre>
 *
 * and the mean over pairs of clusterings of {@link AdjustedRand}. The certainty of a sample alone in its group is the
 * share of clusterings in which it is alone, so that equal clusterings have certainty 1 everywhere.
 *
 * <p>Σ over j in B of [i and j are together in t] is n(l, B), the number of samples of B in the group l of i in t. So
 * the cost is O(N·n·g) for g groups, plus O(N²·n) for the pairs of clusterings, without an n × n matrix; counts are
 * exact integers.
 */
public final class Consensus {
    private static final int NONE = -1;

    /** Steinley's thresholds for the adjusted Rand index: agreement is good from here on, */
    private static final double GOOD = 0.8;

    /** and poor below this. Properties of the Hubert–Arabie adjusted Rand index, Psychological Methods 9 (2004). */
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
        computeCertainties();
        agreement = meanAri(repeats);
    }

    /** Computes the consensus of clusterings of the same samples about a result, which may be one of them. */
    public static Consensus compute(Clustering result, List<Clustering> repeats) {
        Preconditions.require(repeats.size() >= 2, "a consensus needs at least 2 clusterings, got %d", repeats.size());
        Preconditions.require(result.size() > 0, "a consensus needs at least 1 sample, got 0");
        for (int t = 0; t < repeats.size(); t++)
            Preconditions.require(
                    repeats.get(t).size() == result.size(),
                    "clustering %d has %d samples, the result has %d",
                    t,
                    repeats.get(t).size(),
                    result.size());
        return new Consensus(result, List.copyOf(repeats));
    }

    private void computeCertainties() {
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
            together[own] -= repeats.size(); // every sample is counted with itself
            certainty[i] = sizes[own] == 1 ? (double) alone / repeats.size() : share(together[own], sizes[own] - 1);
            next[i] = NONE;
            for (int B = 0; B < g; B++) {
                sums[own][B] += together[B];
                if (B == own || together[B] == 0) continue;
                double certaintyThere = share(together[B], sizes[B]);
                if (certaintyThere <= nextCertainty[i]) continue;
                next[i] = B;
                nextCertainty[i] = certaintyThere;
            }
            if (sizes[own] == 1) between[own][own] = certainty[i];
        }
        for (int A = 0; A < g; A++)
            for (int B = 0; B < g; B++) {
                double pairs = (double) sizes[A] * (A == B ? sizes[B] - 1 : sizes[B]);
                if (pairs > 0) between[A][B] = share(sums[A][B], pairs);
            }
    }

    /** Divides a count over all clusterings by the number of pairs. */
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

    /** N, the number of clusterings. */
    public int repeats() {
        return repeats.size();
    }

    /** n, the number of samples. */
    public int samples() {
        return result.size();
    }

    /** The groups that the consensus is about. */
    public Clustering result() {
        return result;
    }

    /** c(i, j), the share of clusterings that put two samples in one group; 1 for a sample with itself. */
    public double together(int i, int j) {
        int times = 0;
        for (Clustering one : repeats) if (one.labelOf(i) == one.labelOf(j)) times++;
        return (double) times / repeats.size();
    }

    /** How surely a sample belongs to its group: 1 if it is with all other members in every clustering. */
    public double certainty(int sample) {
        return certainty[sample];
    }

    /** The other group that a sample is with most often, ties to the first; −1 if it is never with any. */
    public int next(int sample) {
        return next[sample];
    }

    /** The mean of c over the members of that group; 0 if there is none. */
    public double nextCertainty(int sample) {
        return nextCertainty[sample];
    }

    /** The mean of c over pairs from two groups, or from within one; 0 where a group is empty. */
    public double between(int A, int B) {
        return between[A][B];
    }

    /** The mean certainty of all samples. */
    public double meanCertainty() {
        double sum = 0;
        for (double c : certainty) sum += c;
        return sum / certainty.length;
    }

    /** The number of samples with certainty below ½. */
    public int uncertainSamples() {
        int uncertain = 0;
        for (double c : certainty) if (c < 0.5) uncertain++;
        return uncertain;
    }

    /** The mean adjusted Rand index over pairs of clusterings: 1 if all are equal, 0 on average for random ones. */
    public double agreement() {
        return agreement;
    }

    /** The agreement in words. */
    public String verdict() {
        return verdict(agreement);
    }

    /** A mean adjusted Rand index in words. */
    public static String verdict(double agreement) {
        if (agreement == 1) return "all of them form the same groups";
        if (agreement >= GOOD) return "they mostly form the same groups";
        return agreement >= POOR ? "they agree on some of the groups only" : "each forms different groups";
    }
}
