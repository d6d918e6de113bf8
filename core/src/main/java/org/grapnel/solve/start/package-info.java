/** Starting points of the solvers: random, NNDSVD, from groups or given. */
@NullMarked
package org.grapnel.solve.start;

import org.jspecify.annotations.NullMarked;
