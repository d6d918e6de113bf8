/** Distributed graph over the samples: neighbour search, edges of a user, Laplacian. */
@NullMarked
package org.grapnel.spark.graph;

import org.jspecify.annotations.NullMarked;
