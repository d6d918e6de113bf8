package org.grapnel.tune;

import java.util.List;

/**
 * The sign of warning: modularity of the groups on the data against that on clouds which have the means and covariances of the data and no groups
 * ({@link Cloud}). Where the data are hardly better, neither the choice nor the groups can be trusted.
 *
 * <p>It errs on the side of warning: c groups reach 1 − 1/c at most, and a cloud that is long in one direction can be cut across it at little
 * cost. So two groups, or three, that lie far apart along few directions are hardly ahead of their cloud, however clear they are.
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
