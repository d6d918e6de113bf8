/** Reads a DataFrame into panels, the distributed form of X. */
@NullMarked
package org.grapnel.spark.data;

import org.jspecify.annotations.NullMarked;
