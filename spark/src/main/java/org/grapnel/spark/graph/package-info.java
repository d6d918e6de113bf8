/** Distributed graph over the samples: neighbor search, edges of a user, Laplacian. */
@NullMarked
package org.grapnel.spark.graph;

import org.jspecify.annotations.NullMarked;
