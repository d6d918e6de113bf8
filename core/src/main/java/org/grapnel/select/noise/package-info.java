/**
 * Screens features for independent noise. Input: X. Output: the features that share structure with others, see
 * {@link org.grapnel.select.noise.NoiseScreen}.
 */
@NullMarked
package org.grapnel.select.noise;

import org.jspecify.annotations.NullMarked;
