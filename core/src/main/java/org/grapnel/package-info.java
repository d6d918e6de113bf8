/** The entry point {@link org.grapnel.Grapnel}, what to fit ({@link org.grapnel.Spec}) and the result ({@link org.grapnel.Fit}). */
@NullMarked
package org.grapnel;

import org.jspecify.annotations.NullMarked;
