package org.grapnel.transform;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.graph.CrossSearch;
import org.grapnel.graph.ExactSearch;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Neighbors;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * The edges from new samples to training samples. If the graph of the fit is one on principal components, and the new samples have all
 * features, neighbours are searched on these components, otherwise on the kept features.
 *
 * <p>A sample that equals a training sample takes its edges. Any other sample gets an edge to each of its k nearest training samples, with
 * the weights of the graph ({@link WeightKind}); σ is the mean distance of the training samples to their neighbours there, and for local
 * weights the scale of a new sample is the distance to its last neighbour. All these
 * weights are multiplied by one factor, chosen so that training samples joined in the same way would have the mean degree of the graph. So the
 * graph pulls new samples as strongly as it pulled the training samples.
 */
final class CrossEdges {
    /** Relative distance of two points that differ by rounding only. */
    private static final double SAME = 1e-9;

    private final int[][] other;
    private final double[][] weight;

    private CrossEdges(int samples) {
        other = new int[samples][0];
        weight = new double[samples][0];
    }

    /**
     * Finds the edges.
     *
     * @param fresh the new samples on the kept features
     * @param projected the new samples on the components of the training graph, if they are known
     */
    static CrossEdges find(
            ExecutionContext context,
            FittedModel.TrainingGraph training,
            Matrix fresh,
            Optional<DenseMatrix> projected,
            List<String> names) {
        CrossEdges edges = new CrossEdges(fresh.cols());
        GraphSpec spec = training.spec();
        Matrix known = projected.isPresent() ? training.scores().orElseThrow().points() : training.X();
        Matrix asked = projected.<Matrix>map(points -> points).orElse(fresh);
        int[] matches = ExactMatches.find(context, training, fresh, names);
        // equal on the kept features, but maybe not on the others
        for (int j = 0; projected.isPresent() && j < matches.length; j++)
            if (matches[j] >= 0 && !isSamePoint(asked, j, known, matches[j])) matches[j] = -1;
        for (int j = 0; j < matches.length; j++) if (matches[j] >= 0) edges.copyEdges(j, training.graph(), matches[j]);
        // a sample may be zero on the kept features, and then has no direction
        int[] from = IntStream.of(directed(asked, spec.metric()))
                .filter(j -> matches[j] < 0)
                .toArray();
        int[] to = directed(known, spec.metric());
        int k = Math.min(spec.neighbors(), to.length);
        if (from.length == 0 || k == 0) return edges;
        try (DenseMatrix queries = columns(asked, from);
                DenseMatrix points = columns(known, to);
                // dot products are those of the samples, never of their components
                DenseMatrix queryValues = columns(fresh, from);
                DenseMatrix values = columns(training.X(), to)) {
            Neighbors found = CrossSearch.search(context, points, queries, k, spec.metric());
            Optional<Neighbors> own = to.length < 2
                    ? Optional.empty()
                    : Optional.of(ExactSearch.search(context, points, Math.min(k, to.length - 1), spec.metric()));
            CrossWeights weights = own.map(neighbors -> CrossWeights.of(
                            values, neighbors, spec, training.graph().meanDegree()))
                    .orElseGet(() -> CrossWeights.raw(spec, 1, Double.NaN));
            if (spec.metric() == Metric.EUCLIDEAN) requireDistances(found, from, names, queries, points);
            for (int i = 0; i < from.length; i++) edges.join(from[i], found, i, to, own, weights, queryValues, values);
        }
        return edges;
    }

    /** Returns whether two points are equal up to the rounding of a projection. */
    private static boolean isSamePoint(Matrix A, int i, Matrix B, int j) {
        double squares = 0;
        double sum = 0;
        for (int f = 0; f < A.rows(); f++) {
            squares += (A.get(f, i) - B.get(f, j)) * (A.get(f, i) - B.get(f, j));
            sum += A.get(f, i) * A.get(f, i) + B.get(f, j) * B.get(f, j);
        }
        return squares <= SAME * SAME * sum;
    }

    /**
     * Refuses samples whose difference from a training sample was lost to rounding beside the largest numbers of the new data: the samples
     * differ, but their distance is 0. A difference that is lost beside the numbers of the fit is allowed, because the fit cannot tell the two
     * samples apart.
     */
    private static void requireDistances(
            Neighbors found, int[] from, List<String> names, DenseMatrix queries, DenseMatrix points) {
        double most = 0;
        for (int i = 0; i < points.rows(); i++)
            for (int j = 0; j < points.cols(); j++) most = Math.max(most, Math.abs(points.get(i, j)));
        for (int i = 0; i < from.length; i++) {
            if (found.distance(i, 0) > 0) continue;
            double apart = apart(queries, i, points, found.index(i, 0)) / most;
            if (apart * apart >= Double.MIN_NORMAL)
                throw new DataException(
                        "sample %d (%s) differs too little from the samples of the fit to be squared beside the largest"
                                + " numbers of the new data; leave out the samples with these",
                        from[i], names.get(from[i]));
        }
    }

    /** The largest difference between two columns. */
    private static double apart(DenseMatrix A, int i, DenseMatrix B, int j) {
        double most = 0;
        for (int f = 0; f < A.rows(); f++) most = Math.max(most, Math.abs(A.get(f, i) - B.get(f, j)));
        return most;
    }

    /** The columns that the metric can compare. */
    private static int[] directed(Matrix X, Metric metric) {
        if (metric != Metric.COSINE) return IntStream.range(0, X.cols()).toArray();
        double[] length = X.columnNorms();
        return IntStream.range(0, X.cols()).filter(j -> length[j] > 0).toArray();
    }

    private static DenseMatrix columns(Matrix X, int[] chosen) {
        DenseMatrix some = DenseMatrix.zeros(X.rows(), chosen.length);
        double[] row = new double[X.cols()];
        double[] taken = new double[chosen.length];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int q = 0; q < chosen.length; q++) taken[q] = row[chosen[q]];
            some.setRow(i, taken);
        }
        return some;
    }

    private void copyEdges(int sample, Graph graph, int match) {
        int[] count = {0};
        graph.adjacency().forEachInRow(match, (l, a) -> count[0]++);
        other[sample] = new int[count[0]];
        weight[sample] = new double[count[0]];
        count[0] = 0;
        graph.adjacency().forEachInRow(match, (l, a) -> {
            other[sample][count[0]] = l;
            weight[sample][count[0]++] = a;
        });
    }

    private void join(
            int sample,
            Neighbors found,
            int i,
            int[] to,
            Optional<Neighbors> own,
            CrossWeights weights,
            DenseMatrix queryValues,
            DenseMatrix values) {
        int k = found.count();
        double last = found.distance(i, k - 1);
        other[sample] = new int[k];
        weight[sample] = new double[k];
        for (int q = 0; q < k; q++) {
            int j = found.index(i, q);
            other[sample][q] = to[j];
            double lastOfOther = own.map(neighbors -> neighbors.distance(j, neighbors.count() - 1))
                    .orElse(0.0);
            double dot = weights.usesDots() ? CrossWeights.dot(queryValues, i, values, j) : 0;
            weight[sample][q] = weights.weight(found.distance(i, q), last, lastOfOther, dot);
        }
    }

    int count(int sample) {
        return other[sample].length;
    }

    int other(int sample, int edge) {
        return other[sample][edge];
    }

    double weight(int sample, int edge) {
        return weight[sample][edge];
    }

    double degree(int sample) {
        double sum = 0;
        for (double a : weight[sample]) sum += a;
        return sum;
    }
}
