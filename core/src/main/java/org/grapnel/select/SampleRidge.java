package org.grapnel.select;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TileProducts;
import org.grapnel.linalg.decomp.CholeskySolver;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/** Solves (K + βI)·B = F with K = XᵀUX, n × n, summed anew in every iteration over the active features. */
final class SampleRidge extends RidgeSystem {
    /** Features summed at once, and rows of K per task. */
    private static final int BATCH = 256;

    private static final int STRIPE = 128;

    private final DenseMatrix K;

    SampleRidge(ExecutionContext context, CenteredFeatures features, int columns) {
        super(context, features, columns);
        K = DenseMatrix.zeros(features.samples(), features.samples());
    }

    @Override
    void solveB(double[] u, RowSet active, double[][] F, double beta) {
        int n = features.samples();
        K.fill(0);
        if (features.X() instanceof SparseMatrix X) sumSparse(X, u, active);
        else sumDense(u, active);
        for (int a = 0; a < n; a++) {
            K.set(a, a, K.get(a, a) + beta);
            B.setRow(a, F[a]);
        }
        CholeskySolver.solve(context, K, B);
    }

    private void sumDense(double[] u, RowSet active) {
        int n = features.samples();
        int stripes = (n + STRIPE - 1) / STRIPE;
        try (DenseMatrix tile = DenseMatrix.zeros(BATCH, n)) {
            for (int q = 0; q < active.count(); q += BATCH) {
                int from = q;
                int count = Math.min(BATCH, active.count() - q);
                context.runEach(count, 2.0 * count * n, (i, scratch) -> {
                    double[] x = scratch.doubles(ScratchArray.ROW, n);
                    int feature = active.get(from + i);
                    features.row(feature, x);
                    double root = Math.sqrt(u[feature]);
                    for (int a = 0; a < n; a++) x[a] *= root;
                    tile.buffer(0).put(tile.rowOffset(i), x, 0, n);
                });
                context.run(
                        stripes,
                        (s, scratch) -> TileProducts.addGram(
                                context, tile, count, s * STRIPE, Math.min(n, (s + 1) * STRIPE), K, scratch));
            }
        }
    }

    /** Sums products of stored entries, then centres: XᵀUX with the means removed is K − k1ᵀ − 1kᵀ + κ11ᵀ. */
    private void sumSparse(SparseMatrix X, double[] u, RowSet active) {
        int n = features.samples();
        double scale = features.scale() * features.scale();
        double[] shift = new double[n]; // Σ uᵢ·mean·xᵢ
        double constant = 0;
        double[][] sums = new double[n][];
        for (int a = 0; a < n; a++) sums[a] = new double[a + 1];
        int[] at = new int[n];
        double[] value = new double[n];
        for (int q = 0; q < active.count(); q++) {
            int i = active.get(q);
            int[] count = {0};
            X.forEachInRow(i, (a, x) -> {
                at[count[0]] = a;
                value[count[0]++] = x;
            });
            double weight = u[i] * scale;
            double mean = features.mean(i);
            constant += weight * mean * mean;
            for (int e = 0; e < count[0]; e++) {
                double left = weight * value[e];
                double[] row = sums[at[e]];
                shift[at[e]] += left * mean;
                for (int f = 0; f <= e; f++) row[at[f]] += left * value[f];
            }
        }
        for (int a = 0; a < n; a++)
            for (int b = 0; b <= a; b++) K.set(a, b, sums[a][b] - shift[a] - shift[b] + constant);
    }

    @Override
    public void close() {
        super.close();
        K.close();
    }
}
