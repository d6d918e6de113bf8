/**
 * New samples in a fitted model. {@link org.grapnel.transform.FittedModel#transform} finds a column of H and a group for every new sample
 * ({@link org.grapnel.transform.TransformResult}).
 */
@NullMarked
package org.grapnel.transform;

import org.jspecify.annotations.NullMarked;
