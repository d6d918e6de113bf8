package org.grapnel.spark.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.Markers;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Model;
import org.grapnel.pipeline.JointChecks;
import org.grapnel.pipeline.TrustStep;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.select.Selection;
import org.grapnel.spark.cluster.SampleKMeans;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.rdd.ResourceStack;
import org.grapnel.spark.rdd.StateFolder;
import org.grapnel.spark.select.SampleContrast;
import org.grapnel.spark.select.SampleMarkers;
import org.grapnel.spark.solve.SparkJointSolver;
import org.grapnel.spark.solve.SparkSolver;

/** Runs the recommended method: graph and its groups, features, factors, groups, markers, trust, baselines, in this order. */
public final class RecommendedPipeline {
    private final Panels X;
    private final Spec spec;
    private final FitContext context;
    private final int interval;
    private final Optional<StateFolder> states;
    private final Optional<SampleLabels> labels;
    private final List<String> notes = new ArrayList<>();

    /**
     * @param interval number of iterations between two checkpoints
     * @param states where a run that may be resumed saves its state
     * @param labels the known classes, with which only the groups of the baselines are compared
     */
    public RecommendedPipeline(
            Panels X,
            Spec spec,
            FitContext context,
            int interval,
            Optional<StateFolder> states,
            Optional<SampleLabels> labels) {
        this.labels = labels;
        this.states = states;
        this.X = X;
        this.spec = spec;
        this.context = context;
        this.interval = interval;
    }

    /** Refuses parameters that do not suit the data. */
    public static void check(Panels X, Spec spec) {
        JointChecks.requireFit(spec);
        Preconditions.require(
                !selects(spec) || spec.clusters() > 1,
                "with one group, features are selected by their neighbours, which needs all samples on one machine; on Spark set clusters to"
                        + " at least 2, or model gnmf");
        long distinct = SampleKMeans.countDistinct(X, spec.clusters());
        if (distinct < spec.clusters())
            throw new DataException(
                    "only %d of the %d samples differ, which cannot form %d groups; lower clusters",
                    distinct, X.samples(), spec.clusters());
        if (!selects(spec)) return;
        if (X.samples() < 3)
            throw new DataException("selecting features needs at least 3 samples, got %d", X.samples());
    }

    private static boolean selects(Spec spec) {
        return spec.selectsBeforeFit() && spec.select().by() == FeatureSelection.Strategy.GROUPS;
    }

    /**
     * Runs the fit. The caller closes the result.
     *
     * @param given the user's graph; without one, the neighbour graph of X
     */
    public RecommendedFit fit(Optional<SampleGraph> given) {
        GroupedSamples grouped = SampleGroupSearch.run(X, given, spec, context, SearchStore.none());
        try {
            grouped.notes().forEach(this::note);
            grouped.last().graph().notes().forEach(this::note);
            Optional<Selection> selection = select(grouped);
            return solve(grouped, selection);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            grouped.close();
            throw e;
        }
    }

    private Optional<Selection> select(GroupedSamples grouped) {
        if (!selects(spec)) return Optional.empty();
        context.listener().onPhase("choosing features");
        Model model = spec.model();
        int keep = model.requireKeep(X.features(), spec.keep());
        long formed = grouped.last().groups().formed();
        if (!SampleGroupSearch.canBeTold(grouped.last().groups(), X.samples()))
            throw new DataException(
                    "the %d samples form %d groups, but features can tell 2 to %d groups apart; change clusters, or use model gnmf",
                    X.samples(), formed, X.samples() - 1);
        Selection selection = grouped.selection()
                .orElseGet(() -> SampleContrast.select(X, grouped.last().groups(), keep));
        selection.warning().ifPresent(this::note);
        return Optional.of(selection);
    }

    private RecommendedFit solve(GroupedSamples grouped, Optional<Selection> selection) {
        int[] rows = selection
                .map(found -> found.kept().toArray())
                .orElseGet(() -> IntStream.range(0, X.features()).toArray());
        boolean all = rows.length == X.features();
        context.listener().onPhase("choosing the start");
        Panels kept = all ? X : X.selectFeatures(rows).persist();
        try (ResourceStack made = new ResourceStack()) {
            SparkSolver.SparkSolution found = made.add(factorize(grouped.last(), kept, droppedLoss(rows)));
            DenseMatrix W = made.add(DenseMatrix.zeros(X.features(), spec.rank()));
            for (int i = 0; i < rows.length; i++) W.copyRow(rows[i], found.W(), i);
            context.listener().onPhase("grouping");
            SampleMemberships memberships = made.add(
                    SampleMemberships.choose(found.Ht(), all ? Optional.empty() : Optional.of(kept), grouped, spec));
            noteEmpty(memberships);
            RowSet support = RowSet.of(X.features(), rows);
            boolean isFirst = grouped.rounds().accepted() == 0;
            context.listener().onPhase("finding markers");
            Markers markers = SampleMarkers.compute(X, rows, memberships.groups());
            SampleMarkers.note(X.samples()).ifPresent(this::note);
            Optional<Trust> trust = trust(grouped, memberships);
            SampleBaselines.SampleScores scores = new SampleBaselines(X, spec, context, labels)
                    .compute(
                            new SampleBaselines.DistributedFactors(
                                    W, found.Ht(), support, found.trace(), found.stop(), found.certificate()),
                            memberships,
                            grouped);
            scores.notes().forEach(this::note);
            // part of the result and shown there, so the listener does not hear of it
            if (!scores.silhouette().isDefined())
                notes.add("silhouette is not defined: " + scores.silhouette().reason());
            made.keep();
            return new RecommendedFit(
                    W,
                    found.Ht(),
                    support,
                    memberships.groups(),
                    memberships.origin(),
                    memberships.confidence(),
                    grouped.last().graph(),
                    isFirst ? grouped.components() : Optional.empty(),
                    isFirst && grouped.components().isEmpty() && !all
                            ? Optional.empty() // these are neighbours on all features
                            : grouped.last().neighbors(),
                    selection,
                    grouped.rounds(),
                    trust,
                    scores.baselines(),
                    scores.silhouette(),
                    markers,
                    found.trace(),
                    found.stop(),
                    found.certificate(),
                    notes,
                    () -> {
                        found.close();
                        memberships.close();
                        grouped.close();
                    });
        } finally {
            if (!all) kept.unpersist();
        }
    }

    private SparkSolver.SparkSolution factorize(SampleRound round, Panels kept, double droppedLoss) {
        return round.order()
                .filter(order -> order.canArrange(kept))
                .map(order -> SparkJointSolver.solve(
                        order,
                        kept,
                        droppedLoss,
                        round.graph(),
                        round.groups(),
                        spec,
                        interval,
                        states,
                        context.listener()::onIteration,
                        context::isCancelled))
                .orElseGet(() -> SparkJointSolver.solve(
                        kept,
                        droppedLoss,
                        round.graph(),
                        round.groups(),
                        spec,
                        interval,
                        states,
                        context.listener()::onIteration,
                        context::isCancelled));
    }

    /** ½‖xᵢ‖² of the features that are not kept. */
    private double droppedLoss(int[] rows) {
        RowSet kept = RowSet.of(X.features(), rows);
        double[] squares = X.rowSquares();
        double sum = 0;
        for (int i = 0; i < squares.length; i++) if (!kept.contains(i)) sum += squares[i];
        return sum / 2;
    }

    private Optional<Trust> trust(GroupedSamples grouped, SampleMemberships memberships) {
        if (context.isCancelled() || grouped.last().graph().edges() == 0) return Optional.empty();
        context.listener().onPhase("comparing with data without groups");
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            return Optional.of(TrustStep.judge(
                    execution,
                    new SparkJudgedSamples(X, grouped, memberships.groups()),
                    spec.graph(),
                    spec.clusters()));
        }
    }

    private void noteEmpty(SampleMemberships memberships) {
        long formed = memberships.groups().formed();
        int clusters = memberships.groups().clusters();
        if (clusters < spec.clusters())
            note(String.format(
                    Locale.ROOT,
                    "only %d of the %d groups could be formed: there are no more different samples to group",
                    clusters,
                    spec.clusters()));
        if (memberships.origin() == Groups.Origin.MEMBERSHIPS && formed < clusters)
            note(String.format(
                    Locale.ROOT,
                    "only %d of the %d groups have samples: the other components are the largest of no sample",
                    formed,
                    clusters));
    }

    private void note(String text) {
        notes.add(text);
        context.listener().onNote(text);
    }
}
