/** The steps of the recommended method on many machines, in the order of the data flow. */
@NullMarked
package org.grapnel.spark.pipeline;

import org.jspecify.annotations.NullMarked;
