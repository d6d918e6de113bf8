package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitEstimate;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.Groups;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.baseline.Baselines;
import org.grapnel.baseline.FitBaselines;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.model.GraphTerm;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.support.BestSupport;

/** From prepared data to groups and scores: graph, features, factors, k-means, controls, in this order. */
public final class FitPipeline {
    private final PreparedData prepared;
    private final Dataset data;
    private final Spec asked;
    private final FitListener watch;
    private final List<String> notes;

    public FitPipeline(PreparedData prepared, Spec spec, FitListener watch) {
        this.prepared = prepared;
        this.data = prepared.data();
        this.asked = spec;
        this.watch = watch;
        notes = new ArrayList<>(prepared.notes());
        notes.forEach(watch::onNote);
    }

    public Fit fit(Optional<GraphSource> given) {
        check();
        FitEstimate.requireMemory(data.X(), asked, asked.usesGraph() && given.isEmpty(), watch);
        if (asked.model().selectsFeatures()
                && !asked.model().isKMeans()
                && asked.keep().orElse(asked.rank()) < asked.rank())
            note(String.format(
                    Locale.ROOT,
                    "there are fewer features (keep %d) than components (rank %d): some of them share what they explain",
                    asked.keep().orElseThrow(),
                    asked.rank()));
        Optional<SelectionResult> chosen = asked.selectsBeforeFit()
                ? Optional.of(new FeatureSelectionStep(prepared, given, asked, watch).run())
                : Optional.empty();
        chosen.ifPresent(c -> c.notes().forEach(this::note));
        Optional<GraphSource> graph =
                graph(chosen.flatMap(SelectionResult::graph).or(() -> given));
        Spec spec = graph.map(source -> asked.withLambdaFor(source.graph())).orElse(asked.withLambda(0));
        Optional<Graph> joined = graph.map(GraphSource::graph);
        Optional<SubsetSolver> on =
                chosen.map(c -> new SubsetSolver(data.X(), c.selection().kept(), joined, watch));
        RestartRunner.BestRestart best = new RestartRunner(
                        one -> on.map(o -> o.solve(one)).orElseGet(() -> Grapnel.solve(data.X(), joined, one, watch)),
                        spec,
                        watch)
                .run();
        best.notes().forEach(this::note);
        Solution solution = best.solution();
        try {
            Groups groups = Grapnel.scoreGroups(solution, best.spec(), best.groups());
            if (groups.clustering().clusters() < spec.clusters())
                note(String.format(
                        Locale.ROOT,
                        "only %d of the %d groups could be formed: H has no more different columns",
                        groups.clustering().clusters(),
                        spec.clusters()));
            Optional<Scores> scores = data.labels().map(truth -> Scores.compute(truth, groups.clustering()));
            // undefined scores are part of the result and shown there
            if (!groups.silhouette().isDefined())
                notes.add("silhouette is not defined: " + groups.silhouette().reason());
            scores.map(Scores::nmi)
                    .filter(nmi -> !nmi.isDefined())
                    .ifPresent(nmi -> notes.add("nmi, acc, ari and purity are not defined: " + nmi.reason()));
            Optional<Baselines> controls = controls(best, graph, groups);
            return new Fit(
                    prepared,
                    spec,
                    graph,
                    chosen.map(SelectionResult::selection),
                    solution,
                    groups,
                    scores,
                    best.restarts(),
                    controls,
                    notes);
        } catch (RuntimeException | Error e) {
            solution.close();
            throw e;
        }
    }

    private Optional<Baselines> controls(RestartRunner.BestRestart best, Optional<GraphSource> graph, Groups groups) {
        if (!asked.controls()) return Optional.empty();
        Optional<Baselines> controls = FitBaselines.compute(data, best, graph, groups, watch);
        if (controls.isEmpty()) note("not compared with simpler ways: the run was asked to stop");
        return controls;
    }

    private void note(String text) {
        notes.add(text);
        watch.onNote(text);
    }

    /** Refuses before any work what does not fit the data: rank, keep, numbers out of range, more groups than different samples, labels with gaps. */
    public void check() {
        asked.model().check(data.X(), asked.rank(), asked.keep());
        data.requireSquares();
        if (asked.solver().method() == SolverKind.BEST_SUPPORT && !asked.model().isKMeans()) {
            Preconditions.require(asked.model().supportsBestSupport(), BestSupport.KINDS);
            Preconditions.require(
                    !asked.usesGraph() || asked.graphTerm() == GraphTerm.INVARIANT,
                    "best-support needs the graph term invariant, not %s",
                    asked.graphTerm());
        }
        Preconditions.require(
                asked.select().by() == FeatureSelection.Strategy.MODEL
                        || asked.model().selectsFeatures(),
                "select %s does not go with model %s, which keeps no whole features",
                asked.select().by().cliName(),
                asked.model().cliName());
        Preconditions.require(
                asked.restarts() == 1
                        || asked.model().isKMeans()
                        || asked.start().restart(1).isPresent(),
                "restarts must be 1 for a %s start, which is always the same, got %d",
                asked.start().kind(),
                asked.restarts());
        data.labels()
                .ifPresent(
                        labels -> ContingencyTable.of(labels, new int[data.X().cols()]));
        Groups.requireDistinctSamples(data, asked.clusters(), asked.threads());
        if (asked.selectsBeforeFit()) new FeatureSelectionStep(prepared, Optional.empty(), asked, watch).check();
        // a graph may still be given, so that no neighbours are searched for
        FitEstimate.requireMemory(data.X(), asked, false, FitListener.none());
    }

    /** The user's graph, or that of the data; what is odd about it is noted. */
    private Optional<GraphSource> graph(Optional<GraphSource> given) {
        if (!asked.usesGraph()) return Optional.empty();
        if (given.isEmpty()) watch.onPhase("finding neighbours");
        GraphSource source =
                given.orElseGet(() -> GraphSource.of(Grapnel.graph(data.X(), asked.graph(), asked.threads())));
        source.notes().forEach(this::note);
        return Optional.of(source);
    }
}
