package org.grapnel.evaluate;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/** What the groups that a feature marks follow from: per group, the ranks, the sum and the number of positive values. */
public final class MarkerSums implements Serializable {
    private static final long serialVersionUID = 1;

    private final long[] sizes;
    private final double[] sums;
    private final long[] above;
    private final long[] ranked;
    private final long[] twiceRanks;

    /**
     * Holds the sums of a feature. The ranks may come from a part of the samples.
     *
     * @param sizes number of samples in each group
     * @param sums sum of the values in each group
     * @param above number of values above zero in each group
     * @param ranked number of samples in each group that were ranked
     * @param twiceRanks see {@link #twiceRankSums}
     */
    public MarkerSums(long[] sizes, double[] sums, long[] above, long[] ranked, long[] twiceRanks) {
        this.sizes = sizes;
        this.sums = sums;
        this.above = above;
        this.ranked = ranked;
        this.twiceRanks = twiceRanks;
    }

    /** Returns the groups that the feature marks, see {@link Markers}. */
    public List<Marker> markers(int feature) {
        long n = Arrays.stream(sizes).sum();
        long allRanked = Arrays.stream(ranked).sum();
        long allAbove = Arrays.stream(above).sum();
        double[] others = sumsOfOthers(sums);
        List<Marker> markers = new ArrayList<>();
        for (int g = 0; g < sizes.length; g++) {
            long in = ranked[g];
            long out = allRanked - in;
            if (in == 0 || out == 0) continue;
            double auc = (twiceRanks[g] - in * (in + 1)) / (2.0 * in * out);
            long size = sizes[g];
            Marker marker = new Marker(
                    g,
                    0,
                    feature,
                    sums[g] / size,
                    others[g] / (n - size),
                    (double) above[g] / size,
                    (double) (allAbove - above[g]) / (n - size),
                    auc);
            if (auc > 0.5 && marker.meanIn() > marker.meanOut()) markers.add(marker);
        }
        return markers;
    }

    /**
     * Returns twice the sum of the ranks of each group, ranks from 1; doubled, because the mean rank of equal values may end in
     * one half. Zeros are counted and not sorted, so a sparse feature costs what its other entries cost.
     *
     * @param values the values that are not zero, in the first {@code entries} places
     * @param groups the group of each of them
     * @param zeros number of zeros in each group
     */
    public static long[] twiceRankSums(double[] values, int[] groups, int entries, long[] zeros, Scratch scratch) {
        double[] sorted = scratch.doubles(ScratchArray.OTHER_ROW, entries);
        System.arraycopy(values, 0, sorted, 0, entries);
        Arrays.sort(sorted, 0, entries);
        int negative = 0;
        while (negative < entries && sorted[negative] < 0) negative++;
        long allZeros = Arrays.stream(zeros).sum();
        long zeroRank = 2L * negative + allZeros + 1;
        double[] distinct = scratch.doubles(ScratchArray.VALUES, entries);
        double[] ranks = scratch.doubles(ScratchArray.SUMS, entries);
        int count = 0;
        for (int from = 0; from < entries; ) {
            int end = from + 1;
            while (end < entries && sorted[end] == sorted[from]) end++;
            long before = from >= negative ? allZeros : 0;
            distinct[count] = sorted[from];
            ranks[count++] = 2.0 * before + from + end + 1;
            from = end;
        }
        long[] sums = new long[zeros.length];
        for (int g = 0; g < zeros.length; g++) sums[g] = zeros[g] * zeroRank;
        for (int e = 0; e < entries; e++)
            sums[groups[e]] += (long) ranks[Arrays.binarySearch(distinct, 0, count, values[e])];
        return sums;
    }

    /** Returns Σ sums over all other groups, without subtracting, which would lose digits. */
    private static double[] sumsOfOthers(double[] sums) {
        double[] others = new double[sums.length];
        double before = 0;
        for (int g = 0; g < sums.length; g++) {
            others[g] = before;
            before += sums[g];
        }
        double after = 0;
        for (int g = sums.length - 1; g >= 0; g--) {
            others[g] += after;
            after += sums[g];
        }
        return others;
    }
}
