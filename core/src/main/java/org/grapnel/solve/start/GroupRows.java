package org.grapnel.solve.start;

import java.io.Serializable;
import org.grapnel.runtime.CounterRandom;

/**
 * Rows of Ht of a start from groups: h = (e + 0.2)·√(r/n), where e has a 1 for the component of the sample's group. A row depends on its sample
 * alone, so any part of Ht can be made separately.
 *
 * <p>With as many components as groups, component j belongs to group j. With more components, the components g, g + c, g + 2c, … belong to group
 * g of c groups, and its samples are dealt to them by the seed. With fewer components, group g has component g mod r.
 *
 * @param drawn whether the small entries are drawn from [0, 1), as in a restart, in place of 0.2
 */
public record GroupRows(long seed, boolean drawn) implements Serializable {
    private static final double OTHERS = 0.2;
    private static final int SPLIT_STREAM = 3;
    private static final int ENTRY_STREAM = 4;

    /**
     * into ← the row of a sample; its length is r.
     *
     * @param n number of samples
     * @param group group of the sample, one of {@code groups}
     */
    public void compute(int sample, int n, int group, int groups, double[] into) {
        int r = into.length;
        double scale = Math.sqrt((double) r / n);
        long entries = CounterRandom.split(seed, ENTRY_STREAM);
        for (int j = 0; j < r; j++) into[j] = (drawn ? CounterRandom.uniform(entries, sample, j) : OTHERS) * scale;
        into[component(sample, group, groups, r)] += scale;
    }

    /** The component of a sample. */
    private int component(int sample, int group, int c, int r) {
        if (group >= r) return group % r;
        int parts = (r - 1 - group) / c + 1;
        double u = CounterRandom.uniform(CounterRandom.split(seed, SPLIT_STREAM), sample, 0);
        return group + c * (int) (u * parts);
    }
}
