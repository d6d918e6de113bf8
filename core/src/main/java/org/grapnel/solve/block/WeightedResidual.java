package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.LineWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/** Σ cᵢⱼ(xᵢⱼ − wᵢhⱼ)² from the residual itself, over some features. */
final class WeightedResidual {
    private WeightedResidual() {}

    static double compute(
            ExecutionContext context, Matrix X, EntryWeights weights, RowSet rows, DenseMatrix W, DenseMatrix Ht) {
        int n = X.cols();
        int r = W.cols();
        LineWeights lines = weights.byFeature();
        double[] h = new double[n * r];
        Ht.rows(0, n, h);
        return context.sum(
                rows.count(), ExecutionContext.blockCount(2.0 * rows.count() * n * r), (from, end, scratch) -> {
                    double[] x = scratch.doubles(ScratchArray.ROW, n);
                    double[] c = scratch.doubles(ScratchArray.OTHER_ROW, n);
                    double[] w = scratch.doubles(ScratchArray.SUMS, r);
                    double sum = 0;
                    for (int q = from; q < end; q++) {
                        int i = rows.get(q);
                        X.row(i, x);
                        W.row(i, w);
                        lines.fill(i, c);
                        for (int j = 0, at = 0; j < n; j++, at += r) {
                            if (c[j] == 0) continue;
                            double miss = x[j];
                            for (int k = 0; k < r; k++) miss -= w[k] * h[at + k];
                            sum += c[j] * miss * miss;
                        }
                    }
                    return sum;
                });
    }
}
