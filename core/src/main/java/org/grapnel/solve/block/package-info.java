/** Solve block. */
@NullMarked
package org.grapnel.solve.block;

import org.jspecify.annotations.NullMarked;
