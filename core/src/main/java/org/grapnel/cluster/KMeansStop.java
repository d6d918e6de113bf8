package org.grapnel.cluster;

/** Why the winning start ended. */
public enum KMeansStop {
    /** No label changed: a fixed point, where every centre is the mean of its samples. */
    LABELS_SETTLED,
    /** The centres moved by no more than the tolerance. */
    CENTRES_SETTLED,
    ITERATION_LIMIT;

    public boolean isConverged() {
        return this != ITERATION_LIMIT;
    }
}
