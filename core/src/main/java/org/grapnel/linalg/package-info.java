/**
 * Matrices and the few products the solvers need. In: numbers. Out: numbers.
 *
 * <p>{@link org.grapnel.linalg.DenseMatrix} lives off-heap so that OpenBLAS can read it without a copy;
 * {@link org.grapnel.linalg.SparseMatrix} is compressed in both orientations. {@link org.grapnel.runtime.ExecutionContext} carries
 * the kernel (OpenBLAS or plain Java) and the threads; every result is the same to the bit for any number of threads,
 * because work is cut into blocks whose size never depends on that number.
 */
@NullMarked
package org.grapnel.linalg;

import org.jspecify.annotations.NullMarked;
