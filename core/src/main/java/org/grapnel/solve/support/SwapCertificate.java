package org.grapnel.solve.support;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.runtime.ExecutionContext;

/** The best exchange of a kept and a dropped feature at a given H, from the exact gain of every feature with its best row of W. */
final class SwapCertificate {
    private SwapCertificate() {}

    /** max gain outside {@code kept} − min gain inside: at most 0 where no single exchange lowers F at this H. */
    static double swap(ExecutionContext context, DenseMatrix XHt, DenseMatrix HHt, double[] ridge, RowSet kept) {
        double[] gain = exactGains(context, XHt, HHt, ridge);
        double inside = Double.POSITIVE_INFINITY;
        double outside = Double.NEGATIVE_INFINITY;
        for (int i = 0, q = 0; i < gain.length; i++) {
            if (q < kept.count() && kept.get(q) == i) {
                q++;
                inside = Math.min(inside, gain[i]);
            } else {
                outside = Math.max(outside, gain[i]);
            }
        }
        return outside - inside;
    }

    private static double[] exactGains(ExecutionContext context, DenseMatrix XHt, DenseMatrix HHt, double[] ridge) {
        int r = ridge.length;
        int p = XHt.rows();
        double[] gain = new double[p];
        try (DenseMatrix G = HHt.copy()) {
            for (int j = 0; j < r; j++) G.set(j, j, G.get(j, j) + ridge[j]);
            int blocks = Math.max(1, Math.min(p, ExecutionContext.blockCount((double) p * r * r * r)));
            context.run(blocks, (block, scratch) -> {
                NonNegativeLeastSquares rows = new NonNegativeLeastSquares(G);
                double[] b = new double[r];
                double[] w = new double[r];
                for (int i = ExecutionContext.blockStart(p, block, blocks);
                        i < ExecutionContext.blockStart(p, block + 1, blocks);
                        i++) {
                    XHt.row(i, b);
                    rows.solve(0, b, w);
                    for (int j = 0; j < r; j++) gain[i] += w[j] * b[j] / 2; // wGw = w·b at the solution
                }
            });
        }
        return gain;
    }
}
