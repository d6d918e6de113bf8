/** Selects features of distributed samples by group contrast, and finds the markers of groups. */
@NullMarked
package org.grapnel.spark.select;

import org.jspecify.annotations.NullMarked;
