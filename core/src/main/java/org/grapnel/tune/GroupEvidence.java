package org.grapnel.tune;

import java.util.List;

/**
 * The sign of warning: the share of the edges that leave the groups, against that of a few clouds which have the means and covariances of
 * the data and no groups ({@link NullModel}). Where it is not clearly smaller, neither the choice nor the groups can be trusted.
 *
 * <p>Modularity itself would not do: c groups reach 1 − 1/c at most, so that two or three groups, however clear, are hardly ahead of a cloud that is
 * long in one direction and cheap to cut across it.
 *
 * @param inside the share of edge weight inside groups, on the data or on the part of them that was looked at
 * @param clouds the same on each cloud
 * @param edges of the graph that judges: what a share is known by
 * @param lead how far the modularity of the data is above that of the clouds, on average: one group of nearly all samples keeps every edge and is worth
 *     nothing
 */
public record GroupEvidence(double inside, List<Double> clouds, long edges, double lead) {
    /**
     * Of what leaves the groups in a cloud, so much must stay inside in the data, and {@value #ERRORS} standard errors of a share of edges more: between
     * what shuffled data reach and what data with known groups do ({@code docs/tuning-study.md}).
     */
    public static final double LEAST = 0.15;

    static final double ERRORS = 2;

    /** Never more: where next to nothing leaves, groups that nothing leaves are enough. */
    private static final double MOST = 0.95;

    /** A share that is rounding. */
    private static final double NOTHING = 1e-9;

    public GroupEvidence {
        clouds = List.copyOf(clouds);
    }

    /** What leaves the groups of a cloud, on average: one of them may fall apart by chance. */
    public double leaving() {
        return 1 - clouds.stream().mapToDouble(c -> c).average().orElse(1);
    }

    /** Of what leaves the groups in a cloud, the part that stays inside in the data; 0 where nothing leaves there. */
    public double gap() {
        return leaving() > NOTHING ? 1 - (1 - inside) / leaving() : 0;
    }

    /** The gap from which on groups are more than chance. */
    public double needed() {
        double leaving = leaving();
        if (!(leaving > NOTHING)) return LEAST;
        return Math.min(MOST, LEAST + ERRORS * Math.sqrt((1 - leaving) / (leaving * Math.max(1, edges))));
    }

    public boolean isTrustworthy() {
        return gap() >= needed() && lead > 0;
    }
}
