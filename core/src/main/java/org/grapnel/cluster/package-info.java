/**
 * Clusters samples. Input: points, one per row, X itself, or a graph. Output: {@link org.grapnel.cluster.Clustering}, a
 * group for every sample.
 */
@NullMarked
package org.grapnel.cluster;

import org.jspecify.annotations.NullMarked;
