package org.grapnel.evaluate;

/**
 * ACC = max over one-to-one matchings m of (1/n)·Σⱼ n_{m(j), j}: the share of samples whose cluster is matched to their
 * class, under the best {@link Assignment}. If there are more clusters than classes, or fewer, the unmatched ones count
 * 0.
 */
public final class Accuracy {
    private Accuracy() {}

    public static double compute(ContingencyTable table) {
        return (double) matching(table).total() / table.samples();
    }

    /** The matching of classes, the rows of the table, to clusters, its columns. */
    public static Assignment matching(ContingencyTable table) {
        return Assignment.maximize(table.toArray());
    }
}
