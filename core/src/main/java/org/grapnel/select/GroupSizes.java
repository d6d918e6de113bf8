package org.grapnel.select;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The sizes of the groups of a grouping, and the weights of their pairs of samples. Groups of at least two samples are
 * blocks, numbered in the order of the groups. A group of one sample has no pairs and counts only as a group; an empty
 * group counts for nothing.
 */
public final class GroupSizes implements Serializable {
    private static final long serialVersionUID = 1;

    private final int samples;
    private final int groups;
    private final int paired;
    private final int[] blockOf;
    private final int[] size;

    private GroupSizes(int[] sizes) {
        samples = Arrays.stream(sizes).sum();
        groups = (int) Arrays.stream(sizes).filter(m -> m > 0).count();
        size = Arrays.stream(sizes).filter(m -> m > 1).toArray();
        paired = Arrays.stream(size).sum();
        blockOf = new int[sizes.length];
        int block = 0;
        for (int g = 0; g < sizes.length; g++) blockOf[g] = sizes[g] > 1 ? block++ : size.length;
    }

    /** Takes the number of samples in each group. */
    public static GroupSizes of(int... sizes) {
        return new GroupSizes(sizes);
    }

    /** Returns the number of samples, n. */
    public int samples() {
        return samples;
    }

    /** Returns the number of groups with a sample, those of one sample included. */
    public int groups() {
        return groups;
    }

    /** Returns the number of samples in groups of at least two, n′. */
    public int paired() {
        return paired;
    }

    /** Returns the number of groups of at least two samples. */
    public int blocks() {
        return size.length;
    }

    /** Returns the block of a group; {@link #blocks} for a group of fewer than two samples. */
    public int blockOf(int group) {
        return blockOf[group];
    }

    public int size(int block) {
        return size[block];
    }

    /** Returns the weight of an ordered pair among all samples in the even mixture with near pairs, ½/(n(n−1)). */
    public double weightOfAll() {
        return 0.5 / (samples * (samples - 1.0));
    }

    /** Returns the weight of an ordered pair in a block, ½/(n′(m−1)) shared by the groupings. */
    public double weight(int block, int groupings) {
        return 0.5 / groupings / (paired * (size[block] - 1.0));
    }
}
