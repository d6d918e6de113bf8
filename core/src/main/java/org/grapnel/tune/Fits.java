package org.grapnel.tune;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureChoice;
import org.grapnel.Grapnel;
import org.grapnel.Groups;
import org.grapnel.Neighbourhoods;
import org.grapnel.Spec;
import org.grapnel.Watch;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.Prepared;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.Modularity;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.select.Selection;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Start;
import org.grapnel.solve.StopReason;

/**
 * Makes the fits of one data set and judges them. Graphs and choices of features are made once for all starts. Fits may be
 * made by several threads at a time, graphs and choices by one.
 */
final class Fits implements AutoCloseable {
    /** Of the graph on which all groups are judged: between those that fits have, so that it is nobody's own. */
    static final int REFERENCE = 4;

    private final Prepared data;
    private final Optional<GraphSource> given;
    private final Neighbourhoods around;
    private final TuneSpec asked;
    private final int groups;
    private final Graph reference;
    private final Map<Candidate, Selection> chosen = new HashMap<>();
    private final Map<Candidate, DenseMatrix> ends = new HashMap<>();

    Fits(Prepared data, Optional<GraphSource> given, Neighbourhoods around, TuneSpec asked, int groups) {
        this.data = data;
        this.given = given;
        this.around = around;
        this.asked = asked;
        this.groups = groups;
        reference = around.graph(Math.min(REFERENCE, X().cols() - 1)).graph();
    }

    Prepared data() {
        return data;
    }

    private Matrix X() {
        return data.data().X();
    }

    /** How many edges groups are judged by. */
    long edges() {
        return reference.edges();
    }

    /** How many features there are to choose from. */
    int features() {
        return X().rows();
    }

    GraphSource graph(Point point) {
        return given.orElseGet(() -> around.graph(point.neighbors().orElseThrow()));
    }

    Spec spec(Point point, long seed) {
        return asked.spec(point, features(), groups, seed);
    }

    /** The features of a point, best first; none where they are all kept, or chosen by the solver. */
    synchronized Optional<Selection> selection(Point point, long seed, Watch watch) {
        boolean drawn = asked.base().select().by() == FeatureChoice.By.MCFS; // eigenvectors begin with something
        Spec spec = spec(point, drawn ? seed : asked.base().seed());
        if (!spec.choosesFirst()) return Optional.empty();
        Candidate same = new Candidate(Stage.GRID, point.withAlpha(0), spec.seed()); // the weight has no say
        if (!chosen.containsKey(same))
            chosen.put(
                    same,
                    Grapnel.select(data, Optional.of(graph(point)), spec, new Quiet(watch))
                            .selection());
        return Optional.of(chosen.get(same));
    }

    /** A candidate as it is solved: its spec and graph, and its features where they are chosen before. */
    private record Job(Spec spec, GraphSource graph, Optional<RowSet> kept) {}

    private Job job(Candidate candidate, int threads, Watch watch) {
        GraphSource graph = graph(candidate.point());
        Spec spec =
                spec(candidate.point(), candidate.seed()).withThreads(threads).withWeightOf(graph.graph());
        return new Job(
                spec,
                graph,
                selection(candidate.point(), candidate.seed(), watch).map(Selection::kept));
    }

    /**
     * Makes a fit; empty where it was interrupted.
     *
     * @param warm H to start from instead of what the seed draws
     * @param keep whether to remember H for {@link #end}
     */
    Optional<Tried> fit(Candidate candidate, Optional<DenseMatrix> warm, boolean keep, int threads, Watch watch) {
        Watch quiet = new Quiet(watch);
        Job job = job(candidate, threads, watch);
        Spec spec = warm.map(Ht -> job.spec.withStart(from(Ht))).orElse(job.spec);
        try (Solution solution = solve(job, spec, quiet)) {
            if (solution.stop() instanceof StopReason.Interrupted) return Optional.empty();
            if (keep) remember(candidate, solution.Ht().copy());
            Groups groups = asked.criterion() == Criterion.SILHOUETTE
                    ? Grapnel.groups(solution, spec)
                    : new Groups(Grapnel.clustering(solution, spec), Score.undefined("not asked for"));
            Clustering found = groups.clustering();
            double modularity = Modularity.of(reference, found).value().orElse(0);
            double score = switch (asked.criterion()) {
                case MODULARITY -> modularity;
                case SILHOUETTE -> groups.silhouette().value().orElse(-1);
                case STABILITY -> agreement(found, job, spec, quiet);
                case HELD_OUT ->
                    HeldOut.score(
                                    data,
                                    spec(candidate.point(), candidate.seed()).withThreads(threads),
                                    quiet)
                            .orElse(Double.NaN);
            };
            if (Double.isNaN(score)) return Optional.empty();
            return Optional.of(tried(candidate, score, modularity, groups, solution));
        }
    }

    private Tried tried(Candidate candidate, double score, double modularity, Groups groups, Solution solution) {
        Clustering found = groups.clustering();
        boolean bySolver = candidate.point().keep() < features()
                && !spec(candidate.point(), 0).choosesFirst();
        return new Tried(
                candidate,
                score,
                modularity,
                Modularity.inside(reference, found).value().orElse(0),
                boxed(groups.silhouette()),
                solution.trace().iterations(),
                solution.stop().word(),
                data.data()
                        .labels()
                        .flatMap(truth -> boxed(Scores.of(truth, found).nmi())),
                bySolver ? Optional.of(solution.support()) : Optional.empty());
    }

    private static Optional<Double> boxed(Score score) {
        return score.isDefined() ? Optional.of(score.get()) : Optional.empty();
    }

    private Solution solve(Job job, Spec spec, Watch watch) {
        Optional<Graph> joined = Optional.of(job.graph.graph());
        return job.kept
                .map(rows -> Grapnel.solve(X(), rows, joined, spec, watch))
                .orElseGet(() -> Grapnel.solve(X(), joined, spec, watch));
    }

    private static Start from(DenseMatrix Ht) {
        return (on, X, r) -> new Start.Point(DenseMatrix.zeros(X.rows(), r), Ht.copy());
    }

    /** With the groups from a start that nothing else uses; not a number where that was interrupted. */
    private double agreement(Clustering found, Job job, Spec spec, Watch watch) {
        Spec other = spec.withStart(Start.random(~spec.seed()));
        try (Solution second = solve(job, other, watch)) {
            if (second.stop() instanceof StopReason.Interrupted) return Double.NaN;
            return AdjustedRand.of(found, Grapnel.clustering(second, other));
        }
    }

    private synchronized void remember(Candidate candidate, DenseMatrix Ht) {
        DenseMatrix before = ends.put(candidate, Ht);
        if (before != null) before.close();
    }

    /** H at the end of a fit from a cold start, solved again where an earlier run has judged it; empty where that was interrupted. */
    Optional<DenseMatrix> end(Candidate candidate, int threads, Watch watch) {
        synchronized (this) {
            if (ends.containsKey(candidate)) return Optional.of(ends.get(candidate));
        }
        Job job = job(candidate, threads, watch);
        try (Solution solution = solve(job, job.spec, new Quiet(watch))) {
            if (solution.stop() instanceof StopReason.Interrupted) return Optional.empty();
            DenseMatrix Ht = solution.Ht().copy();
            remember(candidate, Ht);
            return Optional.of(Ht);
        }
    }

    @Override
    public synchronized void close() {
        ends.values().forEach(DenseMatrix::close);
        ends.clear();
    }
}
