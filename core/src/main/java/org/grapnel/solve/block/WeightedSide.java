package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.LineWeights;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;
import org.jspecify.annotations.Nullable;

/**
 * Lowers ½Σ cᵢₗ(xᵢₗ − zᵢ·mₗ)² + ½zᵢAzᵢᵀ − … over the lines zᵢ ≥ 0 of one factor, where the rows mₗ of the other one are fixed: features for W,
 * samples for H. A is the same for all lines, or zero.
 *
 * <p>While at most half of the entries are missing, scattered as if at random, and all others have weight 1,
 * {@link MeanWeightDescent} needs two products with M instead of a Gram matrix for each line. Otherwise each line has its Gram matrix ({@link WeightedGrams}).
 * Where an entry has a weight other than 0 and 1, the coordinate steps of a line go on to its minimum ({@link LineMinimum}).
 */
final class WeightedSide implements AutoCloseable {
    /** With a larger share of missing entries, the Gram matrix of a line is far from a multiple of the full one. */
    private static final double MOST_MISSING = 0.5;

    private final ExecutionContext context;
    private final LineWeights lines;
    private final int lineCount;
    private final int r;
    private final WeightedDescent shared;
    private final WeightedDescent alone;
    private final boolean uneven; // whether entries have other weights than 0 and 1
    private final @Nullable MeanWeightDescent steps;
    private @Nullable WeightedGrams grams;
    private @Nullable DenseMatrix products; // Σₗ dₗ(z·mₗ)mₗ of all lines
    private boolean known; // whether they are those of the current factors

    /** Creates one side. Both sides of a problem have the same {@code means}. */
    WeightedSide(ExecutionContext context, LineWeights lines, int lineCount, int r, boolean means) {
        this.context = context;
        this.lines = lines;
        this.lineCount = lineCount;
        this.r = r;
        shared = new WeightedDescent(r);
        alone = new WeightedDescent(r);
        uneven = !lines.areMissing();
        steps = means ? new MeanWeightDescent(lines, lineCount, r) : null;
    }

    /** Returns whether steps with the mean weight of a line suit these weights. */
    static boolean suitsMeans(LineWeights lines, int lineCount) {
        return lines.total() <= MOST_MISSING * lineCount * lines.length() && lines.areMissing() && lines.areScattered();
    }

    /** Takes the rows of M and MᵀM, for the next updates. */
    void set(DenseMatrix M, DenseMatrix MtM) {
        if (steps != null) steps.set(MtM, new DeficitProducts(context, lines, lineCount, M), known ? products : null);
        else setGrams(M, MtM);
        known = false;
    }

    /**
     * Returns Σ c(z·m)² over the rows z of Z and m of M, or NaN where the last update has it already. What this needs is kept for the next
     * update, which must be of the same Z and M.
     */
    double fittedSquares(DenseMatrix Z, DenseMatrix ZtZ, DenseMatrix M, DenseMatrix MtM) {
        if (steps == null) return Double.NaN;
        if (products == null) products = DenseMatrix.zeros(lineCount, r);
        DenseMatrix into = products;
        DeficitProducts deficits = new DeficitProducts(context, lines, lineCount, M);
        RowSet all = RowSet.all(lineCount);
        int tiles = (lineCount + CoordinateTile.SIZE - 1) / CoordinateTile.SIZE;
        double missing = context.sum(tiles, blocks(3), (from, end, scratch) -> {
            double[] z = scratch.doubles(ScratchArray.CHUNK_POINT, CoordinateTile.SIZE * r);
            double[] product = scratch.doubles(ScratchArray.CHUNK_PRODUCT, CoordinateTile.SIZE * r);
            double sum = 0;
            for (int t = from; t < end; t++) {
                int q = t * CoordinateTile.SIZE;
                int m = Math.min(CoordinateTile.SIZE, lineCount - q);
                Z.rows(q, m, z);
                Arrays.fill(product, 0, m * r, 0);
                deficits.addTo(product, z, all, q, m, scratch);
                into.setRows(q, m, product);
                for (int k = 0; k < m * r; k++) sum += z[k] * product[k];
            }
            return sum;
        });
        known = true;
        double full = 0;
        for (int j = 0; j < r; j++) for (int l = 0; l < r; l++) full += ZtZ.get(j, l) * MtM.get(j, l);
        return full - missing;
    }

    /** Takes the rows of M and MᵀM, for the next residuals. */
    void setGrams(DenseMatrix M, DenseMatrix MtM) {
        if (grams == null) grams = new WeightedGrams(context, lines, r);
        grams.set(M, MtM);
    }

    /** Forgets what {@link #fittedSquares} kept: the factors were replaced. */
    void forget() {
        known = false;
    }

    /** A ← weight·B + ridge·I. */
    void setShared(double weight, DenseMatrix B, double ridge) {
        shared.setShared(weight, B, ridge);
        if (steps != null) steps.setShared(weight, B, ridge);
    }

    /**
     * Lowers the value of the lines at positions [q, q + m) of a list, which are in a tile; returns Σ c(z·m)² over them where each line has a Gram
     * matrix, and else 0.
     */
    double descend(boolean withA, RowSet list, int q, int m, CoordinateTile tile, int sweeps, Scratch scratch) {
        if (steps != null) {
            steps.descend(withA, list, q, m, tile, sweeps, scratch);
            return 0;
        }
        WeightedDescent descent = withA ? shared : alone;
        grams().compute(list, q, m, tile, scratch);
        descent.sweep(tile, m, sweeps);
        if (uneven) descent.minimize(tile, m, scratch);
        return descent.fitted(tile, m);
    }

    /** Σ C·Δ² over lines in a tile, for the steps Δ that all coordinates would take. */
    double residual(boolean withA, RowSet list, int q, int m, CoordinateTile tile, Scratch scratch) {
        grams().compute(list, q, m, tile, scratch);
        return (withA ? shared : alone).residual(tile, m);
    }

    private WeightedGrams grams() {
        if (grams == null) throw new IllegalStateException("there is no factor yet");
        return grams;
    }

    /** Lowers the value of every row of Z without A, whose linear term is the same row of B; returns as for a tile. */
    double descend(DenseMatrix Z, DenseMatrix B, int sweeps) {
        return forTiles(Z, B, sweeps, (list, q, m, tile, scratch) -> descend(false, list, q, m, tile, sweeps, scratch));
    }

    /** Σ C·Δ² over the rows of Z without A. */
    double residual(DenseMatrix Z, DenseMatrix B) {
        return forTiles(Z, B, 1, (list, q, m, tile, scratch) -> residual(false, list, q, m, tile, scratch));
    }

    private int blocks(int rounds) {
        return ExecutionContext.blockCount((double) rounds * lineCount * r * r);
    }

    private interface TileSum {
        double compute(RowSet list, int q, int m, CoordinateTile tile, Scratch scratch);
    }

    /** Sums over tiles of rows, which are then written back. */
    private double forTiles(DenseMatrix Z, DenseMatrix B, int sweeps, TileSum task) {
        RowSet all = RowSet.all(Z.rows());
        int tiles = (Z.rows() + CoordinateTile.SIZE - 1) / CoordinateTile.SIZE;
        return context.sum(tiles, blocks(2 + sweeps), (from, end, scratch) -> {
            CoordinateTile tile = CoordinateTile.forThread(scratch, r);
            double sum = 0;
            for (int t = from; t < end; t++) {
                int q = t * CoordinateTile.SIZE;
                int m = Math.min(CoordinateTile.SIZE, Z.rows() - q);
                for (int i = 0; i < m; i++) {
                    tile.load(Z, q + i, tile.z, i);
                    tile.load(B, q + i, tile.b, i);
                }
                sum += task.compute(all, q, m, tile, scratch);
                for (int i = 0; i < m; i++) tile.store(Z, q + i, i);
            }
            return sum;
        });
    }

    @Override
    public void close() {
        if (products != null) products.close();
    }
}
