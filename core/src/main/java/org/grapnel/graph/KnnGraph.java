package org.grapnel.graph;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.grapnel.data.DataException;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * A graph that joins every sample to its nearest neighbours, with its parameters.
 *
 * @param sigma the σ of Gaussian weights
 * @param recall of an approximate search, measured on a subset of the samples
 */
public record KnnGraph(Graph graph, OptionalDouble sigma, OptionalDouble recall) {
    private static final String ORIGIN = "the neighbour graph";

    /** Builds the graph of the columns of X. */
    public static KnnGraph build(ExecutionContext context, Matrix X, GraphSpec spec) {
        ApproximateSearch.SearchResult found =
                spec.search().neighbors(context, X, spec.neighbors(), spec.metric(), spec.seed());
        boolean approximate = spec.search().isApproximate(X.cols());
        return build(
                context,
                X,
                found.neighbors(),
                spec,
                approximate ? OptionalDouble.of(found.recall()) : OptionalDouble.empty());
    }

    /** Builds the graph from exact neighbours. If there are more than the spec asks for, the nearest are used. */
    public static KnnGraph build(ExecutionContext context, Matrix X, Neighbors found, GraphSpec spec) {
        return build(context, X, found.nearest(spec.neighbors()), spec, OptionalDouble.empty());
    }

    private static KnnGraph build(
            ExecutionContext context, Matrix X, Neighbors found, GraphSpec spec, OptionalDouble recall) {
        OptionalDouble sigma = spec.weights() != WeightKind.GAUSSIAN
                ? OptionalDouble.empty()
                : spec.sigma().isPresent() ? spec.sigma() : OptionalDouble.of(found.meanDistance());
        double[] weights = weights(context, X, found, spec, sigma.orElse(1));
        return new KnnGraph(Graph.of(symmetric(found, weights, spec.symmetrize()), ORIGIN), sigma, recall);
    }

    private static double[] weights(ExecutionContext context, Matrix X, Neighbors found, GraphSpec spec, double sigma) {
        int n = found.size();
        int k = found.count();
        double[] weights = new double[n * k];
        boolean dots = spec.weights() == WeightKind.DOT && spec.metric() == Metric.EUCLIDEAN;
        if (dots) X.columnDots(context, found.starts(), found.indices(), weights);
        for (int i = 0; i < n; i++) {
            for (int q = 0; q < k; q++) {
                int at = i * k + q;
                if (!dots) weights[at] = spec.weights().weight(found.distance(i, q), sigma);
                if (!(weights[at] >= 0))
                    throw new DataException(
                            "%s", NeighborErrors.negativeWeight(dots, i, found.index(i, q), weights[at]));
            }
        }
        return weights;
    }

    /** Combines the weights of both directions of every edge. */
    private static SparseMatrix symmetric(Neighbors found, double[] weights, Symmetrization symmetrization) {
        int n = found.size();
        int k = found.count();
        int[] from = new int[n * k];
        for (int q = 0; q < from.length; q++) from[q] = q / k;
        SparseMatrix directed = SparseMatrix.ofTriples(n, n, from, found.indices(), weights);
        int[] row = new int[2 * n * k];
        int[] column = new int[2 * n * k];
        double[] value = new double[2 * n * k];
        int[] filled = {0};
        for (int i = 0; i < n; i++) {
            int node = i;
            directed.forEachInRow(i, (j, there) -> {
                row[filled[0]] = node;
                column[filled[0]] = j;
                value[filled[0]++] = symmetrization.combine(there, directed.get(j, node));
            });
            directed.forEachInColumn(i, (j, back) -> {
                if (directed.get(node, j) != 0) return;
                row[filled[0]] = node;
                column[filled[0]] = j;
                value[filled[0]++] = symmetrization.combine(0, back);
            });
        }
        int edges = filled[0];
        return SparseMatrix.ofTriples(
                n, n, Arrays.copyOf(row, edges), Arrays.copyOf(column, edges), Arrays.copyOf(value, edges));
    }
}
