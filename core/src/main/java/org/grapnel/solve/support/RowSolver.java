package org.grapnel.solve.support;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.block.CoordinateDescent;
import org.grapnel.solve.block.CoordinateTile;

/**
 * Solves rows of W while H is fixed. F is then a sum over the rows of W, each a small quadratic with the same G = HHᵀ + 2λ·diag(q),
 * qⱼ = hⱼLhⱼᵀ.
 *
 * <p>The gain of row i is what it takes off F: w·b − ½wGwᵀ with b = XᵢHᵀ. Coordinate steps raise it, so any number of them keeps the descent. The
 * gain of the best w is bounded from above by the current w, by moving the residual into the polar cone along u = diag(G)^(−½):
 *
 * <pre>  gain ≤ ½(wGwᵀ + 2t·w·a + t²·u·a),   a = Gu,  t = maxⱼ (b − wG)ⱼ₊/aⱼ.</pre>
 */
final class RowSolver {
    private final ExecutionContext context;
    private final int r;
    private final CoordinateDescent steps;
    private final double[] gain;
    private final double[] ceiling;

    RowSolver(ExecutionContext context, int features, int r) {
        this.context = context;
        this.r = r;
        steps = new CoordinateDescent(r);
        gain = new double[features];
        ceiling = new double[features];
    }

    /** G, to be set before rows are solved. */
    CoordinateDescent gram() {
        return steps;
    }

    /** The gain of every row when it was last solved. */
    double[] gain() {
        return gain;
    }

    /** An upper bound of the gain of every row when it was last solved. */
    double[] ceiling() {
        return ceiling;
    }

    /**
     * Solves the given rows into W.
     *
     * @param warm where the rows start, after column j was multiplied by unit[j]
     */
    void solve(RowSet rows, DenseMatrix XHt, DenseMatrix warm, double[] unit, int sweeps, DenseMatrix W) {
        double[] u = new double[r];
        for (int j = 0; j < r; j++) u[j] = steps.diagonal(j) > 0 ? 1 / Math.sqrt(steps.diagonal(j)) : 0;
        double[] a = steps.times(u);
        double ua = 0;
        for (int j = 0; j < r; j++) ua += u[j] * a[j];
        double square = ua;
        int count = rows.count();
        int blocks = Math.max(1, Math.min(count, ExecutionContext.blockCount((1.0 + sweeps) * count * r * r)));
        context.run(blocks, (block, scratch) -> {
            CoordinateTile tile = CoordinateTile.forThread(scratch, r);
            Arrays.fill(tile.shift, 0);
            int end = ExecutionContext.blockStart(count, block + 1, blocks);
            for (int q = ExecutionContext.blockStart(count, block, blocks), m; q < end; q += m) {
                m = Math.min(CoordinateTile.SIZE, end - q);
                for (int i = 0; i < m; i++) {
                    tile.load(warm, rows.get(q + i), tile.z, i);
                    tile.load(XHt, rows.get(q + i), tile.b, i);
                }
                for (int j = 0; j < r; j++) for (int i = 0; i < m; i++) tile.z[j][i] *= unit[j];
                for (int s = 0; s < sweeps; s++) steps.sweep(tile, m);
                for (int i = 0; i < m; i++) tile.store(W, rows.get(q + i), i);
                measure(tile, rows, q, m, a, square);
            }
        });
    }

    /** Computes gain and ceiling of the rows in the tile, which are at {@code rows} from position q on. */
    private void measure(CoordinateTile tile, RowSet rows, int q, int m, double[] a, double square) {
        for (double[] total : tile.totals) Arrays.fill(total, 0);
        double[] wb = tile.totals[0];
        double[] wGw = tile.totals[1];
        double[] wa = tile.totals[2];
        double[] t = tile.totals[3];
        for (int j = 0; j < r; j++) {
            double[] Gw = steps.times(tile, j, m);
            double[] w = tile.z[j];
            double[] b = tile.b[j];
            double along = a[j];
            double inverse = along > 0 ? 1 / along : 0;
            for (int i = 0; i < m; i++) {
                wb[i] += w[i] * b[i];
                wGw[i] += w[i] * Gw[i];
                wa[i] += w[i] * along;
                t[i] = Math.max(t[i], (b[i] - Gw[i]) * inverse);
            }
        }
        for (int i = 0; i < m; i++) {
            gain[rows.get(q + i)] = wb[i] - wGw[i] / 2;
            ceiling[rows.get(q + i)] = (wGw[i] + 2 * t[i] * wa[i] + t[i] * t[i] * square) / 2;
        }
    }
}
