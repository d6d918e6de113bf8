package org.grapnel.linalg.points;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;

/**
 * Columns of X as points: the dot products between two blocks of them, in single precision and with a bound on their
 * error, and their exact distances. Points may be divided by their length. Inside, all are divided by one power of two, so
 * that neither range of floating-point numbers is left; {@link #unit} takes lengths back.
 *
 * <p>Dot products are those of x − μ with some μ of the class's choice, which no distance depends on.
 */
public sealed interface PointBlocks extends AutoCloseable permits DensePointBlocks, SparsePointBlocks {
    /** Points from the given columns, in this order; each is divided by its length if asked, which must not be 0. */
    static PointBlocks create(ExecutionContext context, Matrix X, int[] columns, boolean toUnitLength) {
        int widest = maxBlockWidth(X);
        int[] bounds = new int[(columns.length + widest - 1) / widest + 1];
        for (int b = 0; b < bounds.length; b++) bounds[b] = Math.min(columns.length, b * widest);
        return create(context, X, columns, toUnitLength, bounds);
    }

    /** The same with blocks of the caller's choice: block b is [bounds[b], bounds[b + 1]), no wider than {@link #maxBlockWidth}. */
    static PointBlocks create(ExecutionContext context, Matrix X, int[] columns, boolean toUnitLength, int[] bounds) {
        return X instanceof SparseMatrix sparse
                ? new SparsePointBlocks(sparse, columns, toUnitLength, bounds)
                : new DensePointBlocks(context, (DenseMatrix) X, columns, toUnitLength, bounds);
    }

    /** How many points a block may hold; a tile must not outgrow a buffer, however many features there are. */
    static int maxBlockWidth(Matrix X) {
        return (int) Math.max(1, Math.min(512, (1L << 28) / Math.max(1, X.rows())));
    }

    /** How many points there are. */
    int count();

    /** How many blocks; block b holds the points [from(b), from(b + 1)). */
    int blocks();

    int from(int block);

    /** ‖x − μ‖² of a point. */
    double square(int point);

    /** ε with |computed − true| ≤ ε·‖x − μ‖·‖y − μ‖ + {@link #TINY}·p for every dot product. */
    double error();

    /** What each term of a dot product may lose where single precision runs out of exponents. */
    double TINY = 0x1p-140;

    /** The dot products of block a with block b, to be read before this thread asks for another. */
    DotProducts dots(ExecutionContext context, int a, int b, Scratch scratch);

    /** A block of dot products, row by row. */
    interface DotProducts {
        /** into[j] ← the dot product of point i of the first block with point j of the second. */
        void row(int i, float[] into);
    }

    /**
     * Exact squared distances: into[q] belongs to point i and point other[q], for q in [start[i], start[i + 1]). Each is a sum
     * of squared differences in a fixed order, so it is the same in both directions and 0 for equal points.
     */
    void distances(ExecutionContext context, int[] start, int[] other, double[] into);

    /** The same from one point to so many others, for callers that run on a thread of their own. */
    void distances(int point, int[] other, int count, double[] into);

    /** What a distance of 1 here is in the units of X. */
    double unit();

    @Override
    void close();

    /** The smallest power of two that is not below a finite x; 1 for 0. */
    static double powerOfTwo(double x) {
        Preconditions.require(x < Double.POSITIVE_INFINITY, "distances need finite numbers, got %s", x);
        if (x == 0) return 1;
        double power = Math.scalb(1.0, Math.max(-1000, Math.min(1000, Math.getExponent(x) + 1)));
        return power;
    }
}
