/** The {@code grapnel-spark} application: options, reading of tables, result folder. */
@NullMarked
package org.grapnel.spark.app;

import org.jspecify.annotations.NullMarked;
