/** Spark solve. */
@NullMarked
package org.grapnel.spark.solve;

import org.jspecify.annotations.NullMarked;
