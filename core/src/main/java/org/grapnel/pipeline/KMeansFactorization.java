package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.cluster.SparseKMeans;
import org.grapnel.cluster.SparseKMeansOptions;
import org.grapnel.cluster.SparseKMeansResult;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Model;
import org.grapnel.model.Objective;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;
import org.grapnel.solve.start.Start;

/**
 * k-means as a factorisation: X ≈ WH with the centres in the columns of W, and H has a 1 where a sample is in a group. ½‖X − WH‖² is half the
 * inertia. Rows of W that the ℓ₀ model drops are zero. Ten starts, each until no label changes.
 */
public final class KMeansFactorization {
    /** Added to every entry of H in a start from groups: gradient steps hardly leave zero. */
    private static final double LIFT = 0.2;

    private KMeansFactorization() {}

    public static Solution solve(ExecutionContext context, Matrix X, Spec spec, Consumer<Step> listener) {
        long began = System.nanoTime();
        spec.model().check(X, spec.rank(), spec.keep());
        int keep = spec.model().requireKeep(X.rows(), spec.keep());
        KMeansOptions options =
                options(spec.rank(), spec.seed()).withMaxIterations(spec.stop().maxIterations());
        if (spec.model() == Model.KMEANS) {
            try (KMeansResult groups = KMeans.clusterColumns(context, X, options)) {
                return solution(context, X, RowSet.all(X.rows()), groups, stop(groups), began, listener);
            }
        }
        try (SparseKMeansResult groups = SparseKMeans.cluster(context, X, SparseKMeansOptions.of(keep, options))) {
            StopReason stop = groups.settled() ? stop(groups.groups()) : new StopReason.RoundLimit(groups.rounds());
            return solution(context, X, groups.kept(), groups.groups(), stop, began, listener);
        }
    }

    public static KMeansOptions options(int clusters, long seed) {
        return KMeansOptions.of(clusters).withTolerance(0).withSeed(seed);
    }

    private static Solution solution(
            ExecutionContext context,
            Matrix X,
            RowSet kept,
            KMeansResult groups,
            StopReason stop,
            long began,
            Consumer<Step> listener) {
        double dropped = 0;
        double[] squares = X.rowSquares();
        boolean[] stays = new boolean[X.rows()];
        for (int i : kept.toArray()) stays[i] = true;
        for (int i = 0; i < squares.length; i++) if (!stays[i]) dropped += squares[i];
        List<Step> steps = new ArrayList<>();
        List<Double> inertia = groups.trace();
        for (int i = 0; i < inertia.size(); i++) {
            boolean last = i == inertia.size() - 1;
            double loss = ((last ? groups.inertia() : inertia.get(i)) + dropped) / 2;
            double before = i == 0 ? Double.NaN : steps.get(i - 1).objective().loss();
            // the starts run in parallel: only the end has a meaningful time
            double seconds = last ? (System.nanoTime() - began) * 1e-9 : Double.NaN;
            steps.add(new Step(
                    i,
                    seconds,
                    new Objective(loss, 0),
                    before == loss ? 0 : (before - loss) / before,
                    i == 0 ? Double.NaN : 0,
                    i > 0,
                    kept.count()));
        }
        steps.forEach(listener);
        Certificate certificate = new Certificate(moved(context, X, kept, groups), 0);
        DenseMatrix W = centres(X.rows(), kept, groups.centres());
        DenseMatrix Ht = members(groups.clustering(), 0);
        return new Solution(W, Ht, kept, new Trace(steps), stop, certificate);
    }

    private static StopReason stop(KMeansResult groups) {
        return groups.stop().isConverged()
                ? new StopReason.StableLabels()
                : new StopReason.IterationLimit(groups.iterations());
    }

    /** The relative distance of the centres from the means of their groups. H is always optimal. */
    private static double moved(ExecutionContext context, Matrix X, RowSet kept, KMeansResult groups) {
        int c = groups.centres().rows();
        int[] sizes = groups.clustering().sizes();
        try (DenseMatrix member = members(groups.clustering(), 0);
                DenseMatrix sums = DenseMatrix.zeros(X.rows(), c)) {
            X.times(context, kept, member, sums);
            double way = 0;
            double before = 0;
            double after = 0;
            for (int q = 0; q < kept.count(); q++) {
                for (int j = 0; j < c; j++) {
                    double at = groups.centres().get(j, q);
                    double mean = sizes[j] == 0 ? at : sums.get(kept.get(q), j) / sizes[j];
                    way += (at - mean) * (at - mean);
                    before += at * at;
                    after += mean * mean;
                }
            }
            double most = Math.max(before, after);
            return most == 0 ? 0 : Math.sqrt(way / most);
        }
    }

    private static DenseMatrix centres(int features, RowSet kept, DenseMatrix centres) {
        DenseMatrix W = DenseMatrix.zeros(features, centres.rows());
        for (int q = 0; q < kept.count(); q++)
            for (int j = 0; j < centres.rows(); j++) W.set(kept.get(q), j, centres.get(j, q));
        return W;
    }

    private static DenseMatrix members(Clustering groups, double lift) {
        DenseMatrix Ht = DenseMatrix.zeros(groups.size(), groups.clusters());
        if (lift > 0) Ht.fill(lift);
        for (int i = 0; i < groups.size(); i++) Ht.set(i, groups.labelOf(i), 1 + lift);
        return Ht;
    }

    /** A start from the groups of k-means: W holds the centres, H is 1.2 where a sample is in a group and 0.2 elsewhere. */
    public record KMeansStart(long seed) implements Start {
        @Override
        public String kind() {
            return "kmeans";
        }

        @Override
        public Optional<Start> restart(int i) {
            return Optional.of(new KMeansStart(seed + i));
        }

        @Override
        public StartPoint point(ExecutionContext context, Matrix X, int r) {
            Model.KMEANS.check(X, r, Optional.empty());
            int distinct = DistinctColumns.find(context, X).count();
            Preconditions.require(
                    r <= distinct,
                    "rank %d is too large for a start from k-means: only %d of the %d samples are distinct",
                    r,
                    distinct,
                    X.cols());
            try (KMeansResult groups = KMeans.clusterColumns(context, X, options(r, seed))) {
                return new StartPoint(
                        centres(X.rows(), RowSet.all(X.rows()), groups.centres()), members(groups.clustering(), LIFT));
            }
        }
    }
}
