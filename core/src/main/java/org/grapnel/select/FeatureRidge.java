package org.grapnel.select;

import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TileProducts;
import org.grapnel.linalg.decomp.CholeskySolver;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/** Solves (U^(½)GU^(½) + βI)·V = U^(½)XF with G = XXᵀ, p × p, computed once; W = U^(½)V and B = (F − XᵀW)/β. */
final class FeatureRidge extends RidgeSystem {
    /** Samples summed at once, and rows of G per task. */
    private static final int BATCH = 256;

    private static final int STRIPE = 128;

    private final DenseMatrix G;
    private final DenseMatrix XF; // p × c
    private final DenseMatrix W; // p × c

    FeatureRidge(ExecutionContext context, CenteredFeatures features, int columns) {
        super(context, features, columns);
        int p = features.count();
        G = DenseMatrix.zeros(p, p);
        XF = DenseMatrix.zeros(p, columns);
        W = DenseMatrix.zeros(p, columns);
        sum();
    }

    private void sum() {
        int p = features.count();
        int n = features.samples();
        int stripes = (p + STRIPE - 1) / STRIPE;
        try (DenseMatrix tile = DenseMatrix.zeros(BATCH, p)) {
            for (int a = 0; a < n; a += BATCH) {
                int count = Math.min(BATCH, n - a);
                try (Matrix some =
                        features.X().selectColumns(IntStream.range(a, a + count).toArray())) {
                    context.runEach(p, 2.0 * p * count, (i, scratch) -> {
                        double[] x = scratch.doubles(ScratchArray.ROW, count);
                        some.row(i, x);
                        for (int b = 0; b < count; b++) tile.set(b, i, features.scale() * (x[b] - features.mean(i)));
                    });
                }
                context.run(
                        stripes,
                        (s, scratch) -> TileProducts.addGram(
                                context, tile, count, s * STRIPE, Math.min(p, (s + 1) * STRIPE), G, scratch));
            }
        }
    }

    @Override
    void solveB(double[] u, RowSet active, double[][] F, double beta) {
        int columns = B.cols();
        int m = active.count();
        double scale = features.scale();
        for (int a = 0; a < F.length; a++) B.setRow(a, F[a]);
        features.X().times(context, active, B, XF); // F sums to zero, so X need not be centred
        try (DenseMatrix A = DenseMatrix.zeros(m, m);
                DenseMatrix V = DenseMatrix.zeros(m, columns)) {
            context.runEach(m, 2.0 * m * m, (q, scratch) -> {
                int i = active.get(q);
                double root = Math.sqrt(u[i]);
                double[] row = scratch.doubles(ScratchArray.ROW, columns);
                for (int r = 0; r <= q; r++) {
                    int j = active.get(r);
                    A.set(q, r, root * Math.sqrt(u[j]) * G.get(i, j) + (r == q ? beta : 0));
                }
                XF.row(i, row);
                for (int k = 0; k < columns; k++) row[k] *= root * scale;
                V.setRow(q, row);
            });
            CholeskySolver.solve(context, A, V);
            double[] row = new double[columns];
            double[] shift = new double[columns]; // Wᵀ·mean
            W.fill(0);
            for (int q = 0; q < m; q++) {
                int i = active.get(q);
                V.row(q, row);
                for (int k = 0; k < columns; k++) {
                    row[k] *= Math.sqrt(u[i]) * scale;
                    shift[k] += row[k] * features.mean(i);
                }
                W.setRow(i, row);
            }
            features.X().transposeTimes(context, active, W, B);
            for (int a = 0; a < F.length; a++) {
                B.row(a, row);
                for (int k = 0; k < columns; k++) row[k] = (F[a][k] - row[k] + shift[k]) / beta;
                B.setRow(a, row);
            }
        }
    }

    @Override
    public void close() {
        super.close();
        G.close();
        XF.close();
        W.close();
    }
}
