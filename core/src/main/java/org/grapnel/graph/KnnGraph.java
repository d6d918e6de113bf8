package org.grapnel.graph;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.grapnel.data.DataException;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * A graph that joins every sample to its nearest neighbours, with its parameters.
 *
 * @param sigma the σ of Gaussian weights
 * @param recall of an approximate search, measured on a subset of the samples
 * @param components the number of principal components in use; empty for neighbours on all features
 * @param scores the samples on their components; empty if there are as many components as the data have, because
 *     neighbours on all features are then the same
 */
public record KnnGraph(
        Graph graph,
        OptionalDouble sigma,
        OptionalDouble recall,
        OptionalInt components,
        Optional<ComponentScores> scores) {
    private static final String ORIGIN = "the neighbour graph";

    /** Creates a graph of neighbours on all features. */
    public KnnGraph(Graph graph, OptionalDouble sigma, OptionalDouble recall) {
        this(graph, sigma, recall, OptionalInt.empty(), Optional.empty());
    }

    /** Builds the graph of the columns of X. */
    public static KnnGraph build(ExecutionContext context, Matrix X, GraphSpec spec) {
        return build(context, X, ComponentScores.compute(context, X, spec), spec);
    }

    /** Builds the graph of the columns of X, whose scores are {@linkplain ComponentScores#compute known}. */
    public static KnnGraph build(ExecutionContext context, Matrix X, Optional<ComponentScores> scores, GraphSpec spec) {
        Matrix points = scores.<Matrix>map(ComponentScores::points).orElse(X);
        return build(
                context,
                X,
                scores,
                spec.search().neighbors(context, points, spec.neighbors(), spec.metric(), spec.seed()),
                spec);
    }

    /**
     * Builds the graph from the result of a search on the scores, or on X where there are none. If it found more
     * neighbours than the spec asks for, the nearest are used.
     */
    public static KnnGraph build(
            ExecutionContext context,
            Matrix X,
            Optional<ComponentScores> scores,
            ApproximateSearch.SearchResult found,
            GraphSpec spec) {
        boolean approximate = spec.search().isApproximate(X.cols());
        return build(
                context,
                X,
                scores,
                found.neighbors().nearest(spec.neighbors()),
                spec,
                approximate ? OptionalDouble.of(found.recall()) : OptionalDouble.empty());
    }

    /** Builds the graph from exact neighbours. If there are more than the spec asks for, the nearest are used. */
    public static KnnGraph build(ExecutionContext context, Matrix X, Neighbors found, GraphSpec spec) {
        return build(context, X, Optional.empty(), found, spec);
    }

    /** Builds the graph from exact neighbours on the scores, or on X where there are none. */
    public static KnnGraph build(
            ExecutionContext context, Matrix X, Optional<ComponentScores> scores, Neighbors found, GraphSpec spec) {
        return build(context, X, scores, found.nearest(spec.neighbors()), spec, OptionalDouble.empty());
    }

    private static KnnGraph build(
            ExecutionContext context,
            Matrix X,
            Optional<ComponentScores> scores,
            Neighbors found,
            GraphSpec spec,
            OptionalDouble recall) {
        OptionalDouble sigma = spec.weights() != WeightKind.GAUSSIAN
                ? OptionalDouble.empty()
                : spec.sigma().isPresent() ? spec.sigma() : OptionalDouble.of(found.meanDistance());
        double[] weights = weights(context, X, found, spec, sigma.orElse(1), scores.isPresent());
        OptionalInt components = spec.components().isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(spec.components().orElseThrow().countFor(X.rows(), X.cols()));
        return new KnnGraph(
                Graph.of(symmetric(found, weights, spec.symmetrize()), ORIGIN), sigma, recall, components, scores);
    }

    /** Returns the points whose neighbours are joined: the scores, or X where there are none. */
    public Matrix points(Matrix X) {
        return scores.<Matrix>map(ComponentScores::points).orElse(X);
    }

    private static double[] weights(
            ExecutionContext context, Matrix X, Neighbors found, GraphSpec spec, double sigma, boolean onScores) {
        int n = found.size();
        int k = found.count();
        double[] weights = new double[n * k];
        boolean cosine = spec.metric() == Metric.COSINE;
        // the scores of samples >= 0 are signed, so dot products are always those of X
        boolean dots = spec.weights() == WeightKind.DOT && (!cosine || onScores);
        if (dots) X.columnDots(context, found.starts(), found.indices(), weights);
        double[] length = dots && cosine ? X.columnNorms() : new double[0];
        Optional<LocalScales> local =
                spec.weights() == WeightKind.LOCAL ? Optional.of(LocalScales.of(found)) : Optional.empty();
        for (int i = 0; i < n; i++) {
            for (int q = 0; q < k; q++) {
                int at = i * k + q;
                int j = found.index(i, q);
                if (!dots)
                    weights[at] = spec.weight(
                            found.distance(i, q),
                            local.isPresent() ? local.get().between(i, j) : sigma);
                else if (cosine) weights[at] = cosine(weights[at], length[i] * length[j]);
                if (!(weights[at] >= 0))
                    throw new DataException("%s", NeighborErrors.negativeWeight(dots && !cosine, i, j, weights[at]));
            }
        }
        return weights;
    }

    /** Returns the cosine of a dot product; 0 where the samples are so small that both vanish. */
    private static double cosine(double dot, double lengths) {
        return lengths == 0 ? 0 : dot / lengths;
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
