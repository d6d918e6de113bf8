/** Solve support. */
@NullMarked
package org.grapnel.solve.support;

import org.jspecify.annotations.NullMarked;
