/** Solve palm. */
@NullMarked
package org.grapnel.solve.palm;

import org.jspecify.annotations.NullMarked;
