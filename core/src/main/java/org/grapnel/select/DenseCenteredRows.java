package org.grapnel.select;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.ScratchMatrix;
import org.grapnel.linalg.TileProducts;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Centred rows of a dense X, processed in tiles. BLAS computes the dot products with the members, whose centred rows
 * are stored contiguously.
 */
final class DenseCenteredRows extends CenteredRows {

    /** Members per product. */
    private static final int CHUNK = 256;

    /** BLAS is faster on multiples of this many members; missing ones are zero rows. */
    private static final int GROUP = 4;

    private final DenseMatrix X;
    private final DenseMatrix memberRows;
    private final double[] line;

    DenseCenteredRows(DenseMatrix X, int maxMembers) {
        super(X);
        this.X = X;
        memberRows = DenseMatrix.zeros(maxMembers + GROUP - 1, n);
        line = new double[n];
    }

    @Override
    void storeMember(int position, int feature) {
        row(feature, line);
        memberRows.setRow(position, line);
    }

    @Override
    FeatureSums measure(ExecutionContext context, EdgeList edges) {
        FeatureSums sums = new FeatureSums(p);
        int[] all = allFeatures();
        byTiles(context, p, (from, count, tile, scratch) -> {
            double[] x = scratch.doubles(ScratchArray.ROW, n);
            for (int i = from; i < from + count; i++) {
                X.row(i, x);
                mean[i] = mean(x);
                sums.squares()[i] = squares(x, mean[i]);
            }
            tile.load(X, mean, all, from, count, ScratchMatrix.ROWS.in(scratch, count, n));
            tile.measure(edges);
            System.arraycopy(tile.form, 0, sums.edges(), from, count);
            System.arraycopy(tile.edgeSquares, 0, sums.edgeSquares(), from, count);
            System.arraycopy(tile.fourth, 0, sums.fourths(), from, count);
        });
        return sums;
    }

    private double mean(double[] x) {
        double sum = 0;
        for (int a = 0; a < n; a++) sum += x[a];
        return sum / n;
    }

    private double squares(double[] x, double m) {
        double sum = 0;
        for (int a = 0; a < n; a++) sum += (x[a] - m) * (x[a] - m);
        return sum;
    }

    @Override
    double dots(int feature, int first) {
        double[] x = new double[n];
        row(feature, x);
        double sum = 0;
        for (int j = first; j < members(); j++) {
            memberRows.row(j, line);
            double dot = 0;
            for (int a = 0; a < n; a++) dot += line[a] * x[a];
            sum += dot * dot;
        }
        return sum;
    }

    @Override
    void quadraticForms(
            ExecutionContext context,
            EdgeList edges,
            int[] indices,
            double[] g,
            double[] q,
            double[] form,
            int[] first,
            double[] dots) {
        byTiles(context, indices.length, (from, count, tile, scratch) -> {
            DenseMatrix rows = ScratchMatrix.ROWS.in(scratch, count, n);
            tile.load(X, mean, indices, from, count, rows);
            tile.quadraticForm(edges, g, q);
            for (int f = 0; f < count; f++) form[indices[from + f]] = tile.form[f];
            for (int f = 0, run; f < count; f += run) { // features that lack the same members share a product
                run = 1;
                while (f + run < count && first[indices[from + f + run]] == first[indices[from + f]]) run++;
                addDots(context, rows, f, run, indices, from, first[indices[from + f]], dots, scratch);
            }
        });
    }

    private void addDots(
            ExecutionContext context,
            DenseMatrix rows,
            int f,
            int run,
            int[] indices,
            int from,
            int first,
            double[] dots,
            Scratch scratch) {
        double[] products = scratch.doubles(ScratchArray.PRODUCT, CHUNK);
        for (int j = first, width; j < members(); j += width) {
            width = Math.min(CHUNK, members() - j);
            int padded = (width + GROUP - 1) / GROUP * GROUP;
            DenseMatrix D = ScratchMatrix.ROW_PRODUCTS.in(scratch, run, padded);
            TileProducts.timesTransposed(context, rows, f, run, memberRows, j, j + padded, D, scratch);
            for (int t = 0; t < run; t++) {
                D.row(t, products);
                double sum = dots[indices[from + f + t]];
                for (int l = 0; l < width; l++) sum += products[l] * products[l];
                dots[indices[from + f + t]] = sum;
            }
        }
    }

    /** Processes the features at positions [from, from + count). */
    private interface TileTask {
        void on(int from, int count, FeatureTile tile, Scratch scratch);
    }

    private void byTiles(ExecutionContext context, int count, TileTask work) {
        int width = FeatureTile.width(n);
        context.run((count + width - 1) / width, (b, scratch) -> {
            int from = b * width;
            work.on(from, Math.min(width, count - from), FeatureTile.of(scratch, n), scratch);
        });
    }

    /** By xᵢᵀ(XᵀX)xᵢ, or by pairs of features where there are fewer features than samples. */
    @Override
    double[] allDots(ExecutionContext context) {
        double[] dots = new double[p];
        try (DenseMatrix against = p > n ? gram(context) : centred()) {
            byTiles(context, p, (from, count, tile, scratch) -> {
                DenseMatrix rows = centred(from, count, scratch);
                double[] x = scratch.doubles(ScratchArray.ROW, n);
                double[] line = scratch.doubles(ScratchArray.PRODUCT, CHUNK);
                for (int j = 0, chunk; j < against.rows(); j += chunk) {
                    chunk = Math.min(CHUNK, against.rows() - j);
                    DenseMatrix products = ScratchMatrix.ROW_PRODUCTS.in(scratch, count, chunk);
                    TileProducts.timesTransposed(context, rows, 0, count, against, j, j + chunk, products, scratch);
                    for (int f = 0; f < count; f++) {
                        products.row(f, line);
                        rows.row(f, x);
                        for (int l = 0; l < chunk; l++) dots[from + f] += line[l] * (p > n ? x[j + l] : line[l]);
                    }
                }
            });
        }
        return dots;
    }

    /** Σ xᵢxᵢᵀ over all features. Threads share its strips of rows; each reads all of X. */
    private DenseMatrix gram(ExecutionContext context) {
        DenseMatrix G = DenseMatrix.zeros(n, n);
        int strips = Math.max(1, Math.min(8, n / 64));
        context.run(strips, (strip, scratch) -> {
            for (int i = 0; i < p; i += CHUNK) {
                int count = Math.min(CHUNK, p - i);
                int from = ExecutionContext.blockStart(n, strip, strips);
                TileProducts.addGram(
                        context,
                        centred(i, count, scratch),
                        count,
                        from,
                        ExecutionContext.blockStart(n, strip + 1, strips),
                        G,
                        scratch);
            }
        });
        return G;
    }

    private DenseMatrix centred() {
        DenseMatrix all = DenseMatrix.zeros(p, n);
        for (int i = 0; i < p; i++) {
            row(i, line);
            all.setRow(i, line);
        }
        return all;
    }

    private DenseMatrix centred(int from, int count, Scratch scratch) {
        DenseMatrix rows = ScratchMatrix.ROWS.in(scratch, count, n);
        double[] x = scratch.doubles(ScratchArray.ROW, n);
        for (int f = 0; f < count; f++) {
            row(from + f, x);
            rows.setRow(f, x);
        }
        return rows;
    }

    @Override
    public void close() {
        memberRows.close();
    }
}
