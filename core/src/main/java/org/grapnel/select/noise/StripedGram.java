package org.grapnel.select.noise;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.ScratchMatrix;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * K = Σ uⱼuⱼᵀ over the features j of R, n × n and symmetric, stored in stripes of rows [Kₛₛ 2Kₛₜ …] with t after s.
 * Then uᵀK u = Σₛ uₛᵀ [Kₛₛ 2Kₛₜ …] (uₛ, uₜ, …) costs little more than half.
 */
final class StripedGram implements AutoCloseable {
    /** Samples per stripe, features per step of the sum, features transposed at once. */
    private static final int STRIPE = 128;

    private static final int DEPTH = 1024;
    private static final int TRANSPOSE_BATCH = 64;

    private final UnitFeatures units;
    private final int n;
    private final DenseMatrix[] K;

    private StripedGram(UnitFeatures units) {
        this.units = units;
        this.n = units.samples();
        this.K = new DenseMatrix[(n + STRIPE - 1) / STRIPE];
        for (int s = 0; s < K.length; s++) K[s] = DenseMatrix.zeros(width(s), n - s * STRIPE);
    }

    static StripedGram compute(ExecutionContext context, UnitFeatures units, RowSet R) {
        StripedGram stripes = new StripedGram(units);
        stripes.sum(context, R);
        return stripes;
    }

    private int width(int stripe) {
        return Math.min(STRIPE, n - stripe * STRIPE);
    }

    /** Copies the diagonal of K. */
    void diagonal(double[] into) {
        for (int a = 0; a < n; a++) into[a] = K[a / STRIPE].get(a % STRIPE, a % STRIPE);
    }

    /** Q[i] ← uᵀK u for the features [from, from + count). */
    void forms(ExecutionContext context, int from, int count, double[] Q, Scratch scratch) {
        double[] u = scratch.doubles(ScratchArray.ROW, units.rowLength());
        double[] v = scratch.doubles(ScratchArray.PRODUCT, n);
        double[] block = scratch.doubles(ScratchArray.BLOCK, count * n);
        for (int i = 0; i < count; i++) {
            units.row(from + i, u);
            System.arraycopy(u, 0, block, i * n, n);
            Q[from + i] = 0;
        }
        for (int s = 0; s < K.length; s++) {
            int first = s * STRIPE;
            DenseMatrix tile = ScratchMatrix.ROWS.in(scratch, count, width(s));
            for (int i = 0; i < count; i++) tile.buffer(i).put(tile.rowOffset(i), block, i * n + first, width(s));
            DenseMatrix product = ScratchMatrix.ROW_PRODUCTS.in(scratch, count, n - first);
            TileProducts.timesSmall(context, tile, 0, count, K[s], product, scratch);
            for (int i = 0; i < count; i++) {
                product.row(i, v);
                Q[from + i] += NoiseScores.dot(block, i * n + first, v, 0, n - first);
            }
        }
    }

    /** Sums K over batches of features. Each thread owns a stripe of columns from the diagonal downwards. */
    private void sum(ExecutionContext context, RowSet R) {
        int batches = Math.max(1, (R.count() + DEPTH - 1) / DEPTH);
        int depth = (R.count() + batches - 1) / batches;
        double[][] sums = new double[K.length][];
        DenseMatrix[] stripes = new DenseMatrix[K.length]; // a batch of features, by stripes of columns
        for (int s = 0; s < K.length; s++) {
            sums[s] = new double[(n - s * STRIPE) * width(s)];
            stripes[s] = DenseMatrix.zeros(depth, width(s));
        }
        try (DenseMatrix Ut = DenseMatrix.zeros(n, depth)) {
            for (int batch = 0; batch < batches; batch++) {
                load(context, R, batch * depth, depth, stripes, Ut);
                context.run(K.length, (s, scratch) -> {
                    int first = s * STRIPE;
                    DenseMatrix product = ScratchMatrix.ROW_PRODUCTS.in(scratch, n - first, width(s));
                    TileProducts.timesSmall(context, Ut, first, n, stripes[s], product, 0, scratch);
                    double[] sum = sums[s];
                    double[] added = scratch.doubles(ScratchArray.BLOCK, sum.length);
                    product.rows(0, n - first, added);
                    for (int e = 0; e < sum.length; e++) sum[e] += added[e];
                });
            }
        } finally {
            for (DenseMatrix M : stripes) M.close();
        }
        for (int s = 0; s < K.length; s++) {
            int height = n - s * STRIPE;
            int width = width(s);
            double[] transposed = new double[width * height];
            for (int a = 0; a < height; a++)
                for (int b = 0; b < width; b++)
                    transposed[b * height + a] = (a < width ? 1 : 2) * sums[s][a * width + b];
            K[s].setRows(0, width, transposed);
        }
    }

    /** Loads a batch of R, by stripes and transposed; zeros after the end of R. */
    private void load(ExecutionContext context, RowSet R, int from, int depth, DenseMatrix[] stripes, DenseMatrix Ut) {
        context.run((depth + TRANSPOSE_BATCH - 1) / TRANSPOSE_BATCH, (t, scratch) -> {
            int at = t * TRANSPOSE_BATCH;
            int count = Math.min(TRANSPOSE_BATCH, depth - at);
            double[] u = scratch.doubles(ScratchArray.ROW, units.rowLength());
            double[] block = scratch.doubles(ScratchArray.BLOCK, TRANSPOSE_BATCH * n);
            for (int i = 0; i < count; i++) {
                if (from + at + i < R.count()) units.row(R.get(from + at + i), u);
                else Arrays.fill(u, 0, n, 0);
                for (int s = 0; s < stripes.length; s++)
                    stripes[s].buffer(at + i).put(stripes[s].rowOffset(at + i), u, s * STRIPE, width(s));
                System.arraycopy(u, 0, block, i * n, n);
            }
            double[] line = scratch.doubles(ScratchArray.PRODUCT, TRANSPOSE_BATCH);
            for (int a = 0; a < n; a++) {
                for (int i = 0; i < count; i++) line[i] = block[i * n + a];
                Ut.buffer(a).put(Ut.rowOffset(a) + at, line, 0, count);
            }
        });
    }

    @Override
    public void close() {
        for (DenseMatrix stripe : K) stripe.close();
    }
}
