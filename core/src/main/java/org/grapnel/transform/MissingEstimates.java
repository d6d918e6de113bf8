package org.grapnel.transform;

import java.util.stream.IntStream;
import org.grapnel.data.Dataset;
import org.grapnel.graph.ComponentKind;
import org.grapnel.graph.ComponentScores;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * Estimates of the missing entries of new samples, which are NaN, for the search of their neighbours: Wh of the model on the kept features, and
 * μ + Uz on the components U of the graph.
 *
 * <p>z = (UₒᵀUₒ + D)⁻¹Uₒᵀ(xₒ − μₒ) is the ridge regression on the observed entries o. D is diagonal with the smallest over the own variance of
 * each component, as in probabilistic principal components, so that few entries do not give large scores.
 */
final class MissingEstimates {
    /** Samples per task. */
    private static final int BLOCK = 64;

    /** The least and the largest entry of D. */
    private static final double LEAST = 1e-8;

    private static final double MOST = 1e8;

    private final ComponentScores scores;
    private final boolean centred;
    private final double[][] U;
    private final int M;
    private final double[] ridge;

    private MissingEstimates(ComponentScores scores) {
        this.scores = scores;
        centred = scores.kind() == ComponentKind.CENTERED;
        U = scores.directions().toArray();
        M = scores.count();
        ridge = ridge(scores.points().rowSquares());
    }

    private static double[] ridge(double[] variance) {
        double least = IntStream.range(0, variance.length)
                .mapToDouble(q -> variance[q])
                .filter(v -> v > 0)
                .min()
                .orElse(1);
        double[] ridge = new double[variance.length];
        for (int q = 0; q < ridge.length; q++)
            ridge[q] = Math.max(LEAST, Math.min(MOST, variance[q] == 0 ? MOST : least / variance[q]));
        return ridge;
    }

    /** Returns the samples on the kept features with Wh for missing entries, owned by the caller. */
    static Matrix ofFactors(Matrix X, DenseMatrix W, DenseMatrix Ht) {
        int r = W.cols();
        return copy(X).map((i, j, x) -> {
            if (!Double.isNaN(x)) return x;
            double sum = 0;
            for (int q = 0; q < r; q++) sum += W.get(i, q) * Ht.get(j, q);
            return sum;
        });
    }

    /** Returns the samples on the components, M × m, with estimates for missing entries; owned by the caller. */
    static DenseMatrix project(ExecutionContext context, ComponentScores scores, Dataset fresh) {
        if (fresh.weights().isEmpty()) return scores.project(context, fresh.X());
        double[][] z = new MissingEstimates(scores).solve(context, fresh.X());
        DenseMatrix U = scores.directions();
        try (Matrix filled = copy(fresh.X()).map((i, j, x) -> {
            if (!Double.isNaN(x)) return x;
            double sum = scores.kind() == ComponentKind.CENTERED ? scores.mean(i) : 0;
            for (int q = 0; q < z[j].length; q++) sum += U.get(i, q) * z[j][q];
            return sum;
        })) {
            return scores.project(context, filled);
        }
    }

    private static Matrix copy(Matrix X) {
        return X instanceof DenseMatrix dense ? dense.copy() : X; // a dense matrix is mapped in place
    }

    /** The z of each sample; those of complete samples are not used and stay 0. */
    private double[][] solve(ExecutionContext context, Matrix X) {
        int m = X.cols();
        double[][] z = new double[m][];
        context.run((m + BLOCK - 1) / BLOCK, (task, scratch) -> {
            int from = task * BLOCK;
            int[] chosen = IntStream.range(from, Math.min(m, from + BLOCK)).toArray();
            try (Matrix some = X.selectColumns(chosen)) {
                double[] x = new double[chosen.length];
                double[][][] A = new double[chosen.length][M][M]; // UₒᵀUₒ = I − sum over the missing entries
                double[][] b = new double[chosen.length][M];
                for (double[][] one : A) for (int q = 0; q < M; q++) one[q][q] = 1 + ridge[q];
                for (int i = 0; i < U.length; i++) {
                    some.row(i, x);
                    for (int j = 0; j < x.length; j++) add(i, x[j], A[j], b[j]);
                }
                for (int j = 0; j < x.length; j++) z[from + j] = solve(A[j], b[j]);
            }
        });
        return z;
    }

    private void add(int feature, double x, double[][] A, double[] b) {
        double[] u = U[feature];
        if (Double.isNaN(x)) {
            for (int q = 0; q < M; q++) for (int l = 0; l <= q; l++) A[q][l] -= u[q] * u[l];
        } else {
            double y = centred ? x - scores.mean(feature) : x;
            for (int q = 0; q < M; q++) b[q] += u[q] * y;
        }
    }

    /** Returns A⁻¹b by Cholesky, in the lower triangle of A. */
    private static double[] solve(double[][] A, double[] b) {
        int n = b.length;
        for (int q = 0; q < n; q++) {
            for (int l = 0; l <= q; l++) {
                double sum = A[q][l];
                for (int t = 0; t < l; t++) sum -= A[q][t] * A[l][t];
                // the ridge keeps the diagonal positive, up to rounding
                A[q][l] = l < q ? sum / A[l][l] : Math.sqrt(Math.max(LEAST * LEAST, sum));
            }
        }
        double[] z = b.clone();
        for (int q = 0; q < n; q++) {
            for (int l = 0; l < q; l++) z[q] -= A[q][l] * z[l];
            z[q] /= A[q][q];
        }
        for (int q = n - 1; q >= 0; q--) {
            for (int l = q + 1; l < n; l++) z[q] -= A[l][q] * z[l];
            z[q] /= A[q][q];
        }
        return z;
    }
}
