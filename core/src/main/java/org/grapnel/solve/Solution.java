package org.grapnel.solve;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/**
 * The factors W (p × r) and Ht (n × r, the transpose of H), and what is known about them. Owns both: close it.
 *
 * @param support the rows of W with a non-zero: the kept features
 */
public record Solution(
        DenseMatrix W, DenseMatrix Ht, RowSet support, Trace trace, StopReason stop, Certificate certificate)
        implements AutoCloseable {
    public Objective objective() {
        return trace.last().objective();
    }

    @Override
    public void close() {
        W.close();
        Ht.close();
    }
}
