package org.grapnel.solve;

import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/**
 * W row by row while H stands still: F is a sum over the rows of W, each a small quadratic with the same
 * G = HHᵀ + 2λ·diag(q), qⱼ = hⱼLhⱼᵀ. What row i takes off F is its gain w·b − ½wGwᵀ, b = XᵢHᵀ; coordinate steps raise it,
 * so any number of them keeps the descent. How much the best w could gain is bounded from above by the w at hand: the
 * residual is pushed into the polar cone along u = diag(G)^(−½),
 *
 * <pre>  gain ≤ ½(wGwᵀ + 2t·w·a + t²·u·a),   a = Gu,  t = maxⱼ (b − wG)ⱼ₊/aⱼ.</pre>
 */
final class RowSteps {
    private final Compute on;
    private final int r;
    private final CoordinateSteps steps;
    private final double[] gain;
    private final double[] ceiling;

    RowSteps(Compute on, int features, int r) {
        this.on = on;
        this.r = r;
        steps = new CoordinateSteps(r);
        gain = new double[features];
        ceiling = new double[features];
    }

    /** G, to be filled before rows are solved. */
    CoordinateSteps steps() {
        return steps;
    }

    /** What the row gained when it was last solved. */
    double[] gain() {
        return gain;
    }

    /** What the row could have gained at most. */
    double[] ceiling() {
        return ceiling;
    }

    /**
     * W ← better rows, from {@code warm}, whose columns are to be multiplied by {@code unit}.
     */
    void solve(RowSet rows, DenseMatrix XHt, DenseMatrix warm, double[] unit, int sweeps, DenseMatrix W) {
        double[] u = new double[r];
        for (int j = 0; j < r; j++) u[j] = steps.diagonal(j) > 0 ? 1 / Math.sqrt(steps.diagonal(j)) : 0;
        double[] a = steps.times(u);
        double ua = 0;
        for (int j = 0; j < r; j++) ua += u[j] * a[j];
        double square = ua;
        int count = rows.count();
        int blocks = Math.max(1, Math.min(count, Compute.blocks((1.0 + sweeps) * count * r * r)));
        on.run(blocks, (block, scratch) -> {
            double[] w = scratch.doubles(0, r);
            double[] b = scratch.doubles(1, r);
            double[] g = scratch.doubles(2, r);
            for (int q = Compute.start(count, block, blocks); q < Compute.start(count, block + 1, blocks); q++) {
                int i = rows.get(q);
                warm.row(i, w);
                XHt.row(i, b);
                for (int j = 0; j < r; j++) w[j] *= unit[j];
                steps.gradient(0, b, w, g);
                for (int s = 0; s < sweeps; s++) steps.sweep(0, w, g);
                W.setRow(i, w);
                double wb = 0;
                double wg = 0;
                double wa = 0;
                double t = 0;
                for (int j = 0; j < r; j++) {
                    wb += w[j] * b[j];
                    wg += w[j] * g[j];
                    wa += w[j] * a[j];
                    if (a[j] > 0) t = Math.max(t, -g[j] / a[j]);
                }
                gain[i] = (wb - wg) / 2;
                ceiling[i] = (wb + wg + 2 * t * wa + t * t * square) / 2;
            }
        });
    }
}
