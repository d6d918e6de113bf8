package org.grapnel.evaluate;

/**
 * A feature that is higher inside a group than outside.
 *
 * @param rank its place among the markers of the group, from 1
 * @param feature its row of X
 * @param meanIn the mean of its values in the group
 * @param meanOut the mean of its values in all other samples
 * @param shareIn the share of the group's samples in which it is above zero
 * @param shareOut the share of all other samples in which it is above zero
 * @param auc the probability that a sample of the group has a larger value than a sample outside, ties counted half: from 0.5, chance, to 1
 */
public record Marker(
        int group, int rank, int feature, double meanIn, double meanOut, double shareIn, double shareOut, double auc) {
    /** By how much the mean in the group is higher. */
    public double meanDifference() {
        return meanIn - meanOut;
    }

    Marker withRank(int place) {
        return new Marker(group, place, feature, meanIn, meanOut, shareIn, shareOut, auc);
    }
}
