package org.grapnel.select;

import java.util.Arrays;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.ScratchArray;

/**
 * Multi-cluster feature selection (Cai, Zhang, He: Unsupervised feature selection for multi-cluster data, KDD 2010).
 * Each of the K smallest non-trivial eigenvectors of Ly = λDy is regressed on the features with an ℓ₁ penalty, by
 * {@link Lars} with at most k coefficients. The score of a feature is its largest |coefficient| over the K regressions.
 * Features and eigenvectors are centred and scaled to unit norm, so scores do not depend on scales. Features that no
 * regression used follow with score 0, ordered by their largest correlation with an eigenvector.
 */
public final class Mcfs implements Selector {
    private final double[][] eigenvectors;

    private Mcfs(double[][] eigenvectors) {
        this.eigenvectors = eigenvectors;
    }

    /** Creates a selector from copied eigenvectors: n × K, one per column, without the constant one. */
    public static Mcfs of(DenseMatrix eigenvectors) {
        Preconditions.require(
                eigenvectors.cols() >= 1, "at least 1 eigenvector is needed, got %d", eigenvectors.cols());
        return new Mcfs(eigenvectors.toArray());
    }

    /** Refuses a graph without edges, which has no eigenvectors to regress on. */
    public static void requireEdges(Graph graph) {
        SelectorPreconditions.requireEdges(graph);
    }

    @Override
    public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
        SelectorPreconditions.require(X, graph, keep);
        int n = X.cols();
        int p = X.rows();
        Preconditions.require(
                eigenvectors.length == n, "the eigenvectors have %d samples, the data have %d", eigenvectors.length, n);
        double[] maxCorrelation = new double[p];
        double[] score = new double[p];
        Lars[] paths = regress(context, X, keep, maxCorrelation);
        double[] value = new double[p];
        for (int i = 0; i < p; i++) {
            for (Lars path : paths) score[i] = Math.max(score[i], Math.abs(path.beta(i)));
            // correlations are at most 1, so these values are below every score
            value[i] = score[i] > 0 ? score[i] : maxCorrelation[i] - 2;
        }
        return Selection.ofLargest(value, score, keep);
    }

    /** Advances all K regressions together, so that one pass over X serves them all. */
    Lars[] regress(ExecutionContext context, Matrix X, int limit, double[] maxCorrelation) {
        int n = X.cols();
        int p = X.rows();
        int K = eigenvectors[0].length;
        double[] mean = new double[p];
        double[] norm = new double[p];
        measure(context, X, mean, norm);
        Lars[] paths = new Lars[K];
        RowSet all = RowSet.all(p);
        try (DenseMatrix U = DenseMatrix.zeros(n, K);
                DenseMatrix XU = DenseMatrix.zeros(p, K);
                DenseMatrix W = DenseMatrix.zeros(p, K)) {
            for (int k = 0; k < K; k++) setUnitColumn(U, k);
            X.times(context, all, U, XU);
            context.run(K, (k, scratch) -> {
                double[] correlation = new double[p];
                copyScaledColumn(XU, k, norm, correlation);
                paths[k] = new Lars(X, mean, norm, correlation, limit);
            });
            for (int i = 0; i < p; i++)
                if (norm[i] > 0)
                    for (int k = 0; k < K; k++)
                        maxCorrelation[i] = Math.max(maxCorrelation[i], Math.abs(XU.get(i, k) / norm[i]));
            while (!Arrays.stream(paths).allMatch(Lars::isDone)) {
                context.run(K, (k, scratch) -> {
                    if (!paths[k].isDone()) paths[k].direction();
                });
                directions(context, X, paths, mean, norm, W, U);
                X.times(context, all, U, XU);
                context.run(K, (k, scratch) -> {
                    if (paths[k].isDone()) return;
                    copyScaledColumn(XU, k, norm, paths[k].products());
                    paths[k].advance();
                });
            }
        }
        return paths;
    }

    /** U ← the direction of every fit, Σ moveᵢ·x̂ᵢ. W is zero before and after. */
    private static void directions(
            ExecutionContext context,
            Matrix X,
            Lars[] paths,
            double[] mean,
            double[] norm,
            DenseMatrix W,
            DenseMatrix U) {
        boolean[] used = new boolean[X.rows()];
        for (Lars path : paths) if (!path.isDone()) for (int r = 0; r < path.active(); r++) used[path.active(r)] = true;
        RowSet rows = RowSet.none(X.rows());
        for (int i = 0; i < used.length; i++) {
            if (used[i]) rows.add(i);
        }
        double[] centre = new double[paths.length];
        for (int k = 0; k < paths.length; k++) {
            if (paths[k].isDone()) continue;
            for (int r = 0; r < paths[k].active(); r++) {
                int i = paths[k].active(r);
                W.set(i, k, paths[k].move(r) / norm[i]);
                centre[k] += mean[i] * paths[k].move(r) / norm[i];
            }
        }
        X.transposeTimes(context, rows, W, U);
        for (int r = 0; r < rows.count(); r++) W.zeroRow(rows.get(r)); // restore zeros
        for (int a = 0; a < U.rows(); a++) for (int k = 0; k < paths.length; k++) U.set(a, k, U.get(a, k) - centre[k]);
    }

    private void setUnitColumn(DenseMatrix U, int k) {
        int n = eigenvectors.length;
        double mean = 0;
        for (double[] row : eigenvectors) mean += row[k] / n;
        double squares = 0;
        for (double[] row : eigenvectors) squares += (row[k] - mean) * (row[k] - mean);
        Preconditions.require(squares > 0, "eigenvector %d is constant", k);
        for (int a = 0; a < n; a++) U.set(a, k, (eigenvectors[a][k] - mean) / Math.sqrt(squares));
    }

    /** Copies column k divided by the norms. The columns of U sum to zero, so X need not be centred. */
    private static void copyScaledColumn(DenseMatrix XU, int k, double[] norm, double[] into) {
        for (int i = 0; i < into.length; i++) into[i] = norm[i] > 0 ? XU.get(i, k) / norm[i] : 0;
    }

    private static void measure(ExecutionContext context, Matrix X, double[] mean, double[] norm) {
        int p = X.rows();
        int n = X.cols();
        context.runEach(p, 4.0 * p * n, (i, scratch) -> {
            double[] x = scratch.doubles(ScratchArray.ROW, n);
            X.row(i, x);
            double sum = 0;
            boolean constant = true;
            for (int a = 0; a < n; a++) {
                sum += x[a];
                constant &= x[a] == x[0];
            }
            mean[i] = sum / n;
            double squares = 0;
            for (int a = 0; a < n; a++) squares += (x[a] - mean[i]) * (x[a] - mean[i]);
            norm[i] = constant ? 0 : Math.sqrt(squares);
        });
    }
}
