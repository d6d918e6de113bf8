/** Embeddings of samples in the plane. Input: X and its neighbours. Output: two coordinates for every sample. */
@NullMarked
package org.grapnel.embed;

import org.jspecify.annotations.NullMarked;
