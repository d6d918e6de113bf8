package org.grapnel.linalg.decomp;

import java.io.Serializable;
import java.util.List;
import org.grapnel.linalg.DenseMatrix;

/**
 * A tall block V of b columns and its product A·V with a symmetric operator, wherever the rows live: the vectors of a
 * subspace iteration. Matrices of b × b stay with the caller.
 *
 * <p>An implementation may delay the changes of V and A·V until a method returns numbers.
 */
public interface SubspaceBlock {
    /** Returns b, the number of columns. */
    int columns();

    /** Fills a column with random numbers: row i gets the standard normal number (seed of the block, i, number). */
    void draw(int column, int number);

    /** Returns Σᵢ vᵢⱼ² of every column j. */
    double[] columnSquares();

    /** Multiplies every column of V by a number. */
    void scaleColumns(double[] by);

    /** G ← VᵀV. */
    void gram(DenseMatrix G);

    /** V ← V·E. */
    void rotate(DenseMatrix E);

    /** Computes A·V, and T ← Vᵀ(A·V). */
    void multiply(DenseMatrix T);

    /** V ← V·E and A·V ← (A·V)·E. */
    void rotateBoth(DenseMatrix E);

    /** Returns Σᵢ ((A·V)ᵢⱼ − tⱼ·vᵢⱼ)² of every column j. */
    double[] residualSquares(double[] t);

    /** Runs a recurrence; V becomes its last block. The first step reads the known A·V. A·V is then unknown. */
    void filter(List<RecurrenceStep> steps);

    /** One step of a recurrence with three terms: next = product·A·now + same·now + before·(the block before). */
    record RecurrenceStep(double product, double same, double before) implements Serializable {}
}
