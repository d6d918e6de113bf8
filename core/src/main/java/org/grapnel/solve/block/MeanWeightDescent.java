package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.LineWeights;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;
import org.jspecify.annotations.Nullable;

/**
 * Lowers ½z(Gᵢ + A)zᵀ − z·b over z ≥ 0 for many lines i, whose Gram matrices Gᵢ = Σₗ cᵢₗmₗmₗᵀ = G − Σₗ dᵢₗmₗmₗᵀ are never formed.
 *
 * <p>Rounds of coordinate steps go from z₀ with the exact gradient there, but with c̄ᵢG + A in place of Gᵢ + A, where c̄ᵢ is the mean weight of
 * the line: if entries are missing at random, both are nearly the same. Then the exact curvature along the move Δ, Δ(Gᵢ + A)Δᵀ, says how far
 * the minimum on this line is. A move that goes too far is cut there, so no update raises the value. A line without missing entries gets the
 * plain coordinate steps.
 *
 * <p>Σ dₗ(z₀·mₗ)mₗ comes from {@link DeficitProducts}: two products with M, where Gram matrices need r/2 of them. A third one, for the exact
 * curvature, is only computed where a move may be too long even if ΔGΔᵀ bounds ΔGᵢΔᵀ.
 */
final class MeanWeightDescent {
    /** A move is cut if the minimum is before this share of it. From one half on, the value falls without a cut. */
    private static final double CUT = 0.55;

    private final int r;
    private final double[] mean;
    private final CoordinateDescent gram;
    private final CoordinateDescent A;
    private @Nullable DeficitProducts deficits;
    private @Nullable DenseMatrix known; // rows Σₗ dₗ(z₀·mₗ)mₗ of all lines, if they are there already

    MeanWeightDescent(LineWeights lines, int lineCount, int r) {
        this.r = r;
        gram = new CoordinateDescent(r);
        A = new CoordinateDescent(r);
        mean = new double[lineCount];
        for (int i = 0; i < lineCount; i++) mean[i] = lines.mean(i);
    }

    /**
     * Takes G = MᵀM and the products with M.
     *
     * @param known row i is Σₗ dᵢₗ(z₀·mₗ)mₗ; null if it has to be computed
     */
    void set(DenseMatrix G, DeficitProducts products, @Nullable DenseMatrix known) {
        gram.setGram(G);
        deficits = products;
        this.known = known;
    }

    /** A ← weight·B + ridge·I. */
    void setShared(double weight, DenseMatrix B, double ridge) {
        A.setScaled(weight, B, ridge);
    }

    /** Arrays of a tile by coordinate, and numbers of its lines. One for each thread. */
    private static final class Work {
        final double[][] start;
        final double[][] own; // Gᵢz₀
        final double[][] linear;
        final double[] mean = new double[CoordinateTile.SIZE];
        final double[] sum = new double[CoordinateTile.SIZE];
        final double[] step = new double[CoordinateTile.SIZE];

        Work(int r) {
            start = new double[r][CoordinateTile.SIZE];
            own = new double[r][CoordinateTile.SIZE];
            linear = new double[r][CoordinateTile.SIZE];
        }

        static Work forThread(Scratch scratch, int r) {
            Work work = scratch.cached(Work.class);
            if (work == null || work.start.length != r) {
                work = new Work(r);
                scratch.cache(work);
            }
            return work;
        }
    }

    /** Lowers the value of the lines at positions [q, q + m) of a list, which are in a tile. */
    void descend(boolean withA, RowSet list, int q, int m, CoordinateTile tile, int sweeps, Scratch scratch) {
        DeficitProducts products = deficits;
        if (products == null) throw new IllegalStateException("there is no factor yet");
        Work work = Work.forThread(scratch, r);
        for (int i = 0; i < m; i++) work.mean[i] = mean[list.get(q + i)];
        double[] rows = scratch.doubles(ScratchArray.CHUNK_POINT, m * r);
        double[] product = scratch.doubles(ScratchArray.CHUNK_PRODUCT, m * r);
        if (known != null) known.rows(list.get(q), m, product); // all lines in their order
        else {
            toRows(tile, m, rows);
            Arrays.fill(product, 0, m * r, 0);
            products.addTo(product, rows, list, q, m, scratch);
        }
        linearize(tile, m, product, work);
        for (int s = 0; s < sweeps; s++) sweep(withA, tile, m, work);
        for (int j = 0; j < r; j++) {
            double[] z = tile.z[j];
            double[] start = work.start[j];
            for (int i = 0; i < m; i++) z[i] -= start[i];
        }
        if (!measure(withA, tile, m, work)) {
            toRows(tile, m, rows);
            products.squares(rows, list, q, m, work.sum, scratch);
            cut(tile, m, work);
        }
        for (int j = 0; j < r; j++) {
            double[] z = tile.z[j];
            double[] start = work.start[j];
            double[] step = work.step;
            for (int i = 0; i < m; i++) z[i] = Math.max(0, start[i] + step[i] * z[i]);
        }
    }

    private void toRows(CoordinateTile tile, int m, double[] rows) {
        for (int j = 0; j < r; j++) {
            double[] z = tile.z[j];
            for (int i = 0, at = j; i < m; i++, at += r) rows[at] = z[i];
        }
    }

    /** Gᵢz₀ ← Gz₀ − P, and the linear term of the steps b + P + (c̄ᵢ − 1)Gz₀, whose gradient at z₀ is the exact one. */
    private void linearize(CoordinateTile tile, int m, double[] product, Work work) {
        for (int j = 0; j < r; j++) {
            double[] Gz = gram.times(tile, j, m);
            double[] b = tile.b[j];
            double[] own = work.own[j];
            double[] linear = work.linear[j];
            double[] over = tile.inverse()[j];
            double curvature = gram.diagonal(j);
            System.arraycopy(tile.z[j], 0, work.start[j], 0, m);
            for (int i = 0, at = j; i < m; i++, at += r) own[i] = product[at];
            for (int i = 0; i < m; i++) {
                linear[i] = b[i] + own[i] + (work.mean[i] - 1) * Gz[i];
                own[i] = Gz[i] - own[i];
                over[i] = work.mean[i] * curvature;
            }
        }
    }

    /** One step in every coordinate. */
    private void sweep(boolean withA, CoordinateTile tile, int m, Work work) {
        double[] Az = work.sum;
        double[] c = work.mean;
        for (int j = 0; j < r; j++) {
            double shared = withA ? A.diagonal(j) : 0;
            if (withA) System.arraycopy(A.times(tile, j, m), 0, Az, 0, m);
            else Arrays.fill(Az, 0, m, 0);
            double[] Gz = gram.times(tile, j, m);
            double[] z = tile.z[j];
            double[] linear = work.linear[j];
            double[] curvature = tile.inverse()[j];
            if (!(gram.diagonal(j) + shared > 0)) continue; // the linear term is zero there too
            for (int i = 0; i < m; i++) {
                double own = curvature[i] + shared; // 0 where the line has no entry
                if (own > 0) z[i] = Math.max(0, z[i] - (c[i] * Gz[i] + Az[i] - linear[i]) / own);
            }
        }
    }

    /**
     * Slopes −Δ·gradient and curvatures Δ(G + A)Δᵀ of the moves in the tile, and whole steps. The true curvature is smaller by Σ dₗ(Δ·mₗ)²;
     * returns whether no step has to be cut whatever this is.
     */
    private boolean measure(boolean withA, CoordinateTile tile, int m, Work work) {
        double[] slope = tile.totals[0];
        double[] curvature = tile.totals[1];
        Arrays.fill(slope, 0, m, 0);
        Arrays.fill(curvature, 0, m, 0);
        Arrays.fill(work.step, 0, m, 1);
        for (int j = 0; j < r; j++) {
            double[] move = tile.z[j];
            double[] start = work.start[j];
            double[] own = work.own[j];
            double[] b = tile.b[j];
            for (int i = 0; i < m; i++) slope[i] += move[i] * (b[i] - own[i]);
            if (withA) {
                double[] image = A.times(tile, j, m);
                for (int i = 0; i < m; i++) {
                    slope[i] -= start[i] * image[i];
                    curvature[i] += move[i] * image[i];
                }
            }
            double[] image = gram.times(tile, j, m);
            for (int i = 0; i < m; i++) curvature[i] += move[i] * image[i];
        }
        boolean whole = true;
        for (int i = 0; i < m; i++) whole &= !isTooLong(slope[i], curvature[i], work.mean[i]);
        return whole;
    }

    /** Cuts steps, given Σ dₗ(Δ·mₗ)². */
    private static void cut(CoordinateTile tile, int m, Work work) {
        double[] slope = tile.totals[0];
        for (int i = 0; i < m; i++) {
            double curvature = tile.totals[1][i] - work.sum[i];
            if (isTooLong(slope[i], curvature, work.mean[i])) work.step[i] = Math.max(0, slope[i] / curvature);
        }
    }

    private static boolean isTooLong(double slope, double curvature, double mean) {
        return mean < 1 && slope < CUT * curvature;
    }
}
