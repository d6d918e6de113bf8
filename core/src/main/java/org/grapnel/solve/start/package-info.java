/** Solve start. */
@NullMarked
package org.grapnel.solve.start;

import org.jspecify.annotations.NullMarked;
