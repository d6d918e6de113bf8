/**
 * New samples in a model that was fitted to others. In: a {@link org.grapnel.transform.FittedModel} model and data. Out: a column of H and a
 * group for every new sample ({@link org.grapnel.transform.TransformResult}).
 */
@NullMarked
package org.grapnel.transform;

import org.jspecify.annotations.NullMarked;
