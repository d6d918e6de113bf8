package org.grapnel.plugin;

import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/** A way from data to groups, which takes part in a comparison: {@code compare --methods NAME}. */
public interface MethodPlugin extends Plugin {
    /**
     * Groups the samples.
     *
     * @param X the prepared data, p features × n samples
     * @param clusters the number of groups
     * @param seed of everything that is drawn
     * @return a group for each sample
     */
    Clustering cluster(ExecutionContext context, Matrix X, int clusters, long seed);
}
