package org.grapnel.linalg.points;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/**
 * Columns of X as points in single precision, each contiguous in memory, for distances between points that are not
 * adjacent. All points are divided by one power of two, or each by its length, so that squares stay in range.
 *
 * <p>A squared distance is the sum of (x_f − y_f)² over the features in ascending order. So the distance of a pair has
 * the same bits in both directions, in any set of points, and for dense and sparse storage: terms that a sparse sum
 * leaves out are zero.
 */
public sealed interface PointRows permits DensePointRows, SparsePointRows {
    /**
     * Copies the given columns, in this order. With {@code toUnitLength}, each is divided by its length, which must not
     * be 0.
     */
    static PointRows create(ExecutionContext context, Matrix X, int[] columns, boolean toUnitLength) {
        return X instanceof SparseMatrix sparse
                ? new SparsePointRows(sparse, columns, toUnitLength)
                : new DensePointRows(context, (DenseMatrix) X, columns, toUnitLength);
    }

    /** Returns the number of points. */
    int count();

    /**
     * Computes the position of points along the line through two points: into[q] ← xᵀ(x_a − x_b) for x = points[q], q
     * in [from, end).
     */
    void project(int a, int b, int[] points, int from, int end, float[] into);

    /** Prepares the distances between some points, for the thread of {@code scratch}. Use it before the next call. */
    PointSet gather(int[] points, int size, Scratch scratch);

    /** Some points whose distances are asked for. */
    interface PointSet {
        /** into[j] ← the squared distance between the points at places {@code a} and j, for j in [from, size). */
        void squares(int a, int from, float[] into);
    }
}
