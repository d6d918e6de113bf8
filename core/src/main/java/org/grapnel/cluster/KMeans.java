package org.grapnel.cluster;

import java.util.Optional;
import java.util.function.Function;
import org.grapnel.cluster.Lloyd.LloydResult;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;

/**
 * k-means: min Σᵢ ‖xᵢ − c_label(i)‖² over labels and centres, the inertia. Takes the best of several runs of Lloyd's
 * algorithm from greedy k-means++ seeds. Each start runs on one thread, so the result does not depend on the number of
 * threads. The labels equal those of computing every distance in every iteration.
 *
 * <p>Of more than {@value #MANY} samples, {@value #SAMPLE} drawn at random choose among the starts, and the best one goes
 * on with all samples from the centres it found.
 *
 * <p>Memory beyond the samples, for each running start: 2·c·d + n·(7 + ln c) doubles. Columns of a dense matrix are
 * copied once, transposed; the entries of a sparse one are copied by sample and never made dense.
 */
public final class KMeans {
    /** A later start must be better by more than this share of the inertia, which summation order could cause. */
    private static final double ROUNDING = 1e-12;

    private static final int MANY = 100_000;
    private static final int SAMPLE = 50_000;

    private KMeans() {}

    /** Clusters the rows of a matrix, such as Ht. */
    public static KMeansResult clusterRows(ExecutionContext context, DenseMatrix rows, KMeansOptions options) {
        requireFit(options.clusters(), rows.rows(), rows.cols());
        try (ClusterPoints points = DenseClusterPoints.createFromRows(context, rows)) {
            return runStarts(context, points, options, Optional.empty(), sample -> {
                try (DenseMatrix some = rows.selectRows(sample);
                        ClusterPoints drawn = DenseClusterPoints.createFromRows(context, some)) {
                    return runDrawn(context, drawn, options, Optional.empty());
                }
            });
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
        requireFit(options.clusters(), X.cols(), features.count());
        return clusterColumns(context, X, features, options, Optional.empty());
    }

    /** Adds a start from the means of known groups, as start 0, so that the result is no worse than these. */
    static KMeansResult clusterColumns(
            ExecutionContext context, Matrix X, RowSet features, KMeansOptions options, Clustering known) {
        return clusterColumns(context, X, features, options, Optional.of(known));
    }

    private static KMeansResult clusterColumns(
            ExecutionContext context, Matrix X, RowSet features, KMeansOptions options, Optional<Clustering> known) {
        try (ClusterPoints points = pointsOfColumns(context, X, features)) {
            return runStarts(context, points, options, known, sample -> {
                try (Matrix some = X.selectColumns(sample);
                        ClusterPoints drawn = pointsOfColumns(context, some, features)) {
                    return runDrawn(context, drawn, options, Optional.empty());
                }
            });
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
        requireFit(c, rows.rows(), rows.cols());
        try (ClusterPoints points = DenseClusterPoints.createFromRows(context, rows)) {
            double[] begin = new double[Math.multiplyExact(c, points.d)];
            centres.rows(0, c, begin);
            var outcome = new LloydResult[1];
            context.run(
                    1,
                    (task, scratch) -> outcome[0] = new Lloyd(context, points, begin, scratch)
                            .run(options.maxIterations(), options.tolerance()));
            return result(outcome[0], 0, c, points.d);
        }
    }

    private static ClusterPoints pointsOfColumns(ExecutionContext context, Matrix X, RowSet features) {
        return X instanceof SparseMatrix sparse
                ? SparseClusterPoints.createFromColumns(sparse, features)
                : DenseClusterPoints.createFromColumns(context, (DenseMatrix) X, features);
    }

    private static void requireFit(int clusters, int samples, int features) {
        Preconditions.require(
                clusters <= samples, "clusters must be at most the number of samples, %d, got %d", samples, clusters);
        Preconditions.require(features >= 1, "clustering needs at least 1 feature, got 0");
    }

    /** Runs the starts; where there are many samples, {@code onSample} runs them on those with the given numbers. */
    private static KMeansResult runStarts(
            ExecutionContext context,
            ClusterPoints points,
            KMeansOptions options,
            Optional<Clustering> known,
            Function<int[], LloydResult[]> onSample) {
        if (points.n > MANY && options.starts() > 1 && options.clusters() <= SAMPLE / 10) {
            try {
                LloydResult[] drawn = onSample.apply(CounterRandom.sample(points.n, SAMPLE, options.seed()));
                int start = best(drawn);
                LloydResult[] all = runAll(context, points, options, known, 1, (s, scratch) -> drawn[start].centres());
                int first = all.length - 1;
                int best = best(all);
                return result(all[best], best < first ? best : first + start, options.clusters(), points.d);
            } catch (DataException e) {
                // fewer of the drawn samples differ than there are clusters: all samples choose
            }
        }
        LloydResult[] outcomes = runDrawn(context, points, options, known);
        int best = best(outcomes);
        return result(outcomes[best], best, options.clusters(), points.d);
    }

    /** Runs Lloyd's algorithm from centres drawn by k-means++. */
    private static LloydResult[] runDrawn(
            ExecutionContext context, ClusterPoints points, KMeansOptions options, Optional<Clustering> known) {
        return runAll(
                context,
                points,
                options,
                known,
                options.starts(),
                (s, scratch) -> KMeansPlusPlus.draw(
                        context, points, options.clusters(), CounterRandom.split(options.seed(), s), scratch));
    }

    /** Returns the first centres of a start. */
    private interface FirstCentres {
        double[] create(int start, Scratch scratch);
    }

    /** Runs Lloyd's algorithm from the means of known groups, if there are any, and from other first centres. */
    private static LloydResult[] runAll(
            ExecutionContext context,
            ClusterPoints points,
            KMeansOptions options,
            Optional<Clustering> known,
            int starts,
            FirstCentres centres) {
        int first = known.isPresent() ? 1 : 0;
        var outcomes = new LloydResult[first + starts];
        context.run(outcomes.length, (s, scratch) -> {
            double[] begin =
                    s < first ? points.means(known.orElseThrow(), scratch) : centres.create(s - first, scratch);
            outcomes[s] = new Lloyd(context, points, begin, scratch).run(options.maxIterations(), options.tolerance());
        });
        return outcomes;
    }

    private static int best(LloydResult[] outcomes) {
        int best = 0;
        for (int s = 1; s < outcomes.length; s++)
            if (outcomes[s].inertia() < outcomes[best].inertia() * (1 - ROUNDING)) best = s;
        return best;
    }

    private static KMeansResult result(LloydResult lloyd, int start, int clusters, int d) {
        DenseMatrix centres = DenseMatrix.zeros(clusters, d);
        centres.setRows(0, clusters, lloyd.centres());
        return new KMeansResult(
                new Clustering(clusters, lloyd.labels()),
                centres,
                lloyd.inertia(),
                lloyd.iterations(),
                lloyd.stop(),
                start,
                lloyd.trace());
    }
}
