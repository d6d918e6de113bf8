package org.grapnel.model;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.ScratchMatrix;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * A few rows of one factor, with what a term needs to add its gradient there: the rows Z, and the same rows of L·Z and of the product of X
 * with the other factor. Arrays are row-major with r numbers a row, on the heap, where plain loops are fast.
 */
public final class GradientChunk {
    private static final double[] NONE = {};

    private final Scratch scratch;
    private ExecutionContext context;
    private int rows;
    private int r;
    private double[] Z = NONE;
    private double[] product = NONE;
    private double[] LZ = NONE;
    private double[] gradient = NONE;
    private boolean cleared; // the gradient is zero, whatever the array holds

    private GradientChunk(ExecutionContext context, Scratch scratch) {
        this.context = context;
        this.scratch = scratch;
    }

    /** Returns the chunk of the calling thread, resized to the given number of rows. There is one per thread, so nothing is allocated. */
    public static GradientChunk forThread(ExecutionContext context, Scratch scratch, int rows, int r) {
        GradientChunk chunk = scratch.cached(GradientChunk.class);
        if (chunk == null) {
            chunk = new GradientChunk(context, scratch);
            scratch.cache(chunk);
        }
        chunk.context = context;
        chunk.rows = rows;
        chunk.r = r;
        chunk.cleared = false;
        chunk.Z = scratch.doubles(ScratchArray.CHUNK_POINT, rows * r);
        chunk.product = scratch.doubles(ScratchArray.CHUNK_PRODUCT, rows * r);
        chunk.LZ = scratch.doubles(ScratchArray.CHUNK_LAPLACIAN, rows * r);
        chunk.gradient = scratch.doubles(ScratchArray.CHUNK_GRADIENT, rows * r);
        return chunk;
    }

    public int rows() {
        return rows;
    }

    public int rank() {
        return r;
    }

    /** rows × r: the length that counts in each array. */
    public int size() {
        return rows * r;
    }

    /** The point at which the gradient is taken. */
    public double[] Z() {
        return Z;
    }

    /** Rows of XHᵀ for W, of XᵀW for H. */
    public double[] product() {
        return product;
    }

    /** Rows of L·Z; filled only for H, and only with a graph. */
    public double[] LZ() {
        return LZ;
    }

    /** The sum of the gradients so far. */
    public double[] gradient() {
        if (cleared) Arrays.fill(gradient, 0, size(), 0);
        cleared = false;
        return gradient;
    }

    /** Sets the gradient to zero. */
    public void clearGradient() {
        cleared = true; // the first product may overwrite the array instead
    }

    /** gradient ← gradient + Z·G for an r × r matrix G. */
    public void addZTimes(DenseMatrix G) {
        DenseMatrix z = ScratchMatrix.ROWS.in(scratch, rows, r);
        DenseMatrix zG = ScratchMatrix.ROW_PRODUCTS.in(scratch, rows, r);
        z.buffer(0).put(0, Z, 0, size());
        TileProducts.timesSmall(context, z, 0, rows, G, zG, scratch);
        if (cleared) {
            zG.buffer(0).get(0, gradient, 0, size());
            cleared = false;
            return;
        }
        double[] sum = scratch.doubles(ScratchArray.CHUNK_SUM, size());
        zG.buffer(0).get(0, sum, 0, size());
        for (int q = 0; q < size(); q++) gradient[q] += sum[q];
    }
}
