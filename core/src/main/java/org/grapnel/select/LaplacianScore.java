package org.grapnel.select;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * The Laplacian score of each feature (He, Cai, Niyogi: Laplacian score for feature selection, NIPS 2005),
 *
 * <pre>   Lᵣ = x̃ᵀLx̃ / x̃ᵀDx̃,   x̃ = x − (xᵀD1 / 1ᵀD1)·1,   L = D − A   </pre>
 *
 * <p>with the weights of the graph. A small Lᵣ is good, so the score is −Lᵣ, between −2 and 0. Lᵣ is undefined for a
 * feature that is constant over the samples with neighbours: it comes last, with score −2.
 */
public record LaplacianScore() implements Selector {
    private static final double WORST = -2;

    @Override
    public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
        SelectorPreconditions.requireEdges(X, graph, keep);
        int p = X.rows();
        int n = X.cols();
        EdgeList edges = EdgeList.collect(graph, Integer.MAX_VALUE);
        double[] weight = new double[edges.count()];
        double[] degree = new double[n];
        double sum = 0;
        for (int a = 0; a < n; a++) {
            degree[a] = graph.degree(a);
            sum += degree[a];
            for (int e = edges.start[a]; e < edges.start[a + 1]; e++)
                weight[e] = graph.adjacency().get(a, edges.other[e]);
        }
        double total = sum;
        double[] value = new double[p];
        double[] score = new double[p];
        context.runEach(p, 4.0 * p * (n + edges.count()), (i, scratch) -> {
            double[] x = scratch.doubles(ScratchArray.ROW, n);
            X.row(i, x);
            scaleToUnitMaximum(x, n);
            boolean constant = isConstant(x, degree);
            score[i] = constant ? WORST : -ratio(x, edges, weight, degree, total);
            value[i] = constant ? Double.NEGATIVE_INFINITY : score[i];
        });
        return Selection.ofLargest(value, score, keep);
    }

    /** Divides x by its largest entry, so that squares neither overflow nor vanish. The ratio does not change. */
    private static void scaleToUnitMaximum(double[] x, int n) {
        double largest = 0;
        for (int a = 0; a < n; a++) largest = Math.max(largest, Math.abs(x[a]));
        if (largest > 0) for (int a = 0; a < n; a++) x[a] /= largest;
    }

    private static boolean isConstant(double[] x, double[] degree) {
        double value = Double.NaN;
        for (int a = 0; a < degree.length; a++) {
            if (degree[a] == 0) continue;
            if (x[a] != value && !Double.isNaN(value)) return false;
            value = x[a];
        }
        return true;
    }

    private static double ratio(double[] x, EdgeList edges, double[] weight, double[] degree, double total) {
        double mean = 0;
        for (int a = 0; a < degree.length; a++) mean += degree[a] * x[a];
        mean /= total;
        double inside = 0;
        double spread = 0;
        for (int a = 0; a < degree.length; a++) {
            double xa = x[a];
            spread += degree[a] * (xa - mean) * (xa - mean);
            for (int e = edges.start[a]; e < edges.start[a + 1]; e++) {
                double d = xa - x[edges.other[e]];
                inside += weight[e] * d * d;
            }
        }
        return spread > 0 ? Math.min(-WORST, inside / spread) : -WORST; // squared differences may underflow to 0
    }
}
