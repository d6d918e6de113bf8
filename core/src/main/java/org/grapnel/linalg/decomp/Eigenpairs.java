package org.grapnel.linalg.decomp;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;

/**
 * Eigenpairs of a symmetric operator. They own the vectors: close them.
 *
 * @param values the eigenvalues, ascending
 * @param vectors orthonormal eigenvectors in columns; in each, the first entry of largest magnitude is positive
 * @param residual the largest ‖Av − λv‖
 * @param rounds how often the block was filtered
 */
public record Eigenpairs(List<Double> values, DenseMatrix vectors, double residual, int rounds)
        implements AutoCloseable {
    public Eigenpairs {
        values = List.copyOf(values);
    }

    @Override
    public void close() {
        vectors.close();
    }
}
