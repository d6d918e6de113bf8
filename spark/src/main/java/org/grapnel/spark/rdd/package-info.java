/** Helpers for RDDs: checkpoints, sums in a fixed order, shuffle files, errors. */
@NullMarked
package org.grapnel.spark.rdd;

import org.jspecify.annotations.NullMarked;
