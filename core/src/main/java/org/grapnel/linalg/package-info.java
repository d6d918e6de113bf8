/**
 * Matrices and the products that solvers need.
 *
 * <p>{@link org.grapnel.linalg.DenseMatrix} is off-heap, so that OpenBLAS reads it without a copy. {@link
 * org.grapnel.linalg.SparseMatrix} is compressed in both orientations. Every result is the same to the bit for any
 * number of threads, because work is cut into blocks whose size does not depend on that number.
 */
@NullMarked
package org.grapnel.linalg;

import org.jspecify.annotations.NullMarked;
