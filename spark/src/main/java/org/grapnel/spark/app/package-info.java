/** Spark app. */
@NullMarked
package org.grapnel.spark.app;

import org.jspecify.annotations.NullMarked;
