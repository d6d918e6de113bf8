/** Preparation of distributed samples, with the numbers of {@link org.grapnel.data.Preparation} on one machine. */
@NullMarked
package org.grapnel.spark.prepare;

import org.jspecify.annotations.NullMarked;
