/** Samples as points in the plane, for pictures. In: X and its neighbours. Out: two coordinates for every sample. */
@NullMarked
package org.grapnel.embed;

import org.jspecify.annotations.NullMarked;
