/** PALM and the joint factorisation on distributed samples: one pass over the panels per iteration. */
@NullMarked
package org.grapnel.spark.solve;

import org.jspecify.annotations.NullMarked;
