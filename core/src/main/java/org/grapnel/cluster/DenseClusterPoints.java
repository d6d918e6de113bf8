package org.grapnel.cluster;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.ScratchMatrix;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/** Samples as rows of a dense matrix. Products with the centres are computed by blocks in the kernel. */
final class DenseClusterPoints extends ClusterPoints {

    /** Doubles per block of samples: a quarter of a megabyte, which fits the second-level cache. */
    private static final int BLOCK_DOUBLES = 1 << 15;

    private final DenseMatrix rows;
    private final boolean owned;

    private DenseClusterPoints(ExecutionContext context, DenseMatrix rows, boolean owned) {
        super(rows.rows(), rows.cols(), meanRow(context, rows));
        this.rows = rows;
        this.owned = owned;
        context.runEach(n, 4.0 * n * d, (i, scratch) -> {
            double[] x = scratch.doubles(ScratchArray.ROW, d);
            rows.row(i, x);
            double aroundZero = 0;
            double aroundMean = 0;
            for (int f = 0; f < d; f++) {
                aroundZero += x[f] * x[f];
                aroundMean += (x[f] - mean[f]) * (x[f] - mean[f]);
            }
            setSquares(i, aroundMean, aroundZero);
        });
    }

    /** Uses the rows of a matrix, which the caller keeps. */
    static DenseClusterPoints createFromRows(ExecutionContext context, DenseMatrix rows) {
        return new DenseClusterPoints(context, rows, false);
    }

    /** Uses the columns of a matrix, restricted to the given rows, as a transposed copy. */
    static DenseClusterPoints createFromColumns(ExecutionContext context, DenseMatrix X, RowSet features) {
        int n = X.cols();
        int k = features.count();
        DenseMatrix Xt = DenseMatrix.zeros(n, k);
        try {
            int width = Math.max(1, Math.min(64, BLOCK_DOUBLES / Math.max(1, k)));
            context.run((n + width - 1) / width, (b, scratch) -> {
                int firstColumn = b * width;
                int w = Math.min(width, n - firstColumn);
                double[] line = scratch.doubles(ScratchArray.ROW, w);
                double[] tile = scratch.doubles(ScratchArray.CENTERS, w * k);
                for (int q = 0; q < k; q++) {
                    int row = features.get(q);
                    X.buffer(row).get(X.rowOffset(row) + firstColumn, line, 0, w);
                    for (int j = 0; j < w; j++) tile[j * k + q] = line[j];
                }
                Xt.setRows(firstColumn, w, tile);
            });
            return new DenseClusterPoints(context, Xt, true);
        } catch (RuntimeException | Error e) {
            Xt.close();
            throw e;
        }
    }

    private static double[] meanRow(ExecutionContext context, DenseMatrix rows) {
        int n = rows.rows();
        int d = rows.cols();
        int blocks = Math.max(1, Math.min(n, ExecutionContext.blockCount(2.0 * n * d)));
        double[][] sums = new double[blocks][d];
        context.run(blocks, (b, scratch) -> {
            double[] x = scratch.doubles(ScratchArray.ROW, d);
            for (int i = ExecutionContext.blockStart(n, b, blocks);
                    i < ExecutionContext.blockStart(n, b + 1, blocks);
                    i++) {
                rows.row(i, x);
                for (int f = 0; f < d; f++) sums[b][f] += x[f];
            }
        });
        double[] mean = sums[0];
        for (int b = 1; b < blocks; b++) for (int f = 0; f < d; f++) mean[f] += sums[b][f];
        for (int f = 0; f < d; f++) mean[f] /= n;
        return mean;
    }

    @Override
    boolean exactSquares() {
        return true;
    }

    @Override
    void prepareProducts(double[] vectors, int c, Scratch scratch) {
        ScratchMatrix.VECTORS.in(scratch, d, c).setRows(0, d, vectors);
    }

    @Override
    void products(
            ExecutionContext context,
            int[] samples,
            int from,
            int m,
            double[] vectors,
            int c,
            double[] into,
            Scratch scratch) {
        DenseMatrix B = ScratchMatrix.VECTORS.in(scratch, d, c);
        DenseMatrix products = ScratchMatrix.ROW_PRODUCTS.in(scratch, m, c);
        int first = samples[from];
        if (samples[from + m - 1] - first == m - 1) {
            TileProducts.timesSmall(context, rows, first, first + m, B, products, 0, scratch);
        } else {
            DenseMatrix tile = ScratchMatrix.ROWS.in(scratch, m, d);
            for (int q = 0; q < m; q++) tile.copyRow(q, rows, samples[from + q]);
            TileProducts.timesSmall(context, tile, 0, m, B, products, 0, scratch);
        }
        products.rows(0, m, into);
    }

    @Override
    int blockSize() {
        return Math.max(32, Math.min(1024, BLOCK_DOUBLES / Math.max(1, d)));
    }

    @Override
    void add(int i, double sign, double[] sums, int at, Scratch scratch) {
        double[] x = row(i, scratch);
        for (int f = 0; f < d; f++) sums[at + f] += sign * x[f];
    }

    @Override
    void copy(int i, double[] into, int at, Scratch scratch) {
        System.arraycopy(row(i, scratch), 0, into, at, d);
    }

    @Override
    double distance(int i, double[] centres, int at, Scratch scratch) {
        double[] x = row(i, scratch);
        double sum = 0;
        for (int f = 0; f < d; f++) sum += (x[f] - centres[at + f]) * (x[f] - centres[at + f]);
        return sum;
    }

    @Override
    double inertia(int[] labels, double[] centres, Scratch scratch) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += quickDistance(row(i, scratch), centres, labels[i] * d);
        return sum;
    }

    /** Squared distance with four independent sums, which the processor computes in parallel. */
    private double quickDistance(double[] x, double[] centres, int at) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int f = 0;
        for (; f + 4 <= d; f += 4) {
            double a = x[f] - centres[at + f];
            double b = x[f + 1] - centres[at + f + 1];
            double c = x[f + 2] - centres[at + f + 2];
            double e = x[f + 3] - centres[at + f + 3];
            s0 += a * a;
            s1 += b * b;
            s2 += c * c;
            s3 += e * e;
        }
        for (; f < d; f++) s0 += (x[f] - centres[at + f]) * (x[f] - centres[at + f]);
        return s0 + s1 + (s2 + s3);
    }

    private double[] row(int i, Scratch scratch) {
        double[] x = scratch.doubles(ScratchArray.ROW, d);
        rows.row(i, x);
        return x;
    }

    @Override
    public void close() {
        if (owned) rows.close();
    }
}
