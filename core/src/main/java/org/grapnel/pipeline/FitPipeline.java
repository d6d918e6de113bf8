package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.Groups;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.baseline.Baselines;
import org.grapnel.baseline.FitBaselines;
import org.grapnel.baseline.KnownGroups;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.KnnGraph;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.support.BestSupport;

/** Runs a fit: graph and its groups, features, factors, groups, trust, scores, baselines, in this order. */
public final class FitPipeline {
    private final PreparedData prepared;
    private final Dataset data;
    private final Spec asked;
    private final FitContext context;
    private final FitListener listener;
    private final List<String> notes;
    private final boolean judges;

    public FitPipeline(PreparedData prepared, Spec spec, FitContext context) {
        this(prepared, spec, context, true);
    }

    private FitPipeline(PreparedData prepared, Spec spec, FitContext context, boolean judges) {
        this.judges = judges;
        this.prepared = prepared;
        this.data = prepared.data();
        KlFit.requireNoWeights(spec, prepared.weights().isPresent());
        if (prepared.weights().isPresent()) FactorSolver.requireWeights(spec);
        this.asked = spec;
        this.context = context;
        listener = context.listener();
        notes = new ArrayList<>(prepared.notes());
    }

    /** Returns a pipeline whose fits have no {@link Trust}: the null models take longer than the fit, and change nothing else of it. */
    public FitPipeline withoutTrust() {
        return new FitPipeline(prepared, asked, context, false);
    }

    /** Runs the fit with a given graph, or with the neighbour graph of the data. */
    public Fit fit(Optional<GraphSource> given) {
        notes.forEach(listener::onNote);
        validate();
        MemoryCheck.require(data.X(), prepared.weights(), asked, asked.usesGraph() && given.isEmpty(), listener);
        noteFewFeatures();
        if (asked.loss() == Loss.KL) CountNotes.of(prepared).ifPresent(this::note);
        Optional<GroupSearch.GroupedGraph> grouped = group(given);
        Optional<SelectionResult> selection = select(given, grouped);
        Optional<GraphSource> graph = graph(grouped.map(GroupSearch.GroupedGraph::graph)
                .or(() -> selection.flatMap(SelectionResult::graph))
                .or(() -> given));
        Spec spec = graph.map(source -> asked.withLambdaFor(source.graph())).orElse(asked.withLambda(0));
        Spec started = grouped.map(found -> spec.withStart(spec.start().withGroups(found.groups())))
                .orElse(spec);
        BestRestart best = solve(started, selection, graph.map(GraphSource::graph));
        try {
            best.notes().forEach(this::note);
            if (asked.loss() == Loss.KL)
                asked.keep()
                        .flatMap(keep -> CountNotes.ofKept(keep, best.solution().support()))
                        .ifPresent(this::note);
            prepared.weights()
                    .flatMap(weights -> WeightsNote.of(weights, asked, best.solution()))
                    .ifPresent(this::note);
            Optional<GroupResult> result =
                    grouped.filter(found -> asked.isJoint()).map(found -> new GroupResult(data.X(), best, found));
            Groups groups = result.map(GroupResult::groups)
                    .orElseGet(() -> GroupingStep.score(best.solution(), best.spec(), best.groups()))
                    .withNeighborConfidence(graph.map(GraphSource::graph));
            Optional<Scores> scores = data.labels().map(truth -> Scores.compute(truth, groups.clustering()));
            noteUndefined(groups, scores);
            DepthNote.of(prepared, groups.clustering(), asked.loss()).ifPresent(this::note);
            Optional<Trust> trust = trust(grouped, graph, groups);
            Optional<Baselines> baselines = baselines(best, graph, groups, grouped, result);
            Fit fit = new Fit(
                    prepared,
                    spec,
                    graph,
                    selection.map(SelectionResult::selection),
                    best.solution(),
                    groups,
                    grouped.map(GroupSearch.GroupedGraph::rounds),
                    trust,
                    scores,
                    best.restarts(),
                    baselines,
                    notes);
            return asked.baselines() ? FrequencyStep.measureIfQuick(fit, context) : fit;
        } catch (RuntimeException | Error e) {
            best.solution().close();
            throw e;
        }
    }

    /** Finds the groups of the graph where features, the start or the choice of groups need them. */
    private Optional<GroupSearch.GroupedGraph> group(Optional<GraphSource> given) {
        boolean selects = asked.selectsBeforeFit() && asked.select().by() == FeatureSelection.Strategy.GROUPS;
        if (!asked.isJoint() && !selects && !asked.start().needsGroups()) return Optional.empty();
        CancellationToken.throwIfInterrupted();
        try (ExecutionContext execution = ExecutionContext.create(asked.threads())) {
            GroupSearch.GroupedGraph found = GroupSearch.run(execution, data.X(), given, asked, context);
            found.notes().forEach(this::note);
            return Optional.of(found);
        }
    }

    /** Judges the groups: always in the recommended method, otherwise together with the baselines. */
    private Optional<Trust> trust(
            Optional<GroupSearch.GroupedGraph> grouped, Optional<GraphSource> graph, Groups groups) {
        if (!judges
                || context.isCancelled()
                || graph.isEmpty()
                || graph.get().graph().edges() == 0) return Optional.empty();
        if (grouped.isEmpty() && !asked.baselines()) return Optional.empty();
        listener.onPhase("comparing with data without groups");
        try (ExecutionContext execution = ExecutionContext.create(asked.threads())) {
            GroupSearch.GroupedGraph found =
                    grouped.orElseGet(() -> GroupSearch.ofGraph(execution, data.X(), graph.orElseThrow(), asked));
            Trust verdict =
                    TrustStep.judge(execution, data.X(), asked.graph(), found, groups.clustering(), asked.clusters());
            return Optional.of(verdict);
        } catch (DataException | IllegalArgumentException e) { // the graph has no groups to compare
            return Optional.of(TrustStep.unknown(graph.orElseThrow().graph(), groups.clustering(), e));
        }
    }

    /** Refuses a fit that does not suit the data, before any work: wrong parameters, too few samples, too little memory. */
    public void check() {
        validate();
        // a graph may still be given, so no neighbour search is counted
        MemoryCheck.require(data.X(), prepared.weights(), asked, false, FitListener.none());
    }

    private void validate() {
        Model model = asked.model();
        model.check(data.X(), asked.rank(), asked.keep());
        data.requireSquares();
        KlFit.require(asked);
        ExtensionChecks.require(asked);
        boolean squared = asked.loss() == Loss.SQUARED;
        if (squared && asked.solver().kind() == SolverKind.BEST_SUPPORT && !model.isKMeans()) {
            Preconditions.require(model.supportsBestSupport(), BestSupport.UNSUPPORTED_MODEL);
            Preconditions.require(
                    !asked.usesGraph() || asked.graphTerm() != GraphTerm.TRACE,
                    "best-support needs the graph term invariant or joint, not %s",
                    asked.graphTerm());
        }
        if (squared && asked.isJoint()) JointChecks.requireFit(asked);
        Preconditions.require(
                asked.select().by() == FeatureSelection.Strategy.MODEL || model.selectsFeatures(),
                "select %s does not go with model %s, which selects no whole features",
                asked.select().name(),
                model.cliName());
        Preconditions.require(
                asked.restarts() == 1
                        || model.isKMeans()
                        || asked.start().restart(1).isPresent(),
                "restarts must be 1 for a %s start, which is always the same, got %d",
                asked.start().kind(),
                asked.restarts());
        data.labels()
                .ifPresent(
                        labels -> ContingencyTable.of(labels, new int[data.X().cols()]));
        Groups.requireDistinctSamples(data, asked.clusters(), asked.threads());
        if (asked.selectsBeforeFit()) FeatureSelectionStep.requireDifferences(data);
    }

    private Optional<SelectionResult> select(Optional<GraphSource> given, Optional<GroupSearch.GroupedGraph> grouped) {
        if (!asked.selectsBeforeFit()) return Optional.empty();
        Optional<GraphSource> graph =
                grouped.map(GroupSearch.GroupedGraph::graph).or(() -> given);
        SelectionResult selection = new FeatureSelectionStep(prepared, graph, grouped, asked, context).run();
        selection.notes().forEach(this::note);
        return Optional.of(selection);
    }

    private Optional<GraphSource> graph(Optional<GraphSource> known) {
        if (!asked.usesGraph()) return Optional.empty();
        GraphSource source = known.orElseGet(this::buildGraph);
        source.notes().forEach(this::note);
        return Optional.of(source);
    }

    private GraphSource buildGraph() {
        listener.onPhase("finding neighbours");
        try (ExecutionContext execution = ExecutionContext.create(asked.threads())) {
            return GraphSource.of(KnnGraph.build(execution, data.X(), asked.graph()));
        }
    }

    /** Solves from each start and keeps the best. */
    private BestRestart solve(Spec spec, Optional<SelectionResult> selection, Optional<Graph> graph) {
        FactorSolver solver = selection
                .map(found ->
                        FactorSolver.onSelected(data.X(), found.selection().kept(), graph, context))
                .orElseGet(() -> FactorSolver.onAll(data.X(), graph, context));
        FactorSolver weighted = prepared.weights().map(solver::withWeights).orElse(solver);
        try (RestartCollector restarts = new RestartCollector(spec, context)) {
            for (int i = 0; i < spec.restarts() && (i == 0 || !context.isCancelled()); i++) {
                if (spec.restarts() > 1) listener.onRestart(i + 1, spec.restarts());
                listener.onPhase("choosing the start");
                restarts.add(i, weighted.solve(spec.forRestart(i)));
            }
            return restarts.take();
        }
    }

    private Optional<Baselines> baselines(
            BestRestart best,
            Optional<GraphSource> graph,
            Groups groups,
            Optional<GroupSearch.GroupedGraph> grouped,
            Optional<GroupResult> result) {
        if (!asked.baselines()) return Optional.empty();
        Optional<Graph> reference =
                grouped.flatMap(GroupSearch.GroupedGraph::references).map(ReferenceGraphs::onAll);
        KnownGroups known = result.map(GroupResult::known).orElse(KnownGroups.none());
        Optional<Baselines> baselines = FitBaselines.compute(data, best, graph, reference, groups, known, context);
        if (baselines.isEmpty()) note("not compared with simpler ways: the run was asked to stop");
        return baselines;
    }

    private void noteFewFeatures() {
        boolean few = asked.model().selectsFeatures()
                && !asked.model().isKMeans()
                && asked.keep().orElse(asked.rank()) < asked.rank();
        if (few)
            note(String.format(
                    Locale.ROOT,
                    "there are fewer features (keep %d) than components (rank %d): some of them share what they explain",
                    asked.keep().orElseThrow(),
                    asked.rank()));
    }

    /** Undefined scores are part of the result and shown there, so the listener does not hear of them. */
    private void noteUndefined(Groups groups, Optional<Scores> scores) {
        int formed = groups.clustering().clusters();
        if (formed < asked.clusters())
            note(String.format(
                    Locale.ROOT,
                    "only %d of the %d groups could be formed: there are no more different samples to group",
                    formed,
                    asked.clusters()));
        int empty = 0;
        for (int size : groups.clustering().sizes()) if (size == 0) empty++;
        if (groups.origin() == Groups.Origin.MEMBERSHIPS && empty > 0)
            note(String.format(
                    Locale.ROOT,
                    "only %d of the %d groups have samples: the other components are the largest of no sample",
                    formed - empty,
                    formed));
        if (!groups.silhouette().isDefined())
            notes.add("silhouette is not defined: " + groups.silhouette().reason());
        scores.map(Scores::nmi)
                .filter(nmi -> !nmi.isDefined())
                .ifPresent(nmi -> notes.add("nmi, acc, ari and purity are not defined: " + nmi.reason()));
    }

    private void note(String text) {
        notes.add(text);
        listener.onNote(text);
    }
}
