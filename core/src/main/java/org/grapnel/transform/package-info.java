/**
 * New samples in a model that was fitted to others. In: a {@link org.grapnel.transform.Trained} model and data. Out: a column of H and a
 * group for every new sample ({@link org.grapnel.transform.Placed}).
 */
@NullMarked
package org.grapnel.transform;

import org.jspecify.annotations.NullMarked;
