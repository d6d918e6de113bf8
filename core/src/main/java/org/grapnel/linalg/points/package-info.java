/** Columns of a matrix as points: dot products by blocks and exact distances. */
@NullMarked
package org.grapnel.linalg.points;

import org.jspecify.annotations.NullMarked;
