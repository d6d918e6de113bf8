/** Helpers for RDDs: checkpoints, states of unfinished solves, sums in a fixed order, shuffle files, errors. */
@NullMarked
package org.grapnel.spark.rdd;

import org.jspecify.annotations.NullMarked;
