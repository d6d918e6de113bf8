/**
 * Parameters without labels. In: prepared data and a {@link org.grapnel.tune.TuneSpec}. Out: a {@link org.grapnel.tune.TuningResult}, the choice with its evidence
 * and the fit that it recommends; a {@link org.grapnel.tune.GroupCount}, a range for the number of groups, which is never decided here. Lies to the
 * right of the front door, which does not know it.
 */
@NullMarked
package org.grapnel.tune;

import org.jspecify.annotations.NullMarked;
