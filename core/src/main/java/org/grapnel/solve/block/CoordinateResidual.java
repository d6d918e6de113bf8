package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;
import org.jspecify.annotations.Nullable;

/** Σ Cⱼ·Δⱼ²: how far coordinate steps, all from the same point, would move a factor, each in the unit of its curvature C. */
public final class CoordinateResidual {
    private CoordinateResidual() {}

    /** Computes the sum over rows of Z with linear terms in {@code product} and G in {@code steps}. */
    public static double compute(
            ExecutionContext context, DenseMatrix Z, RowSet rows, DenseMatrix product, CoordinateDescent steps) {
        return compute(context, Z, rows, product, steps, 0, null, null);
    }

    /** Computes the sum with a graph term, whose L·Z is given. */
    public static double compute(
            ExecutionContext context,
            DenseMatrix Z,
            RowSet rows,
            DenseMatrix product,
            CoordinateDescent steps,
            double lambda,
            @Nullable Laplacian L,
            @Nullable DenseMatrix LZ) {
        int r = Z.cols();
        return context.sum(
                rows.count(), ExecutionContext.blockCount(2.0 * rows.count() * r * r), (from, end, scratch) -> {
                    double[] z = scratch.doubles(ScratchArray.ROW, r);
                    double[] b = scratch.doubles(ScratchArray.OTHER_ROW, r);
                    double[] smooth = scratch.doubles(ScratchArray.SUMS, r);
                    Arrays.fill(smooth, 0, r, 0);
                    double sum = 0;
                    for (int q = from; q < end; q++) {
                        int i = rows.get(q);
                        Z.row(i, z);
                        product.row(i, b);
                        double[] g = steps.times(z);
                        if (LZ != null) LZ.row(i, smooth);
                        double shift = L == null ? 0 : 2 * lambda * L.matrix().get(i, i);
                        for (int j = 0; j < r; j++) {
                            double curvature = (1 + shift) * steps.diagonal(j);
                            if (!(curvature > 0)) continue;
                            double slope = g[j] - b[j] + 2 * lambda * steps.diagonal(j) * smooth[j];
                            double step = Math.max(0, z[j] - slope / curvature) - z[j];
                            sum += curvature * step * step;
                        }
                    }
                    return sum;
                });
    }
}
