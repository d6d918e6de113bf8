package org.grapnel.pipeline;

/**
 * How well a grouping follows the graphs that judge groups ({@link ReferenceGraphs}). The samples may be on one machine or on many.
 *
 * @param formed the number of groups that have a sample
 * @param modularity the modularity on the graph of all features
 * @param modularityOnComponents the modularity on the graph of the components
 * @param inside the share of edge weight inside the groups, on the graph of all features
 * @param insideOnComponents the same share on the graph of the components
 */
public record GroupingQuality(
        long formed, double modularity, double modularityOnComponents, double inside, double insideOnComponents) {
    /** The share of edges inside groups that a better grouping may lose: modularity alone prefers to halve a large group. */
    static final double MOST_LOST = 0.05;

    /** How much higher the mean modularity of another grouping must be. */
    static final double MARGIN = 0.005;

    /**
     * A smaller difference of modularity is rounding: equal groups with other numbers, or sums over other parts of the samples, differ in
     * the last digits.
     */
    private static final double ROUNDING = 1e-10;

    /** Creates the quality on one graph, which stands for both. */
    public static GroupingQuality onOneGraph(long formed, double modularity, double inside) {
        return new GroupingQuality(formed, modularity, modularity, inside, inside);
    }

    double meanModularity() {
        return (modularity + modularityOnComponents) / 2;
    }

    double meanInside() {
        return (inside + insideOnComponents) / 2;
    }

    /** Whether a group is empty that is not empty in another grouping. */
    public boolean losesGroups(GroupingQuality other) {
        return formed < other.formed;
    }

    /** Whether the groups of another look may replace those before: they follow the neighbours of all features better. */
    boolean replaces(GroupingQuality before) {
        return isAbove(before) && !losesGroups(before) && inside >= before.inside - MOST_LOST;
    }

    /** Whether k-means on the points of a graph is preferred to the groups of that graph. */
    public boolean isPreferredTo(GroupingQuality ofGraph) {
        return isAbove(ofGraph) && !losesGroups(ofGraph);
    }

    private boolean isAbove(GroupingQuality other) {
        return modularity > other.modularity + ROUNDING;
    }

    /** Whether a grouping may take the place of the memberships, apart from the margin. */
    boolean isNowhereWorseThan(GroupingQuality memberships) {
        return !losesGroups(memberships)
                && modularity >= memberships.modularity
                && modularityOnComponents >= memberships.modularityOnComponents
                && meanInside() >= memberships.meanInside() - MOST_LOST;
    }
}
