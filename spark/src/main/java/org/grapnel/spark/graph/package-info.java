/** Spark graph. */
@NullMarked
package org.grapnel.spark.graph;

import org.jspecify.annotations.NullMarked;
