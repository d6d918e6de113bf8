package org.grapnel.spark.select;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.grapnel.evaluate.MarkerSums;
import org.grapnel.runtime.Scratch;

/** The values of a feature on a partition with the groups of their samples. Zeros are only counted. */
final class GroupValues implements Serializable {
    private static final long serialVersionUID = 1;

    final int partition;
    private final double[] sums;
    private final long[] above;
    private final long[] zeros;
    private double[] values = {};
    private int[] groups = {};
    private int count;

    GroupValues(int partition, int clusters) {
        this.partition = partition;
        sums = new double[clusters];
        above = new long[clusters];
        zeros = new long[clusters];
    }

    /** Adds the value of a sample to the mean and the share, and to the ranks if it is ranked. */
    void add(double x, int group, boolean isRanked) {
        sums[group] += x;
        if (x > 0) above[group]++;
        if (!isRanked) return;
        if (count == values.length) {
            values = Arrays.copyOf(values, Math.max(16, 2 * count));
            groups = Arrays.copyOf(groups, values.length);
        }
        values[count] = x;
        groups[count++] = group;
        zeros[group]--;
    }

    /** Adds ranked samples of each group, of which those that are not zero are added one by one. */
    void addRanked(long[] samples) {
        for (int g = 0; g < zeros.length; g++) zeros[g] += samples[g];
    }

    /** Drops unused memory, before the values are sent. */
    GroupValues trim() {
        values = Arrays.copyOf(values, count);
        groups = Arrays.copyOf(groups, count);
        return this;
    }

    /**
     * Returns the sums of a feature over all partitions.
     *
     * @param parts in the order of the partitions
     * @param sizes number of samples in each group
     */
    static MarkerSums merge(List<GroupValues> parts, long[] sizes, Scratch scratch) {
        int clusters = sizes.length;
        double[] sums = new double[clusters];
        long[] above = new long[clusters];
        long[] zeros = new long[clusters];
        int entries = parts.stream().mapToInt(part -> part.count).sum();
        double[] values = new double[entries];
        int[] groups = new int[entries];
        int at = 0;
        for (GroupValues part : parts) {
            System.arraycopy(part.values, 0, values, at, part.count);
            System.arraycopy(part.groups, 0, groups, at, part.count);
            at += part.count;
            for (int g = 0; g < clusters; g++) {
                sums[g] += part.sums[g];
                above[g] += part.above[g];
                zeros[g] += part.zeros[g];
            }
        }
        long[] ranked = zeros.clone();
        for (int g : groups) ranked[g]++;
        long[] twiceRanks = MarkerSums.twiceRankSums(values, groups, entries, zeros, scratch);
        return new MarkerSums(sizes, sums, above, ranked, twiceRanks);
    }
}
