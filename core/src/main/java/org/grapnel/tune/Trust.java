package org.grapnel.tune;

import java.util.List;

/**
 * The sign of warning: modularity of the groups on the data against that on clouds which have the means and covariances of the data and no groups
 * ({@link Cloud}). Where the data are hardly better, neither the choice nor the groups can be trusted.
 *
 * @param score modularity on the data, or on the part of them that was looked at
 * @param clouds modularity on each cloud
 */
public record Trust(double score, List<Double> clouds) {
    /** Between what shuffled data reach (0.04) and what data with known groups do (0.13 and more): {@code docs/tuning.md}. */
    public static final double NEEDED = 0.08;

    public Trust {
        clouds = List.copyOf(clouds);
    }

    /** How far the data are ahead of the best cloud. */
    public double gap() {
        return score - clouds.stream().mapToDouble(c -> c).max().orElse(0);
    }

    public boolean trusted() {
        return gap() >= NEEDED;
    }
}
