/** Parts of a fitted model: groups, factors by partition, and the places of new samples with and without the graph. */
@NullMarked
package org.grapnel.spark.model;

import org.jspecify.annotations.NullMarked;
