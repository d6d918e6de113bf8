/** Spark data. */
@NullMarked
package org.grapnel.spark.data;

import org.jspecify.annotations.NullMarked;
