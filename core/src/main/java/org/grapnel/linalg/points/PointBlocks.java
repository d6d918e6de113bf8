package org.grapnel.linalg.points;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/**
 * Columns of X as points, in blocks: dot products between two blocks in single precision with a bound on their error,
 * and exact distances. Points may be scaled to unit length. All points are divided by one power of two, so that neither
 * floating-point range overflows; {@link #unit} converts lengths back.
 *
 * <p>Dot products are those of x − μ. The implementation chooses μ; distances do not depend on it.
 */
public sealed interface PointBlocks extends AutoCloseable permits DensePointBlocks, SparsePointBlocks {
    /**
     * Creates points from the given columns, in this order. With {@code toUnitLength}, each is divided by its length,
     * which must not be 0.
     */
    static PointBlocks create(ExecutionContext context, Matrix X, int[] columns, boolean toUnitLength) {
        int widest = maxBlockWidth(X);
        int[] bounds = new int[(columns.length + widest - 1) / widest + 1];
        for (int b = 0; b < bounds.length; b++) bounds[b] = Math.min(columns.length, b * widest);
        return create(context, X, columns, toUnitLength, bounds);
    }

    /**
     * Creates points with the given blocks: block b is [bounds[b], bounds[b + 1]), at most {@link #maxBlockWidth} wide.
     */
    static PointBlocks create(ExecutionContext context, Matrix X, int[] columns, boolean toUnitLength, int[] bounds) {
        return X instanceof SparseMatrix sparse
                ? new SparsePointBlocks(sparse, columns, toUnitLength, bounds)
                : new DensePointBlocks(context, (DenseMatrix) X, columns, toUnitLength, bounds);
    }

    /** Returns how many points a block may hold, so that a tile fits into one buffer for any number of features. */
    static int maxBlockWidth(Matrix X) {
        return (int) Math.max(1, Math.min(512, (1L << 28) / Math.max(1, X.rows())));
    }

    /** Returns the number of points. */
    int count();

    /** Returns the number of blocks. Block b holds the points [from(b), from(b + 1)). */
    int blocks();

    int from(int block);

    /** Returns ‖x − μ‖² of a point. */
    double square(int point);

    /** Returns ε with |computed − true| ≤ ε·‖x − μ‖·‖y − μ‖ + {@link #TINY}·p for every dot product. */
    double error();

    /** Error of one term of a dot product that underflows in single precision. */
    double TINY = 0x1p-140;

    /** Computes the dot products of block a with block b. Read them before the same thread asks for others. */
    DotProducts dots(ExecutionContext context, int a, int b, Scratch scratch);

    /** A block of dot products, read row by row. */
    interface DotProducts {
        /** into[j] ← the dot product of point i of the first block with point j of the second. */
        void row(int i, float[] into);
    }

    /**
     * Computes exact squared distances: into[q] belongs to point i and point other[q], for q in [start[i], start[i +
     * 1]). Each is a sum of squared differences in a fixed order, so it is the same in both directions and 0 for equal
     * points.
     */
    void distances(ExecutionContext context, int[] start, int[] other, double[] into);

    /** Computes exact squared distances from one point to {@code count} others, on the calling thread. */
    void distances(int point, int[] other, int count, double[] into);

    /** Returns the length in units of X of a distance of 1. */
    double unit();

    @Override
    void close();
}
