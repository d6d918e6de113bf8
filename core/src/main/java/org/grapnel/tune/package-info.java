/**
 * Chooses parameters without labels. Input: prepared data and a {@link org.grapnel.tune.TuneSpec}. Output: a
 * {@link org.grapnel.tune.TuningResult}, the chosen parameters with their evidence, and a
 * {@link org.grapnel.evaluate.GroupCount}, a suggested range for the number of groups.
 */
@NullMarked
package org.grapnel.tune;

import org.jspecify.annotations.NullMarked;
