package org.grapnel.select;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Matrix;

/** The features of largest variance Σₐ (xₐ − x̄)²/n, which is their score. The graph is not looked at. */
public record Variance() implements Selector {
    @Override
    public Selection select(Compute on, Matrix X, Graph graph, int keep) {
        Inputs.check(X, graph, keep);
        double[] variance = of(on, X);
        return Ranking.of(variance, variance, keep);
    }

    private static double[] of(Compute on, Matrix X) {
        int p = X.rows();
        int n = X.cols();
        double[] variance = new double[p];
        int blocks = Math.max(1, Math.min(p, Compute.blocks(3.0 * p * n)));
        on.run(blocks, (b, scratch) -> {
            double[] x = scratch.doubles(0, n);
            for (int i = Compute.start(p, b, blocks); i < Compute.start(p, b + 1, blocks); i++) {
                X.row(i, x);
                variance[i] = variance(x, n);
            }
        });
        return variance;
    }

    private static double variance(double[] x, int n) {
        double sum = 0;
        boolean constant = true; // whose mean may be off by a rounding
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
