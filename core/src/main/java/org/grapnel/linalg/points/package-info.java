/** Linalg points. */
@NullMarked
package org.grapnel.linalg.points;

import org.jspecify.annotations.NullMarked;
