package org.grapnel.linalg.points;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.FixedOrderSquares;
import org.grapnel.linalg.Scaling;
import org.grapnel.linalg.kernel.FloatTile;
import org.grapnel.linalg.kernel.Kernels;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Points with a value for every feature: x − μ in single precision, where μ is the mean of X, one tile per block of
 * points. The error of a sum of p products, in any order and with or without fused multiply-add, is at most p·u/(1 −
 * p·u) of the product of the norms (Higham 2002, §3.1), u = 2⁻²⁴. Rounding x − μ to single precision adds 2u.
 */
final class DensePointBlocks implements PointBlocks {
    private static final int PANEL = FixedOrderSquares.PANEL;

    private final DenseMatrix X;
    private final int[] columns;
    private final double[] divisor;
    private final double unit;
    private final int[] bounds;
    private final FloatTile[] tiles;
    private final double[] squares;

    DensePointBlocks(ExecutionContext context, DenseMatrix X, int[] columns, boolean toUnitLength, int[] bounds) {
        this.bounds = bounds;
        this.X = X;
        this.columns = columns;
        int p = X.rows();
        double[] mean = new double[p];
        double[] length = toUnitLength ? X.columnNorms() : new double[0];
        double spread = center(context, length, mean);
        unit = toUnitLength ? 1 : Scaling.powerOfTwo(spread);
        if (toUnitLength) {
            divisor = length;
        } else {
            divisor = new double[X.cols()];
            Arrays.fill(divisor, unit);
            for (int f = 0; f < p; f++) {
                double before = mean[f];
                mean[f] /= unit;
                Preconditions.require(
                        Math.abs(mean[f]) < Double.POSITIVE_INFINITY,
                        "distances cannot be computed: feature %d has the mean %s, but the features vary by at most %s;"
                                + " subtract a constant from this feature",
                        f,
                        before,
                        spread);
            }
        }
        squares = new double[columns.length];
        tiles = new FloatTile[blocks()];
        try {
            for (int b = 0; b < tiles.length; b++) tiles[b] = new FloatTile(p, from(b + 1) - from(b));
            context.run(tiles.length, (b, scratch) -> fill(b, mean, scratch));
        } catch (OutOfMemoryError | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Computes the mean of every feature and returns the largest |x − μ|. */
    private double center(ExecutionContext context, double[] length, double[] mean) {
        int p = X.rows();
        int n = X.cols();
        int cut = Math.max(1, Math.min(p, ExecutionContext.blockCount(4.0 * p * n)));
        double[] largest = new double[cut];
        context.run(cut, (b, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.ROW, n);
            for (int f = ExecutionContext.blockStart(p, b, cut); f < ExecutionContext.blockStart(p, b + 1, cut); f++) {
                X.row(f, row);
                if (length.length > 0) for (int j = 0; j < n; j++) row[j] /= length[j];
                double most = 0;
                for (int j = 0; j < n; j++) most = Math.max(most, Math.abs(row[j]));
                double scale = most > 1e100 ? 0x1p-500 : 1; // keeps the sum of very large values from overflowing
                double sum = 0;
                for (int j = 0; j < n; j++) sum += row[j] * scale;
                mean[f] = sum / n / scale;
                for (int j = 0; j < n; j++) largest[b] = Math.max(largest[b], Math.abs(row[j] - mean[f]));
            }
        });
        double spread = 0;
        for (double most : largest) spread = Math.max(spread, most);
        return spread;
    }

    private void fill(int b, double[] mean, Scratch scratch) {
        FloatTile tile = tiles[b];
        int from = from(b);
        int width = tile.cols();
        double[] line = scratch.doubles(ScratchArray.ROW, width);
        float[] rounded = scratch.floats(width);
        for (int f = 0; f < X.rows(); f++) {
            values(f, from, width, line);
            for (int j = 0; j < width; j++) {
                double c = line[j] - mean[f];
                squares[from + j] += c * c;
                rounded[j] = (float) c;
            }
            tile.floats().put(f * width, rounded, 0, width);
        }
    }

    /** Copies feature f of {@code width} points, starting at point {@code from}. */
    private void values(int f, int from, int width, double[] into) {
        DoubleBuffer row = X.buffer(f);
        int at = X.rowOffset(f);
        if (columns[from + width - 1] - columns[from] == width - 1 && isRun(from, width)) {
            row.get(at + columns[from], into, 0, width);
        } else {
            for (int j = 0; j < width; j++) into[j] = row.get(at + columns[from + j]);
        }
        for (int j = 0; j < width; j++) into[j] /= divisor[columns[from + j]];
    }

    private boolean isRun(int from, int width) {
        for (int j = 1; j < width; j++) if (columns[from + j] != columns[from + j - 1] + 1) return false;
        return true;
    }

    @Override
    public int count() {
        return columns.length;
    }

    @Override
    public int blocks() {
        return bounds.length - 1;
    }

    @Override
    public int from(int block) {
        return bounds[block];
    }

    @Override
    public double square(int point) {
        return squares[point];
    }

    @Override
    public double error() {
        double pu = X.rows() * 0x1p-24;
        return pu < 0.5 ? pu / (1 - pu) + 0x1p-22 : 2;
    }

    @Override
    public DotProducts dots(ExecutionContext context, int a, int b, Scratch scratch) {
        FloatTile C = FloatTile.in(scratch, tiles[a].cols(), tiles[b].cols());
        Kernels.of(context).dots(tiles[a], tiles[b], C);
        return (i, into) -> C.floats().get(i * C.cols(), into, 0, C.cols());
    }

    /**
     * Works panel by panel. A panel holds 32 features of all points side by side, so a pair costs a few cache lines
     * instead of 32.
     */
    @Override
    public void distances(ExecutionContext context, int[] start, int[] other, double[] into) {
        Arrays.fill(into, 0, start[count()], 0);
        double[] panel = new double[Math.multiplyExact(count(), PANEL)];
        for (int first = 0; first < X.rows(); first += PANEL) {
            int features = Math.min(PANEL, X.rows() - first);
            if (features < PANEL) Arrays.fill(panel, 0);
            int from = first;
            context.run(blocks(), (b, scratch) -> {
                int width = from(b + 1) - from(b);
                double[] line = scratch.doubles(ScratchArray.ROW, width);
                for (int f = 0; f < features; f++) {
                    values(from + f, from(b), width, line);
                    for (int j = 0, at = from(b) * PANEL + f; j < width; j++, at += PANEL) panel[at] = line[j];
                }
            });
            context.run(blocks(), (b, scratch) -> {
                for (int i = from(b); i < from(b + 1); i++)
                    for (int q = start[i]; q < start[i + 1]; q++)
                        into[q] += FixedOrderSquares.panelSquares(panel, i * PANEL, other[q] * PANEL);
            });
        }
    }

    @Override
    public void distances(int point, int[] other, int count, double[] into) {
        FixedOrderSquares[] sums = new FixedOrderSquares[count];
        for (int q = 0; q < count; q++) sums[q] = new FixedOrderSquares();
        for (int f = 0; f < X.rows(); f++) {
            double x = X.get(f, columns[point]) / divisor[columns[point]];
            for (int q = 0; q < count; q++)
                sums[q].add(f, x - X.get(f, columns[other[q]]) / divisor[columns[other[q]]]);
        }
        for (int q = 0; q < count; q++) into[q] = sums[q].total();
    }

    @Override
    public double unit() {
        return unit;
    }

    @Override
    public void close() {
        for (int b = 0; b < tiles.length; b++) {
            FloatTile tile = tiles[b];
            if (tile != null) tile.close();
        }
        Arrays.fill(tiles, null);
    }
}
