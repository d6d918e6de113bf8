package org.grapnel.solve.start;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.decomp.TruncatedSvd;
import org.grapnel.runtime.ExecutionContext;

/**
 * Non-negative double SVD: of each singular triplet σuvᵀ take (u₊, v₊) or (u₋, v₋), whichever has the larger product of norms m, as
 * √(σm)·u±/‖u±‖ and √(σm)·v±/‖v±‖. It is deterministic: the subspace iteration starts from a fixed seed.
 */
record NndsvdStart() implements Start {
    private static final long SVD_SEED = 1;

    @Override
    public String kind() {
        return "nndsvd";
    }

    @Override
    public StartPoint point(ExecutionContext context, Matrix X, int r) {
        try (TruncatedSvd svd = TruncatedSvd.compute(context, X, r, SVD_SEED)) {
            DenseMatrix W = DenseMatrix.zeros(X.rows(), r);
            DenseMatrix Ht = DenseMatrix.zeros(X.cols(), r);
            for (int j = 0; j < r; j++) {
                double plus = norm(svd.U(), j, 1) * norm(svd.V(), j, 1);
                double minus = norm(svd.U(), j, -1) * norm(svd.V(), j, -1);
                int sign = plus >= minus ? 1 : -1;
                double root = Math.sqrt(svd.sigma(j) * Math.max(plus, minus));
                copyPart(svd.U(), j, sign, root, W);
                copyPart(svd.V(), j, sign, root, Ht);
            }
            return new StartPoint(W, Ht);
        }
    }

    /** ‖[sign·column]₊‖. */
    private static double norm(DenseMatrix M, int column, int sign) {
        double sum = 0;
        for (int i = 0; i < M.rows(); i++) {
            double v = Math.max(0, sign * M.get(i, column));
            sum += v * v;
        }
        return Math.sqrt(sum);
    }

    private static void copyPart(DenseMatrix M, int column, int sign, double size, DenseMatrix into) {
        double norm = norm(M, column, sign);
        if (norm == 0) return;
        for (int i = 0; i < M.rows(); i++) into.set(i, column, size * Math.max(0, sign * M.get(i, column)) / norm);
    }
}
