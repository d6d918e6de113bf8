package org.grapnel.select;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/** Keeps the features with the largest variance Σₐ (xₐ − x̄)²/n, which is their score. The graph is ignored. */
public record VarianceSelector() implements Selector {
    @Override
    public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
        SelectorPreconditions.require(X, graph, keep);
        double[] variance = variances(context, X);
        return Selection.ofLargest(variance, keep);
    }

    private static double[] variances(ExecutionContext context, Matrix X) {
        int p = X.rows();
        int n = X.cols();
        double[] variance = new double[p];
        context.runEach(p, 3.0 * p * n, (i, scratch) -> {
            double[] x = scratch.doubles(ScratchArray.ROW, n);
            X.row(i, x);
            variance[i] = variance(x, n);
        });
        return variance;
    }

    private static double variance(double[] x, int n) {
        double sum = 0;
        boolean constant = true; // the computed mean of a constant may be off by rounding
        for (int a = 0; a < n; a++) {
            sum += x[a];
            constant &= x[a] == x[0];
        }
        if (constant) return 0;
        double mean = sum / n;
        double squares = 0;
        for (int a = 0; a < n; a++) squares += (x[a] - mean) * (x[a] - mean);
        return squares / n;
    }
}
