package org.grapnel.evaluate;

import java.util.List;

/**
 * Compares the groups with those of null models: samples with the means and covariances of the data but without groups.
 * If the share of edges that leave the groups is not clearly smaller than in the null models, neither the choice nor
 * the groups can be trusted.
 *
 * <p>Modularity would be a poor measure here. c groups reach at most 1 − 1/c, so two or three clear groups are hardly
 * ahead of a null model that is long in one direction and cheap to cut across.
 *
 * @param inside share of edge weight inside groups, on the data or the subset used
 * @param nullInside the same share on each null model
 * @param edges number of edges of the reference graph, which determines the standard error
 * @param modularityLead modularity of the data minus the mean modularity of the null models; a group of nearly all
 *     samples keeps every edge and has none
 */
public record GroupEvidence(double inside, List<Double> nullInside, long edges, double modularityLead) {
    /**
     * The smallest trustworthy gap, to which {@value #STANDARD_ERRORS} standard errors of a share of edges are added.
     * It lies between the gaps of shuffled data and those of data with known groups ({@code docs/tuning-study.md}).
     */
    public static final double SMALLEST_GAP = 0.15;

    static final double STANDARD_ERRORS = 2;

    /** Upper limit of the required gap, for null models where almost no edge leaves the groups. */
    private static final double LARGEST_GAP = 0.95;

    /** Smaller shares are rounding errors. */
    private static final double ROUNDING = 1e-9;

    public GroupEvidence {
        nullInside = List.copyOf(nullInside);
    }

    /** The share of edges that leave the groups, on average over null models: one may fall apart by chance. */
    public double nullLeaving() {
        return 1 - nullInside.stream().mapToDouble(c -> c).average().orElse(1);
    }

    /** The relative reduction of that share in the data; 0 where nothing leaves in the null models. */
    public double gap() {
        return nullLeaving() > ROUNDING ? 1 - (1 - inside) / nullLeaving() : 0;
    }

    /** The gap from which groups count as more than chance. */
    public double requiredGap() {
        double leaving = nullLeaving();
        if (!(leaving > ROUNDING)) return SMALLEST_GAP;
        return Math.min(
                LARGEST_GAP,
                SMALLEST_GAP + STANDARD_ERRORS * Math.sqrt((1 - leaving) / (leaving * Math.max(1, edges))));
    }

    public boolean isTrustworthy() {
        return gap() >= requiredGap() && modularityLead > 0;
    }
}
