package org.grapnel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.data.Dataset;
import org.grapnel.data.Prepared;
import org.grapnel.evaluate.Contingency;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.Check;
import org.grapnel.model.GraphTerm;
import org.grapnel.solve.BestSupport;
import org.grapnel.solve.Method;
import org.grapnel.solve.Solution;

/** From prepared data to groups and scores: graph, features, factors, k-means, controls, in this order. */
final class Fitting {
    private final Prepared prepared;
    private final Dataset data;
    private final Spec asked;
    private final Watch watch;
    private final List<String> notes;

    Fitting(Prepared prepared, Spec spec, Watch watch) {
        this.prepared = prepared;
        this.data = prepared.data();
        this.asked = spec;
        this.watch = watch;
        notes = new ArrayList<>(prepared.notes());
        notes.forEach(watch::note);
    }

    Fit fit(Optional<GraphSource> given) {
        check();
        Estimate.requireRoom(data.X(), asked, asked.usesGraph() && given.isEmpty(), watch);
        if (asked.model().keepsFeatures()
                && !asked.model().isKMeans()
                && asked.keep().orElse(asked.rank()) < asked.rank())
            note(String.format(
                    Locale.ROOT,
                    "there are fewer features (keep %d) than components (rank %d): some of them share what they explain",
                    asked.keep().orElseThrow(),
                    asked.rank()));
        Optional<ChosenFeatures> chosen = asked.choosesFirst()
                ? Optional.of(new Choosing(prepared, given, asked, watch).choose())
                : Optional.empty();
        chosen.ifPresent(c -> c.notes().forEach(this::note));
        Optional<GraphSource> graph =
                graph(chosen.flatMap(ChosenFeatures::graph).or(() -> given));
        Spec spec = graph.map(source -> asked.withWeightOf(source.graph())).orElse(asked.withLambda(0));
        Optional<Graph> joined = graph.map(GraphSource::graph);
        Optional<OnChosen> on =
                chosen.map(c -> new OnChosen(data.X(), c.selection().kept(), joined, watch));
        Attempts.Best best = new Attempts(
                        one -> on.map(o -> o.solve(one)).orElseGet(() -> Grapnel.solve(data.X(), joined, one, watch)),
                        spec,
                        watch)
                .best();
        best.notes().forEach(this::note);
        Solution solution = best.solution();
        try {
            Groups groups = Grapnel.scored(solution, best.spec(), best.groups());
            if (groups.clustering().clusters() < spec.clusters())
                note(String.format(
                        Locale.ROOT,
                        "only %d of the %d groups could be formed: H has no more different columns",
                        groups.clustering().clusters(),
                        spec.clusters()));
            Optional<Scores> scores = data.labels().map(truth -> Scores.of(truth, groups.clustering()));
            // undefined scores are part of the result and shown there
            if (!groups.silhouette().isDefined())
                notes.add("silhouette is not defined: " + groups.silhouette().reason());
            scores.map(Scores::nmi)
                    .filter(nmi -> !nmi.isDefined())
                    .ifPresent(nmi -> notes.add("nmi, acc, ari and purity are not defined: " + nmi.reason()));
            Optional<Controls> controls = controls(best, graph, groups);
            return new Fit(
                    prepared,
                    spec,
                    graph,
                    chosen.map(ChosenFeatures::selection),
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

    private Optional<Controls> controls(Attempts.Best best, Optional<GraphSource> graph, Groups groups) {
        if (!asked.controls()) return Optional.empty();
        Optional<Controls> controls = Comparing.of(data, best, graph, groups, watch);
        if (controls.isEmpty()) note("not compared with simpler ways: the run was asked to stop");
        return controls;
    }

    private void note(String text) {
        notes.add(text);
        watch.note(text);
    }

    /** Refuses before any work what does not fit the data: rank, keep, numbers out of range, more groups than different samples, labels with gaps. */
    void check() {
        asked.model().check(data.X(), asked.rank(), asked.keep());
        data.requireSquares();
        if (asked.solver().method() == Method.BEST_SUPPORT && !asked.model().isKMeans()) {
            Check.that(asked.model().solvedByRows(), BestSupport.KINDS);
            Check.that(
                    !asked.usesGraph() || asked.graphTerm() == GraphTerm.INVARIANT,
                    "best-support needs the graph term invariant, not %s",
                    asked.graphTerm());
        }
        Check.that(
                asked.select().by() == FeatureChoice.By.MODEL || asked.model().keepsFeatures(),
                "select %s does not go with model %s, which keeps no whole features",
                asked.select().by().word(),
                asked.model().word());
        Check.that(
                asked.restarts() == 1
                        || asked.model().isKMeans()
                        || asked.start().restart(1).isPresent(),
                "restarts must be 1 for a %s start, which is always the same, got %d",
                asked.start().word(),
                asked.restarts());
        data.labels()
                .ifPresent(labels -> Contingency.of(labels, new int[data.X().cols()]));
        Groups.check(data, asked.clusters(), asked.threads());
        if (asked.choosesFirst()) new Choosing(prepared, Optional.empty(), asked, watch).check();
        // a graph may still be given, so that no neighbours are searched for
        Estimate.requireRoom(data.X(), asked, false, Watch.none());
    }

    /** The user's graph, or that of the data; what is odd about it is noted. */
    private Optional<GraphSource> graph(Optional<GraphSource> given) {
        if (!asked.usesGraph()) return Optional.empty();
        if (given.isEmpty()) watch.phase("finding neighbours");
        GraphSource source =
                given.orElseGet(() -> GraphSource.of(Grapnel.graph(data.X(), asked.graph(), asked.threads())));
        source.notes().forEach(this::note);
        return Optional.of(source);
    }
}
