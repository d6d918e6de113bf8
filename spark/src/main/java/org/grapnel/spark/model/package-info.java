/** Parts of a fitted model: groups, factors by partition, and the encoding of new samples. */
@NullMarked
package org.grapnel.spark.model;

import org.jspecify.annotations.NullMarked;
