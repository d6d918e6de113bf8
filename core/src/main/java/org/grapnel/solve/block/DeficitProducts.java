package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.LineWeights;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.ScratchMatrix;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;
import org.jspecify.annotations.Nullable;

/**
 * What weights c = 1 − d of the entries of X change in the loss: its gradient in a row z of one factor is z·MᵀM − (C∘X)M − Σₗ dₗ(z·mₗ)mₗ, and
 * its value has Σ dₗ(z·mₗ)² less than without weights. M is the other factor; the sums run over the entries of the line whose weight is not 1.
 *
 * <p>Costs 4r operations per such entry. Where they are many, z·Mᵀ is a product for a tile of rows, of which the other entries are set to zero.
 */
public final class DeficitProducts {
    /** The share of listed entries from which a product of whole tiles is faster. */
    private static final double MANY = 0.05;

    /** Columns of a tile. */
    private static final int WIDTH = 1024;

    private static final int ROWS = 64;

    private final ExecutionContext context;
    private final LineWeights lines;
    private final DenseMatrix M;
    private final double[] m;
    private final int r;
    private final boolean many;

    DeficitProducts(ExecutionContext context, LineWeights lines, int lineCount, DenseMatrix M) {
        this.context = context;
        this.lines = lines;
        this.M = M;
        r = M.cols();
        many = lines.total() > MANY * lineCount * lines.length();
        m = new double[many ? 0 : Math.multiplyExact(lines.length(), r)];
        if (!many) M.rows(0, lines.length(), m);
    }

    /** product ← product + Σₗ dₗ(z·mₗ)mₗ for rows z at positions [q, q + count) of a list; arrays have r numbers a row. */
    void addTo(double[] product, double[] Z, RowSet list, int q, int count, Scratch scratch) {
        if (many) {
            multiply(Z, list, q, count, product, null, scratch);
            return;
        }
        for (int i = 0, at = 0; i < count; i++, at += r) {
            int line = list.get(q + i);
            for (int e = lines.from(line), end = e + lines.count(line); e < end; e++) {
                int row = lines.index(e) * r;
                double c = lines.deficit(e) * dot(Z, at, row);
                if (c != 0) for (int k = 0; k < r; k++) product[at + k] += c * m[row + k];
            }
        }
    }

    private double dot(double[] Z, int at, int row) {
        double even = 0;
        double odd = 0;
        int k = 0;
        for (; k < r - 1; k += 2) {
            even += Z[at + k] * m[row + k];
            odd += Z[at + k + 1] * m[row + k + 1];
        }
        return (k < r ? even + Z[at + k] * m[row + k] : even) + odd;
    }

    /** Σ dᵢₗ(zᵢ·mₗ)² over all lines, where the rows of Z are the zᵢ. */
    double squares(DenseMatrix Z) {
        int n = Z.rows();
        RowSet all = RowSet.all(n);
        double flops = many ? 2.0 * n * lines.length() * r / 10 : 2.0 * lines.total() * r;
        int tiles = (n + ROWS - 1) / ROWS;
        return context.sum(tiles, ExecutionContext.blockCount(flops), (from, end, scratch) -> {
            double[] z = scratch.doubles(ScratchArray.ROW, ROWS * r);
            double[] squares = scratch.doubles(ScratchArray.SQUARES, ROWS);
            double sum = 0;
            for (int t = from; t < end; t++) {
                int q = t * ROWS;
                int count = Math.min(ROWS, n - q);
                Z.rows(q, count, z);
                squares(z, all, q, count, squares, scratch);
                for (int i = 0; i < count; i++) sum += squares[i];
            }
            return sum;
        });
    }

    /** into ← Σₗ dₗ(z·mₗ)² for rows z at positions [q, q + count) of a list. */
    void squares(double[] Z, RowSet list, int q, int count, double[] into, Scratch scratch) {
        if (many) {
            multiply(Z, list, q, count, null, into, scratch);
            return;
        }
        for (int i = 0, at = 0; i < count; i++, at += r) {
            int line = list.get(q + i);
            double sum = 0;
            for (int e = lines.from(line), end = e + lines.count(line); e < end; e++) {
                double fitted = dot(Z, at, lines.index(e) * r);
                sum += lines.deficit(e) * fitted * fitted;
            }
            into[i] = sum;
        }
    }

    /** Adds (D∘(ZMᵀ))M to the product, or else computes the squares: one of the two is given. */
    private void multiply(
            double[] Z,
            RowSet list,
            int q,
            int count,
            double @Nullable [] product,
            double @Nullable [] squares,
            Scratch scratch) {
        DenseMatrix z = ScratchMatrix.ROWS.in(scratch, count, r);
        z.setRows(0, count, Z);
        DenseMatrix added = ScratchMatrix.ROW_PRODUCTS.in(scratch, count, r);
        if (product != null) added.setRows(0, count, product);
        if (squares != null) Arrays.fill(squares, 0, count, 0);
        int[] next = scratch.ints(count);
        for (int i = 0; i < count; i++) next[i] = lines.from(list.get(q + i));
        double[] fitted = scratch.doubles(ScratchArray.BLOCK, WIDTH);
        double[] kept = scratch.doubles(ScratchArray.VALUES, WIDTH);
        for (int from = 0, width; from < lines.length(); from += width) {
            width = Math.min(WIDTH, lines.length() - from);
            DenseMatrix tile = ScratchMatrix.VECTORS.in(scratch, count, width);
            TileProducts.timesTransposed(context, z, 0, count, M, from, from + width, tile, scratch);
            for (int i = 0; i < count; i++) {
                int line = list.get(q + i);
                tile.row(i, fitted);
                int end = lines.firstAtOrAfter(line, next[i], from + width);
                if (squares != null) squares[i] += lines.squares(next[i], end, from, fitted);
                if (product != null) {
                    Arrays.fill(kept, 0, width, 0);
                    lines.multiply(next[i], end, from, fitted, kept);
                    tile.setRow(i, kept);
                }
                next[i] = end;
            }
            if (product != null) TileProducts.addTimesRows(context, tile, count, M, from, added, scratch);
        }
        if (product != null) added.rows(0, count, product);
    }
}
