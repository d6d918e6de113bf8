package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GramCache;

/**
 * The side of the samples: X, H and L·H, on this machine or on many. Of H it knows what {@link BlockUpdates} knows of both factors: the current
 * one, the one before, and a candidate. What leaves it has p × r numbers at most, however many samples there are.
 */
public interface SampleBlock extends AutoCloseable {
    /** p. */
    int features();

    /** n. */
    int samples();

    /** Stored entries of X. */
    long nonZeros();

    /** ‖Xᵢ‖² of every feature. */
    double[] rowSquares();

    /** candidate ← where the run begins; {@link #measure} then tells of it beside this W. */
    void begin(RowSet support, DenseMatrix W);

    /**
     * candidate ← [Y − ∇F(Z)/c]₊ against a W whose rows outside {@code support} are zero, with Y = H + centre·(H − before), Z = H +
     * slope·(H − before), c the curvature and the moments of W.
     */
    void step(RowSet support, DenseMatrix W, GramCache at, double centre, double slope, double curvature);

    /** HHᵀ and, where there is a graph, hⱼLhⱼᵀ of the candidate go to {@code into}; the rest is returned. */
    CandidateSums measure(GramCache into);

    /** The same without the graph, which costs less. */
    CandidateSums measureMove(GramCache into);

    /** Σ ‖Xᵢ − WᵢH‖² of the candidate over the rows of the support, from the residual itself. */
    double squaredResidual(RowSet support, DenseMatrix W);

    /** The candidate becomes the current H, and the current one the one before. */
    void commit();

    /** These rows of XHᵀ will probably be asked for, should the candidate be kept: whoever is far away may compute them at once. */
    default void expect(RowSet rows) {}

    /** XHt ← XHᵀ at the current H, in the given rows. */
    void times(RowSet rows, DenseMatrix XHt);

    /** R ← the current H, to be remembered. */
    void refer();

    /** C ← HRᵀ at the current H. */
    void cross(DenseMatrix C);

    @Override
    void close();

    /**
     * What F and the stop rule want to know of a candidate.
     *
     * @param inner ⟨WᵀX, H⟩ for the W it was moved against
     * @param moved ‖candidate − current‖²
     */
    record CandidateSums(double inner, double moved) {}
}
