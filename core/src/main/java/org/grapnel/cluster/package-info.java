/**
 * Which samples belong together. In: points, a row each, or X itself. Out: {@link org.grapnel.cluster.Clustering}, a group
 * for every sample.
 */
@NullMarked
package org.grapnel.cluster;

import org.jspecify.annotations.NullMarked;
