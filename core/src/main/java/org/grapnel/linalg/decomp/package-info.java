/** Linalg decomp. */
@NullMarked
package org.grapnel.linalg.decomp;

import org.jspecify.annotations.NullMarked;
