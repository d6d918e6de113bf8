package org.grapnel.formats.output;

/** Computes the rows of a matrix one by one, so that the matrix need not be in memory. */
public interface RowSupplier {
    /** Computes row i. */
    void row(int i, double[] into);
}
