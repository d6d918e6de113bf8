package org.grapnel.cluster;

import java.util.List;
import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * k-means: min Σᵢ ‖xᵢ − c_label(i)‖² over labels and centres, the inertia. Takes the best of several runs of Lloyd's
 * algorithm from greedy k-means++ seeds. Each start runs on one thread, so the result does not depend on the number of
 * threads. The labels equal those of computing every distance in every iteration.
 *
 * <p>Memory beyond the samples, for each running start: 2·c·d + n·(7 + ln c) doubles. Columns of a dense matrix are
 * copied once, transposed; the entries of a sparse one are copied by sample and never made dense.
 */
public final class KMeans {
    /**
     * A later start must be better by more than this share of the inertia, which the order of summation could cause.
     */
    private static final double ROUNDING = 1e-12;

    private KMeans() {}

    /**
     * Options of k-means.
     *
     * @param starts number of starts; the smallest inertia wins, ties go to the earlier start
     * @param maxIterations limit for each start
     * @param tolerance a start ends when Σ of the centres' squared moves is at most this times the mean variance of a
     *     dimension; with 0 only when no label changes
     */
    public record KMeansOptions(int clusters, int starts, int maxIterations, double tolerance, long seed) {
        public KMeansOptions {
            Preconditions.require(clusters >= 1, "clusters must be at least 1, got %d", clusters);
            Preconditions.require(starts >= 1, "starts must be at least 1, got %d", starts);
            Preconditions.require(maxIterations >= 1, "max-iter must be at least 1, got %d", maxIterations);
            Preconditions.require(
                    tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY,
                    "tol must be a number >= 0, got %s",
                    tolerance);
        }

        /** Ten starts of at most 300 iterations, tolerance 10⁻⁴, seed 0. */
        public static KMeansOptions of(int clusters) {
            return new KMeansOptions(clusters, 10, 300, 1e-4, 0);
        }

        public KMeansOptions withStarts(int number) {
            return new KMeansOptions(clusters, number, maxIterations, tolerance, seed);
        }

        public KMeansOptions withMaxIterations(int limit) {
            return new KMeansOptions(clusters, starts, limit, tolerance, seed);
        }

        public KMeansOptions withTolerance(double still) {
            return new KMeansOptions(clusters, starts, maxIterations, still, seed);
        }

        public KMeansOptions withSeed(long number) {
            return new KMeansOptions(clusters, starts, maxIterations, tolerance, number);
        }
    }

    /** Why the winning start ended. */
    public enum KMeansStop {
        /** No label changed: a fixed point, where every centre is the mean of its samples. */
        LABELS_SETTLED,
        /** The centres moved by no more than the tolerance. */
        CENTRES_SETTLED,
        ITERATION_LIMIT;

        public boolean isConverged() {
            return this != ITERATION_LIMIT;
        }
    }

    /**
     * The groups found by k-means. Owns the centres: close it.
     *
     * @param centres c × d; every sample has the label of the nearest
     * @param inertia Σ ‖x − c‖², computed from the differences
     * @param iterations of the winning start
     * @param start the winning start, counted from 0
     * @param trace inertia of the winning start: around the first centres, then after each iteration, where every
     *     centre is the mean of its samples
     */
    public record KMeansResult(
            Clustering clustering,
            DenseMatrix centres,
            double inertia,
            int iterations,
            KMeansStop stop,
            int start,
            List<Double> trace)
            implements AutoCloseable {
        public KMeansResult {
            trace = List.copyOf(trace);
        }

        @Override
        public void close() {
            centres.close();
        }
    }

    /** Clusters the rows of a matrix, such as Ht. */
    public static KMeansResult clusterRows(ExecutionContext context, DenseMatrix rows, KMeansOptions options) {
        fits(options.clusters(), rows.rows(), rows.cols());
        try (ClusterPoints points = DenseClusterPoints.createFromRows(context, rows)) {
            return best(context, points, options);
        }
    }

    /** Clusters the columns of X, the samples. */
    public static KMeansResult clusterColumns(ExecutionContext context, Matrix X, KMeansOptions options) {
        return clusterColumns(context, X, RowSet.all(X.rows()), options);
    }

    /** Clusters the columns of X by the given features only; the centres have one dimension for each of these. */
    public static KMeansResult clusterColumns(
            ExecutionContext context, Matrix X, RowSet features, KMeansOptions options) {
        Preconditions.require(
                features.totalRows() == X.rows(),
                "the feature set is for %d features, X has %d rows",
                features.totalRows(),
                X.rows());
        fits(options.clusters(), X.cols(), features.count());
        try (ClusterPoints points = columns(context, X, features)) {
            return best(context, points, options);
        }
    }

    /** Adds a start from the means of known groups, as start 0, so that the result is no worse than these. */
    static KMeansResult clusterColumns(
            ExecutionContext context, Matrix X, RowSet features, KMeansOptions options, Clustering known) {
        try (ClusterPoints points = columns(context, X, features)) {
            return best(context, points, options, Optional.of(known));
        }
    }

    /** Clusters the rows of a matrix from given centres, c × d: one start, no random numbers. */
    public static KMeansResult clusterRowsFrom(
            ExecutionContext context, DenseMatrix rows, DenseMatrix centres, KMeansOptions options) {
        int c = options.clusters();
        Preconditions.require(
                centres.rows() == c && centres.cols() == rows.cols(),
                "centres must be %d × %d, got %d × %d",
                c,
                rows.cols(),
                centres.rows(),
                centres.cols());
        fits(c, rows.rows(), rows.cols());
        try (ClusterPoints points = DenseClusterPoints.createFromRows(context, rows)) {
            double[] begin = new double[Math.multiplyExact(c, points.d)];
            centres.rows(0, c, begin);
            var outcome = new Lloyd.LloydResult[1];
            context.run(
                    1,
                    (task, scratch) -> outcome[0] = new Lloyd(context, points, begin, scratch)
                            .run(options.maxIterations(), options.tolerance()));
            return result(outcome[0], 0, c, points.d);
        }
    }

    private static ClusterPoints columns(ExecutionContext context, Matrix X, RowSet features) {
        return X instanceof SparseMatrix sparse
                ? SparseClusterPoints.createFromColumns(sparse, features)
                : DenseClusterPoints.createFromColumns(context, (DenseMatrix) X, features);
    }

    private static void fits(int clusters, int samples, int features) {
        Preconditions.require(
                clusters <= samples, "clusters must be at most the number of samples, %d, got %d", samples, clusters);
        Preconditions.require(features >= 1, "clustering needs at least 1 feature, got 0");
    }

    private static KMeansResult best(ExecutionContext context, ClusterPoints points, KMeansOptions options) {
        return best(context, points, options, Optional.empty());
    }

    private static KMeansResult best(
            ExecutionContext context, ClusterPoints points, KMeansOptions options, Optional<Clustering> known) {
        int c = options.clusters();
        int first = known.isPresent() ? 1 : 0;
        var outcomes = new Lloyd.LloydResult[first + options.starts()];
        context.run(outcomes.length, (s, scratch) -> {
            double[] begin = s < first
                    ? points.means(known.orElseThrow(), scratch)
                    : KMeansPlusPlus.draw(context, points, c, CounterRandom.split(options.seed(), s - first), scratch);
            outcomes[s] = new Lloyd(context, points, begin, scratch).run(options.maxIterations(), options.tolerance());
        });
        int best = 0;
        for (int s = 1; s < outcomes.length; s++)
            if (outcomes[s].inertia() < outcomes[best].inertia() * (1 - ROUNDING)) best = s;
        return result(outcomes[best], best, c, points.d);
    }

    private static KMeansResult result(Lloyd.LloydResult o, int start, int clusters, int d) {
        DenseMatrix centres = DenseMatrix.zeros(clusters, d);
        centres.setRows(0, clusters, o.centres());
        return new KMeansResult(
                new Clustering(clusters, o.labels()), centres, o.inertia(), o.iterations(), o.stop(), start, o.trace());
    }
}
