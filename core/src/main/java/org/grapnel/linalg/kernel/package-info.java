/** Linalg kernel. */
@NullMarked
package org.grapnel.linalg.kernel;

import org.jspecify.annotations.NullMarked;
