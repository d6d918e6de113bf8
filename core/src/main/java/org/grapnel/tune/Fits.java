package org.grapnel.tune;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureChoice;
import org.grapnel.Grapnel;
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

    /**
     * Makes a fit; empty where it was interrupted.
     *
     * @param warm H to start from instead of what the seed draws
     * @param keep whether to remember H for {@link #end}
     */
    Optional<Tried> fit(Candidate candidate, Optional<DenseMatrix> warm, boolean keep, int threads, Watch watch) {
        Point point = candidate.point();
        Watch quiet = new Quiet(watch);
        GraphSource graph = graph(point);
        Spec cold = spec(point, candidate.seed()).withThreads(threads).withWeightOf(graph.graph());
        Spec spec = warm.map(Ht -> cold.withStart(from(Ht))).orElse(cold);
        Optional<RowSet> kept = selection(point, candidate.seed(), watch).map(Selection::kept);
        try (Solution solution = solve(spec, kept, graph, quiet)) {
            if (solution.stop() instanceof StopReason.Interrupted) return Optional.empty();
            Clustering found = Grapnel.clustering(solution, spec);
            if (keep) remember(candidate, solution.Ht().copy());
            Score silhouette = asked.criterion() == Criterion.SILHOUETTE
                    ? Grapnel.groups(solution, spec).silhouette()
                    : Score.undefined("not asked for");
            double modularity = Modularity.of(reference, found).value().orElse(0);
            double score = switch (asked.criterion()) {
                case MODULARITY -> modularity;
                case SILHOUETTE -> silhouette.value().orElse(-1);
                case STABILITY -> agreement(found, spec, kept, graph, quiet);
                case HELD_OUT ->
                    HeldOut.score(data, spec(point, candidate.seed()).withThreads(threads), quiet)
                            .orElse(Double.NaN);
            };
            if (Double.isNaN(score)) return Optional.empty();
            return Optional.of(tried(candidate, score, modularity, silhouette, solution, found));
        }
    }

    private Tried tried(
            Candidate candidate,
            double score,
            double modularity,
            Score silhouette,
            Solution solution,
            Clustering found) {
        boolean bySolver = candidate.point().keep() < features()
                && !spec(candidate.point(), 0).choosesFirst();
        return new Tried(
                candidate,
                score,
                modularity,
                Modularity.inside(reference, found).value().orElse(0),
                boxed(silhouette),
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

    private Solution solve(Spec spec, Optional<RowSet> kept, GraphSource graph, Watch watch) {
        Optional<Graph> joined = Optional.of(graph.graph());
        return kept.map(rows -> Grapnel.solve(X(), rows, joined, spec, watch))
                .orElseGet(() -> Grapnel.solve(X(), joined, spec, watch));
    }

    private static Start from(DenseMatrix Ht) {
        return (on, X, r) -> new Start.Point(DenseMatrix.zeros(X.rows(), r), Ht.copy());
    }

    /** With the groups from a start that nothing else uses; not a number where that was interrupted. */
    private double agreement(Clustering found, Spec spec, Optional<RowSet> kept, GraphSource graph, Watch watch) {
        Spec other = spec.withStart(Start.random(~spec.seed()));
        try (Solution second = solve(other, kept, graph, watch)) {
            if (second.stop() instanceof StopReason.Interrupted) return Double.NaN;
            return AdjustedRand.of(found, Grapnel.clustering(second, other));
        }
    }

    private synchronized void remember(Candidate candidate, DenseMatrix Ht) {
        DenseMatrix before = ends.put(candidate, Ht);
        if (before != null) before.close();
    }

    /** H at the end of a fit, which is made again where it was made by an earlier run; empty where that was interrupted. */
    Optional<DenseMatrix> end(Candidate candidate, int threads, Watch watch) {
        synchronized (this) {
            if (ends.containsKey(candidate)) return Optional.of(ends.get(candidate));
        }
        fit(candidate, Optional.empty(), true, threads, watch);
        synchronized (this) {
            return Optional.ofNullable(ends.get(candidate));
        }
    }

    @Override
    public synchronized void close() {
        ends.values().forEach(DenseMatrix::close);
        ends.clear();
    }
}
