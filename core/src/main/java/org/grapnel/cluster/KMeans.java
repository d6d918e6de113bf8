package org.grapnel.cluster;

import java.util.List;
import java.util.Optional;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;

/**
 * min Σᵢ ‖xᵢ − c_label(i)‖² over labels and centres, the inertia: the best of several starts of Lloyd's algorithm from greedy k-means++
 * seeds. Starts are shared over the threads, each start on one, so the bits do not depend on their number. Exact: the same
 * labels as with every distance computed in every iteration.
 *
 * <p>Memory beyond the samples, for each start that runs: 2·c·d + n·(7 + ln c) doubles. Columns of a dense matrix
 * are copied once, transposed; entries of a sparse one once more by sample; it is never made dense.
 */
public final class KMeans {
    /** A start beats an earlier one by more than this share of the inertia, which the order of a sum could make. */
    private static final double ROUNDING = 1e-12;

    private KMeans() {}

    /**
     * How to group.
     *
     * @param starts how often to begin anew; the least inertia wins, ties go to the earlier start
     * @param maxIterations for each start
     * @param tolerance a start ends when Σ of the centres' squared ways is at most this times the mean variance of a dimension; with 0 only when no label changes
     */
    public record Options(int clusters, int starts, int maxIterations, double tolerance, long seed) {
        public Options {
            Check.that(clusters >= 1, "clusters must be at least 1, got %d", clusters);
            Check.that(starts >= 1, "starts must be at least 1, got %d", starts);
            Check.that(maxIterations >= 1, "max-iter must be at least 1, got %d", maxIterations);
            Check.that(
                    tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY,
                    "tol must be a number >= 0, got %s",
                    tolerance);
        }

        /** Ten starts of at most 300 iterations, tolerance 10⁻⁴, seed 0. */
        public static Options of(int clusters) {
            return new Options(clusters, 10, 300, 1e-4, 0);
        }

        public Options withStarts(int number) {
            return new Options(clusters, number, maxIterations, tolerance, seed);
        }

        public Options withMaxIterations(int limit) {
            return new Options(clusters, starts, limit, tolerance, seed);
        }

        public Options withTolerance(double still) {
            return new Options(clusters, starts, maxIterations, still, seed);
        }

        public Options withSeed(long number) {
            return new Options(clusters, starts, maxIterations, tolerance, number);
        }
    }

    /** Why the winning start ended. */
    public enum Stop {
        /** No label changed: a fixed point, every centre is the mean of its samples. */
        LABELS_SETTLED,
        /** The centres moved by no more than the tolerance. */
        CENTRES_SETTLED,
        ITERATION_LIMIT;

        public boolean converged() {
            return this != ITERATION_LIMIT;
        }
    }

    /**
     * The groups, and what is known about them. Owns the centres: close it.
     *
     * @param centres c × d; every sample has the label of the nearest
     * @param inertia Σ ‖x − c‖², from the differences
     * @param iterations of the winning start
     * @param start the winning start, counted from 0
     * @param trace of the winning start: the inertia around the first centres, then after each iteration, where every centre is
     *     the mean of the samples it had
     */
    public record Result(
            Clustering clustering,
            DenseMatrix centres,
            double inertia,
            int iterations,
            Stop stop,
            int start,
            List<Double> trace)
            implements AutoCloseable {
        public Result {
            trace = List.copyOf(trace);
        }

        @Override
        public void close() {
            centres.close();
        }
    }

    /** Groups the rows of a matrix, such as Ht. */
    public static Result ofRows(Compute on, DenseMatrix rows, Options options) {
        fits(options.clusters(), rows.rows(), rows.cols());
        try (Points points = DensePoints.ofRows(on, rows)) {
            return best(on, points, options);
        }
    }

    /** Groups the columns of X: the samples. */
    public static Result ofColumns(Compute on, Matrix X, Options options) {
        return ofColumns(on, X, RowSet.all(X.rows()), options);
    }

    /** Groups the columns of X by the given features alone; the centres have a dimension for each of these. */
    public static Result ofColumns(Compute on, Matrix X, RowSet features, Options options) {
        Check.that(features.outOf() == X.rows(), "features are out of %d, X has %d rows", features.outOf(), X.rows());
        fits(options.clusters(), X.cols(), features.count());
        try (Points points = columns(on, X, features)) {
            return best(on, points, options);
        }
    }

    /** The same with one more start, from the means of known groups: start 0, so that the result is no worse than these. */
    static Result ofColumns(Compute on, Matrix X, RowSet features, Options options, Clustering known) {
        try (Points points = columns(on, X, features)) {
            return best(on, points, options, Optional.of(known));
        }
    }

    /** Groups the rows of a matrix from given centres, c × d: one start, nothing random. */
    public static Result from(Compute on, DenseMatrix rows, DenseMatrix centres, Options options) {
        int c = options.clusters();
        Check.that(
                centres.rows() == c && centres.cols() == rows.cols(),
                "centres must be %d × %d, they are %d × %d",
                c,
                rows.cols(),
                centres.rows(),
                centres.cols());
        fits(c, rows.rows(), rows.cols());
        try (Points points = DensePoints.ofRows(on, rows)) {
            double[] begin = new double[Math.multiplyExact(c, points.d)];
            centres.rows(0, c, begin);
            var outcome = new Lloyd.Outcome[1];
            on.run(
                    1,
                    (task, scratch) -> outcome[0] =
                            new Lloyd(on, points, begin, scratch).run(options.maxIterations(), options.tolerance()));
            return result(outcome[0], 0, c, points.d);
        }
    }

    private static Points columns(Compute on, Matrix X, RowSet features) {
        return X instanceof SparseMatrix sparse
                ? SparsePoints.ofColumns(sparse, features)
                : DensePoints.ofColumns(on, (DenseMatrix) X, features);
    }

    private static void fits(int clusters, int samples, int features) {
        Check.that(
                clusters <= samples, "clusters must be at most the number of samples, %d, got %d", samples, clusters);
        Check.that(features >= 1, "there is no feature to group by");
    }

    private static Result best(Compute on, Points points, Options options) {
        return best(on, points, options, Optional.empty());
    }

    private static Result best(Compute on, Points points, Options options, Optional<Clustering> known) {
        int c = options.clusters();
        int first = known.isPresent() ? 1 : 0;
        var outcomes = new Lloyd.Outcome[first + options.starts()];
        on.run(outcomes.length, (s, scratch) -> {
            double[] begin = s < first
                    ? points.means(known.orElseThrow(), scratch)
                    : Seeding.centres(on, points, c, Randoms.split(options.seed(), s - first), scratch);
            outcomes[s] = new Lloyd(on, points, begin, scratch).run(options.maxIterations(), options.tolerance());
        });
        int best = 0;
        for (int s = 1; s < outcomes.length; s++)
            if (outcomes[s].inertia() < outcomes[best].inertia() * (1 - ROUNDING)) best = s;
        return result(outcomes[best], best, c, points.d);
    }

    private static Result result(Lloyd.Outcome o, int start, int clusters, int d) {
        DenseMatrix centres = DenseMatrix.zeros(clusters, d);
        centres.setRows(0, clusters, o.centres());
        return new Result(
                new Clustering(clusters, o.labels()), centres, o.inertia(), o.iterations(), o.stop(), start, o.trace());
    }
}
