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
 * Computes the scores w of all features against a reference set R. With K = Σ uⱼuⱼᵀ over R, a feature needs only Q =
 * uᵀK u and D = Σ uₐ² Kₐₐ. A feature of R is removed from K by arithmetic: K − uuᵀ has the form Q − 1, the squared norm
 * ‖K‖² − 2Q + 1 and the squared diagonal Σ Kₐₐ² − 2D + S₄. ‖K‖² is the sum of Q over R.
 *
 * <p>Q comes from the n × n matrix K, or from Σ (u·uⱼ)² over R, or from adding and subtracting the features by which R
 * differs from the previous reference, whichever is cheapest. Not thread-safe.
 */
final class NoiseScores {
    /** Features per product. */
    private static final int TILE_ROWS = 512;

    private final UnitFeatures units;
    private final int p;
    private final int n;

    private final RowSet R;
    private final double[] diagonal; // of K
    private final double[] Q;

    NoiseScores(UnitFeatures units) {
        this.units = units;
        this.p = units.features();
        this.n = units.samples();
        this.R = RowSet.none(p);
        this.diagonal = new double[n];
        this.Q = new double[p];
    }

    /** Returns w of every feature; −∞ where there is nothing to compare with. */
    double[] compute(ExecutionContext context, RowSet reference) {
        setReference(context, reference);
        double[] D = diagonalForms(context);
        double norm = 0;
        for (int q = 0; q < R.count(); q++) norm += Q[R.get(q)];
        double squaredDiagonal = 0;
        for (double d : diagonal) squaredDiagonal += d * d;

        double[] w = new double[p];
        for (int i = 0, q = 0; i < p; i++) {
            int inReference = q < R.count() && R.get(q) == i ? 1 : 0;
            q += inReference;
            if (!units.isVarying(i)) {
                w[i] = Double.NEGATIVE_INFINITY;
                continue;
            }
            double degrees = squaredDiagonal - inReference * (2 * D[i] - units.fourth(i));
            double squares = (norm - inReference * (2 * Q[i] - 1) - degrees) / 2;
            var moments = new PermutationMoments(n, (R.count() - inReference) / 2.0, squares, degrees - 2 * squares);
            w[i] = moments.score(Q[i] - inReference, units.fourth(i));
        }
        return w;
    }

    /** Makes the varying features of this set the reference: updates R, Q and the diagonal of K. */
    private void setReference(ExecutionContext context, RowSet features) {
        RowSet next = RowSet.none(p);
        for (int q = 0; q < features.count(); q++) if (units.isVarying(features.get(q))) next.add(features.get(q));
        RowSet added = difference(next, R);
        RowSet removed = difference(R, next);
        boolean fromScratch = added.count() + removed.count() >= next.count();
        R.copyFrom(next);
        if (fromScratch) {
            Arrays.fill(Q, 0);
            Arrays.fill(diagonal, 0);
            added = next;
            removed = RowSet.none(p);
        }
        int dots = added.count() + removed.count();
        if (dots >= n) quadraticForms(context);
        else if (dots > 0) squaredDots(context, added, removed);
    }

    private static RowSet difference(RowSet set, RowSet removed) {
        RowSet rest = RowSet.none(set.totalRows());
        for (int q = 0; q < set.count(); q++) if (!removed.contains(set.get(q))) rest.add(set.get(q));
        return rest;
    }

    /** Processes the features [from, from + count) on one thread. */
    private interface NoiseTileTask {
        void run(int from, int count, Scratch scratch);
    }

    private void tiles(ExecutionContext context, NoiseTileTask tile) {
        int height = Math.max(16, Math.min(TILE_ROWS, p / 8));
        context.run(
                (p + height - 1) / height,
                (t, scratch) -> tile.run(t * height, Math.min(height, p - t * height), scratch));
    }

    /** Computes D of every feature. */
    private double[] diagonalForms(ExecutionContext context) {
        double[] D = new double[p];
        tiles(context, (from, count, scratch) -> {
            double[] u = scratch.doubles(ScratchArray.ROW, units.rowLength());
            for (int i = from; i < from + count; i++) {
                units.row(i, u);
                for (int a = 0; a < n; a++) u[a] *= u[a];
                D[i] = dot(u, 0, diagonal, 0, n);
            }
        });
        return D;
    }

    /** Q ← uᵀK u for every feature. */
    private void quadraticForms(ExecutionContext context) {
        try (StripedGram K = StripedGram.compute(context, units, R)) {
            K.diagonal(diagonal);
            tiles(context, (from, count, scratch) -> K.forms(context, from, count, Q, scratch));
        }
    }

    /** Q ← Q + Σ (u·uⱼ)² over added features − Σ (u·uⱼ)² over removed ones; updates the diagonal of K too. */
    private void squaredDots(ExecutionContext context, RowSet added, RowSet removed) {
        int plus = added.count();
        int minus = removed.count();
        try (DenseMatrix columns = DenseMatrix.zeros(n, plus + minus)) {
            double[] u = new double[units.rowLength()];
            for (int j = 0; j < plus + minus; j++) {
                units.row(j < plus ? added.get(j) : removed.get(j - plus), u);
                int sign = j < plus ? 1 : -1;
                for (int a = 0; a < n; a++) {
                    columns.set(a, j, u[a]);
                    diagonal[a] += sign * u[a] * u[a];
                }
            }
            tiles(context, (from, count, scratch) -> {
                double[] row = scratch.doubles(ScratchArray.ROW, units.rowLength());
                double[] v = scratch.doubles(ScratchArray.PRODUCT, plus + minus);
                DenseMatrix tile = ScratchMatrix.ROWS.in(scratch, count, n);
                for (int i = 0; i < count; i++) {
                    units.row(from + i, row);
                    tile.setRow(i, row);
                }
                DenseMatrix product = ScratchMatrix.ROW_PRODUCTS.in(scratch, count, plus + minus);
                TileProducts.timesSmall(context, tile, 0, count, columns, product, scratch);
                for (int i = 0; i < count; i++) {
                    product.row(i, v);
                    Q[from + i] += dot(v, 0, v, 0, plus) - dot(v, plus, v, plus, minus);
                }
            });
        }
    }

    /** Dot product with four independent sums, which the processor computes in parallel. */
    static double dot(double[] x, int xAt, double[] y, int yAt, int length) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int a = 0;
        for (; a + 3 < length; a += 4) {
            s0 += x[xAt + a] * y[yAt + a];
            s1 += x[xAt + a + 1] * y[yAt + a + 1];
            s2 += x[xAt + a + 2] * y[yAt + a + 2];
            s3 += x[xAt + a + 3] * y[yAt + a + 3];
        }
        for (; a < length; a++) s0 += x[xAt + a] * y[yAt + a];
        return s0 + s1 + (s2 + s3);
    }
}
