package org.grapnel.evaluate;

/**
 * ACC = max over one-to-one matchings m of (1/n)·Σⱼ n_{m(j), j}: the share of samples whose cluster is matched to their
 * class, under the best {@link Assignment}. With more clusters than classes (or fewer) some stay without a partner and count nothing.
 */
public final class Accuracy {
    private Accuracy() {}

    public static double compute(ContingencyTable table) {
        return (double) matching(table).total() / table.samples();
    }

    /** The matching itself: from rows of the table, the classes, to its columns, the clusters. */
    public static Assignment matching(ContingencyTable table) {
        return Assignment.maximize(table.toArray());
    }
}
