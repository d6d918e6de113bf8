package org.grapnel.transform;

import java.util.List;
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
 * The edges from new samples to known ones, found on the kept features alone. A sample that equals a known one there takes that
 * one's edges. Any other gets an edge to each of its k nearest, with the weights of the graph ({@link WeightKind}, σ being the
 * mean distance of the known samples to their neighbours on these features), times one factor for all that gives known samples,
 * joined in the same way, the mean degree that they have: so the graph pulls at a new sample as it pulled at the known ones.
 */
final class CrossEdges {
    private final int[][] other;
    private final double[][] weight;

    private CrossEdges(int samples) {
        other = new int[samples][0];
        weight = new double[samples][0];
    }

    static CrossEdges find(
            ExecutionContext context, FittedModel.TrainingGraph known, Matrix fresh, List<String> names) {
        CrossEdges edges = new CrossEdges(fresh.cols());
        GraphSpec spec = known.spec();
        int[] twins = ExactMatches.find(context, known, fresh, names);
        for (int j = 0; j < twins.length; j++) if (twins[j] >= 0) edges.adopt(j, known.graph(), twins[j]);
        // on the kept features alone a sample may be all zero, which has no direction
        int[] from = IntStream.of(directed(fresh, spec.metric()))
                .filter(j -> twins[j] < 0)
                .toArray();
        int[] to = directed(known.X(), spec.metric());
        int k = Math.min(spec.neighbors(), to.length);
        if (from.length == 0 || k == 0) return edges;
        try (DenseMatrix queries = columns(fresh, from);
                DenseMatrix points = columns(known.X(), to)) {
            Neighbors found = CrossSearch.search(context, points, queries, k, spec.metric());
            EdgeWeights joining =
                    EdgeWeights.of(context, points, k, spec, known.graph().meanDegree());
            if (spec.metric() == Metric.EUCLIDEAN) requireDistances(found, from, names, queries, points);
            for (int i = 0; i < from.length; i++) edges.join(from[i], found, i, to, joining, queries, points);
        }
        return edges;
    }

    /**
     * None of these equals a known one: a distance of 0 is a difference that vanished beside the largest numbers. Beside those of the fit
     * it may: to the fit the two samples are then the same.
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

    /** By how much two columns differ where they differ most. */
    private static double apart(DenseMatrix A, int i, DenseMatrix B, int j) {
        double most = 0;
        for (int f = 0; f < A.rows(); f++) most = Math.max(most, Math.abs(A.get(f, i) - B.get(f, j)));
        return most;
    }

    /** Which columns the metric can compare. */
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

    private void adopt(int sample, Graph graph, int twin) {
        int[] count = {0};
        graph.adjacency().forEachInRow(twin, (l, a) -> count[0]++);
        other[sample] = new int[count[0]];
        weight[sample] = new double[count[0]];
        count[0] = 0;
        graph.adjacency().forEachInRow(twin, (l, a) -> {
            other[sample][count[0]] = l;
            weight[sample][count[0]++] = a;
        });
    }

    private void join(
            int sample,
            Neighbors found,
            int i,
            int[] to,
            EdgeWeights joining,
            DenseMatrix queries,
            DenseMatrix points) {
        int k = found.count();
        other[sample] = new int[k];
        weight[sample] = new double[k];
        for (int q = 0; q < k; q++) {
            other[sample][q] = to[found.index(i, q)];
            weight[sample][q] = joining.weight(found.distance(i, q), queries, i, points, found.index(i, q));
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

    /** How much an edge of a given length weighs: raw weights times {@code factor}. */
    private record EdgeWeights(GraphSpec spec, double sigma, double factor) {
        static EdgeWeights of(ExecutionContext context, DenseMatrix points, int k, GraphSpec spec, double meanDegree) {
            if (points.cols() < 2) return new EdgeWeights(spec, 1, 1);
            Neighbors own = ExactSearch.search(context, points, Math.min(k, points.cols() - 1), spec.metric());
            EdgeWeights raw = new EdgeWeights(spec, own.meanDistance(), 1);
            double sum = 0;
            for (int i = 0; i < own.size(); i++)
                for (int q = 0; q < own.count(); q++)
                    sum += raw.weight(own.distance(i, q), points, i, points, own.index(i, q)) / own.size();
            return new EdgeWeights(spec, raw.sigma, sum > 0 ? meanDegree / sum : 0);
        }

        double weight(double distance, DenseMatrix A, int i, DenseMatrix B, int j) {
            boolean dots = spec.weights() == WeightKind.DOT && spec.metric() == Metric.EUCLIDEAN;
            return factor * Math.max(0, dots ? dot(A, i, B, j) : spec.weights().weight(distance, sigma));
        }

        private static double dot(DenseMatrix A, int i, DenseMatrix B, int j) {
            double sum = 0;
            for (int f = 0; f < A.rows(); f++) sum += A.get(f, i) * B.get(f, j);
            return sum;
        }
    }
}
