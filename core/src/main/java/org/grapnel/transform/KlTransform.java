package org.grapnel.transform;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.kl.KlColumns;
import org.jspecify.annotations.Nullable;

/**
 * New samples under the loss kl: {@link PlacementProblem} with D(x‖Wh) for ½‖x − Wh‖².
 *
 * <p>Trace term: min D(x‖Wh) + λ·Σₗ aₗ‖h − hₗ‖². Joint term: min D(x‖Wh) + (α/2)·(‖s − Gᵀh‖² + ‖s − Hᵀg‖² + b‖h − g‖²) over h, g ≥ 0; every step in h
 * sees the best g, which is a small least-squares problem. Both are convex in h and g together.
 */
final class KlTransform {
    private final KlColumns columns;
    private final int r;

    KlTransform(ExecutionContext context, Matrix X, DenseMatrix W) {
        columns = new KlColumns(context, X, W);
        r = W.cols();
    }

    /** Ht ← the weights of the samples with the trace term, or without edges. */
    void solveTrace(PlacementProblem problem, IntFunction<PlacementProblem.EdgeSum> edges, DenseMatrix Ht) {
        columns.solve(
                j -> {
                    PlacementProblem.EdgeSum sum = edges.apply(j);
                    return new Quadratic(problem.ridge(sum), null, h -> sum.linear());
                },
                Ht);
    }

    /**
     * Ht ← the weights of the samples with the joint term.
     *
     * @param edges the sums α·Gs and α·Hs over the edges of a sample
     */
    void solveJoint(
            DenseMatrix HHt,
            DenseMatrix GGt,
            double alpha,
            double b,
            IntFunction<PlacementProblem.EdgeSum> edges,
            DenseMatrix Ht) {
        double[] Q = new double[r * r];
        for (int k = 0; k < r; k++)
            for (int l = 0; l < r; l++) Q[k * r + l] = alpha * (GGt.get(k, l) + (k == l ? b : 0));
        double[] none = new double[r];
        columns.solve(
                j -> {
                    PlacementProblem.EdgeSum sum = edges.apply(j);
                    if (!sum.isPresent() || alpha == 0) return new Quadratic(0, null, h -> none);
                    return new Quadratic(0, Q, linear(new NonNegativeLeastSquares(HHt), sum.linear(), alpha, b));
                },
                Ht);
    }

    /** c = αGs + αb·g with the g that minimises ½gᵀ(HHᵀ + bI)g − gᵀ(Hs + bh). */
    private LinearPart linear(NonNegativeLeastSquares solver, double[] sums, double alpha, double b) {
        double[] rhs = new double[r];
        double[] g = new double[r];
        double[] c = new double[r];
        return h -> {
            for (int k = 0; k < r; k++) rhs[k] = sums[r + k] / alpha + b * h[k];
            Arrays.fill(g, 0);
            solver.solve(b, rhs, g);
            for (int k = 0; k < r; k++) c[k] = sums[k] + alpha * b * g[k];
            return c;
        };
    }

    /** c as a function of h. */
    private interface LinearPart {
        double[] at(double[] h);
    }

    private record Quadratic(double ridge, double @Nullable [] matrix, LinearPart part)
            implements KlColumns.SampleQuadratic {
        @Override
        public double[] linear(double[] h) {
            return part.at(h);
        }
    }
}
