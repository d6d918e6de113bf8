/** Spark rdd. */
@NullMarked
package org.grapnel.spark.rdd;

import org.jspecify.annotations.NullMarked;
