/** Starting points of the solvers: random, NNDSVD or given. */
@NullMarked
package org.grapnel.solve.start;

import org.jspecify.annotations.NullMarked;
