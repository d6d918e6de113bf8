/** Spark model. */
@NullMarked
package org.grapnel.spark.model;

import org.jspecify.annotations.NullMarked;
