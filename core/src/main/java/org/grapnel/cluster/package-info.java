/**
 * Which samples belong together. In: points, a row each, X itself, or a graph. Out: {@link org.grapnel.cluster.Clustering}, a group
 * for every sample.
 */
@NullMarked
package org.grapnel.cluster;

import org.jspecify.annotations.NullMarked;
