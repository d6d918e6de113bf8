package org.grapnel.solve.support;

import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.solve.block.CoordinateDescent;
import org.grapnel.solve.block.HUpdate;
import org.jspecify.annotations.Nullable;

/** The prototype's update: a whole row of H at a time, with I + 2λL replaced by its majoriser I + 4λ·diag L. Slow and plain. */
record WholeRowHUpdate(double lambda, @Nullable Laplacian L) implements HUpdate {
    @Override
    public void update(DenseMatrix Ht, CoordinateDescent steps, DenseMatrix XtW, int sweeps) {
        int r = Ht.cols();
        int n = Ht.rows();
        for (int s = 0; s < sweeps; s++) {
            for (int j = 0; j < r; j++) {
                double[] unit = new double[r];
                unit[j] = 1;
                double[] gram = steps.times(unit);
                double[] h = new double[n];
                for (int i = 0; i < n; i++) h[i] = Ht.get(i, j);
                double[] smooth = new double[n];
                SparseMatrix graph = L == null ? null : L.matrix();
                if (graph != null) graph.times(h, smooth);
                for (int i = 0; i < n; i++) {
                    double g = 2 * lambda * smooth[i] - XtW.get(i, j);
                    for (int l = 0; l < r; l++) g += gram[l] * (l == j ? h[i] : Ht.get(i, l));
                    double curvature = 1 + (graph == null ? 0 : 4 * lambda * graph.get(i, i));
                    Ht.set(i, j, Math.max(0, h[i] - g / curvature));
                }
            }
        }
    }
}
