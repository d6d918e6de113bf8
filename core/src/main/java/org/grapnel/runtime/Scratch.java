package org.grapnel.runtime;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.kernel.FloatTile;
import org.jspecify.annotations.Nullable;

/** One thread's working memory, by slot. It grows to what was asked and is then reused: the steady state allocates nothing. */
public final class Scratch implements AutoCloseable {
    // Who uses which slot: a slot belongs to one place, so that a routine never overwrites its caller's memory.
    public static final int X_TILE = 0;
    public static final int W_TILE = 1;
    public static final int PRODUCT_TILE = 2;
    public static final int PARTIAL = 3;
    public static final int GRAM = 4;

    /** Matrix slots from here on are for users of this package. */
    public static final int FREE = 6;

    private final @Nullable DenseMatrix[] matrices = new DenseMatrix[12];
    private final long[] capacity = new long[12];
    private final double[][] doubles = new double[12][0];
    private final int[][] ints = new int[4][0];
    private float[] floats = new float[0];
    private @Nullable FloatTile tile;
    private @Nullable Object tool;

    /** A matrix of this shape with arbitrary content. */
    public DenseMatrix matrix(int slot, int rows, int cols) {
        DenseMatrix M = matrices[slot];
        if (M == null || capacity[slot] < (long) rows * cols) {
            if (M != null) M.close();
            M = DenseMatrix.zeros(1, Math.multiplyExact(Math.max(1, rows), Math.max(1, cols)));
            capacity[slot] = M.cols();
            matrices[slot] = M;
        }
        return M.reshape(rows, cols);
    }

    /** An array at least this long with arbitrary content. */
    public double[] doubles(int slot, int length) {
        if (doubles[slot].length < length) doubles[slot] = new double[length];
        return doubles[slot];
    }

    /** An array at least this long with arbitrary content. */
    public int[] ints(int slot, int length) {
        if (ints[slot].length < length) ints[slot] = new int[length];
        return ints[slot];
    }

    /** The array of floats, at least this long, with arbitrary content. */
    public float[] floats(int length) {
        if (floats.length < length) floats = new float[length];
        return floats;
    }

    /** The tile of floats, of this shape, with arbitrary content. */
    public FloatTile tile(int rows, int cols) {
        FloatTile at = tile;
        if (at == null || at.capacity() < rows * cols) {
            if (at != null) at.close();
            at = new FloatTile(rows, cols);
            tile = at;
        }
        return at.reshape(rows, cols);
    }

    /** The object that was given to {@link #keep}, if it is of this type. */
    public <T> @Nullable T kept(Class<T> type) {
        return type.isInstance(tool) ? type.cast(tool) : null;
    }

    /** Keeps one object for this thread, in place of the last. */
    public void keep(Object object) {
        tool = object;
    }

    @Override
    public void close() {
        for (DenseMatrix M : matrices) if (M != null) M.close();
        if (tile != null) tile.close();
        tile = null;
        Arrays.fill(matrices, null);
        Arrays.fill(capacity, 0);
    }
}
