package org.grapnel.runs.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.GroupingRounds;
import org.grapnel.Groups;
import org.grapnel.RestartSummary;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.baseline.BaselineFindings;
import org.grapnel.baseline.Baselines;
import org.grapnel.baseline.NeighborhoodPreservation;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Imputation;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.embed.Embedding2d;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.Deviance;
import org.grapnel.evaluate.Modularity;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.ComponentSpec;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.Selection;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverSpec;
import org.jspecify.annotations.Nullable;

/**
 * Builds {@code summary.json}: the parameters and results of a run, with everything needed to repeat it. Values are fractions, not
 * percent, with all digits; null means that an entry does not apply. In models without a graph λ is 0.
 */
public final class SummaryBuilder {
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    /** Creates a summary without entries. */
    public SummaryBuilder() {}

    static Map<String, @Nullable Object> build(Fit fit, Optional<Embedding2d> drawing) {
        SummaryBuilder summary = new SummaryBuilder();
        summary.putModel(fit);
        summary.putNeighborGraph(fit.spec().graph(), fit.graph());
        summary.putAskedComponents(fit.spec().graph(), fit.data(), fit.graph());
        summary.put(
                "laplacian", fit.graph().map(source -> fit.spec().laplacian().toString()));
        summary.putEdges(fit.graph());
        summary.putSolver(fit);
        summary.putPreparation(fit.prepared());
        summary.putOutcome(fit);
        summary.put(
                "embedding_samples",
                drawing.filter(d -> !d.isEmpty()).map(d -> d.samples().size()));
        summary.putOrigin(fit.data(), fit.graph());
        List<String> notes = new ArrayList<>(fit.notes());
        drawing.ifPresent(d -> notes.addAll(d.notes()));
        summary.put("notes", notes);
        return summary.values;
    }

    /** Builds the summary of a feature selection; entries of the comparison are null where none was made. */
    static Map<String, @Nullable Object> build(SelectionResult result, Optional<NeighborhoodPreservation> preserved) {
        SummaryBuilder summary = new SummaryBuilder();
        Spec spec = result.spec();
        Dataset data = result.prepared().data();
        summary.put("command", "select");
        summary.put("keep", spec.keep());
        summary.putSelection(spec, Optional.of(result.selection()));
        ExtensionSummary.build(spec, Optional.empty()).forEach(summary::put);
        summary.put("rank", spec.select().by() == FeatureSelection.Strategy.GAIN ? spec.rank() : null);
        summary.putNeighborGraph(spec.graph(), result.graph());
        summary.putAskedComponents(spec.graph(), data, result.graph());
        summary.putEdges(result.graph());
        summary.putMachine(spec.seed(), spec.threads());
        summary.putPreparation(result.prepared());
        summary.putSize(data);
        summary.put("kept", result.selection().order().size());
        summary.put("clusters_found", result.groups().map(Clustering::clusters));
        summary.put(
                "edges_within_groups",
                result.groups()
                        .flatMap(groups -> result.graph()
                                .flatMap(source -> toOptional(Modularity.inside(source.graph(), groups)))));
        summary.putTrust(result.trust(), result.warnings());
        summary.put("colors", ColorSummary.build(result.colors()));
        summary.putRounds(result.rounds());
        summary.put("edges_kept", preserved.flatMap(p -> toOptional(p.edgesKept())));
        summary.put("edges_kept_random", preserved.flatMap(p -> toOptional(p.edgesKeptByRandom())));
        summary.put(
                "controls",
                preserved.flatMap(NeighborhoodPreservation::baselines).map(BaselineSummary::build));
        summary.put("seconds", result.seconds());
        summary.putOrigin(data, result.graph());
        List<String> notes = new ArrayList<>(result.notes());
        preserved.ifPresent(p -> notes.addAll(p.notes()));
        summary.put("notes", notes);
        return summary.values;
    }

    private void putModel(Fit fit) {
        Model model = fit.spec().model();
        boolean joint = fit.spec().isJoint();
        // the graph may be there for another term only
        Optional<GraphSource> used = fit.graph().filter(source -> model.usesGraph());
        double weight = used.isPresent() ? fit.spec().weight().value() : 0;
        put("model", model.cliName());
        put("solver", fit.spec().solverName());
        put("loss_kind", fit.spec().loss().toString());
        put("rank", fit.spec().rank());
        put("clusters", fit.spec().clusters());
        put("rank_suggested", false);
        put("clusters_suggested", false);
        put("keep", fit.spec().keep());
        put("keep_suggested", false);
        putSelection(fit.spec(), fit.selection());
        put("lambda", joint ? null : weight);
        put(
                "alpha",
                used.map(source -> joint
                        ? weight
                        : weight * source.graph().meanDiagonal(fit.spec().laplacian())));
        put("graph_term_kind", used.map(source -> fit.spec().graphTerm().toString()));
        ExtensionSummary.build(fit.spec(), Optional.of(fit.solution().objective()))
                .forEach(this::put);
    }

    /** Puts how the features were selected. */
    public void putSelection(Spec spec, Optional<Selection> selection) {
        put("select", spec.model().selectsFeatures() ? spec.select().name() : null);
        put("structure_blend", spec.select().blend());
        put("structure_peak", selection.flatMap(SummaryBuilder::peak));
        put(
                "informative",
                selection.flatMap(s -> s.informative().isPresent()
                        ? Optional.of(s.informative().getAsInt())
                        : Optional.empty()));
    }

    /** With how many features the path of the selection is best. */
    private static Optional<Integer> peak(Selection selection) {
        return selection.peak().isPresent() ? Optional.of(selection.peak().getAsInt()) : Optional.empty();
    }

    void putNeighborGraph(GraphSpec spec, Optional<GraphSource> graph) {
        Optional<KnnGraph> built = graph.flatMap(GraphSource::built);
        put("neighbors", built.map(b -> spec.neighbors()));
        put("weights", built.map(b -> spec.weights().toString()));
        put("sigma", built.flatMap(b -> toOptional(b.sigma())));
        put("sigma_asked", built.flatMap(b -> toOptional(spec.sigma())));
        put("metric", built.map(b -> spec.metric().toString()));
        put("symmetrize", built.map(b -> spec.symmetrize().toString()));
        put("search", built.map(b -> b.recall().isPresent() ? "approximate" : "exact"));
        put("recall", built.flatMap(b -> toOptional(b.recall())));
        put("graph_pcs", built.flatMap(b -> toOptional(b.components())));
        put(
                "graph_pcs_kind",
                built.flatMap(KnnGraph::scores).map(scores -> scores.kind().toString()));
    }

    /** A look on the selected features has components of these; the number that was asked for repeats the run. */
    private void putAskedComponents(GraphSpec spec, Dataset data, Optional<GraphSource> graph) {
        boolean looked = graph.filter(source -> source.built().isPresent())
                .flatMap(GraphSource::features)
                .isPresent();
        if (looked)
            put(
                    "graph_pcs",
                    spec.components()
                            .map(asked ->
                                    asked.countFor(data.X().rows(), data.X().cols())));
    }

    void putEdges(Optional<GraphSource> graph) {
        put("graph_edges", graph.map(source -> source.graph().edges()));
        put("graph_components", graph.map(source -> source.graph().components().count()));
        put(
                "graph_isolated",
                graph.map(source -> source.graph().components().isolated().size()));
    }

    static Optional<Double> toOptional(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    static Optional<Integer> toOptional(OptionalInt value) {
        return value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty();
    }

    static Optional<Double> toOptional(Score score) {
        return toOptional(score.value());
    }

    private void putSolver(Fit fit) {
        SolverSpec solver = fit.spec().solver();
        put("init", fit.spec().start().kind());
        put("tol", fit.spec().stop().tolerance());
        put("max_iter", fit.spec().stop().maxIterations());
        put("max_seconds", fit.spec().stop().maxSeconds());
        put("beta", solver.beta());
        put("momentum", solver.momentum());
        put("beta_max", solver.betaMax());
        put("fixed_beta", solver.fixedBeta());
        put("step_factor", solver.stepFactor());
        put("project_start", solver.projectStart());
        put("variant", solver.byTheory() ? "theory" : "none");
        put("restarts", fit.spec().restarts());
        put("restart_best", fit.restarts().map(RestartSummary::best));
        put("restarts_finished", fit.restarts().map(RestartSummary::finished));
        putMachine(fit.spec().seed(), fit.spec().threads());
    }

    void putMachine(long seed, int threads) {
        put("seed", seed);
        put("threads", threads);
        try (ExecutionContext context = ExecutionContext.create(1)) {
            put("kernel", context.kernelName());
        }
    }

    void putPreparation(PreparedData prepared) {
        Preparation how = prepared.preparation();
        put("recipe", how.recipe().toString());
        put("log1p", how.log1p());
        put("clip", how.clip().isPresent() ? how.clip().getAsDouble() : null);
        boolean models = how.impute() == Imputation.MODEL;
        put("impute", models ? Imputation.NONE.toString() : how.impute().toString());
        if (models) putMissing(prepared.data(), prepared.missing());
        put("drop_constant", how.dropConstant());
        put("top_variance", how.topVariance().isPresent() ? how.topVariance().getAsInt() : null);
        put("normalize", how.normalize().toString());
        OptionalDouble total = prepared.fittedPreparation().total();
        put("features_read", prepared.fittedPreparation().read());
        put("total", total.isPresent() ? total.getAsDouble() : null);
        put("feature_scale", how.featureScale().toString());
        put("picture_height", prepared.picture().map(Dataset.ImageShape::height));
        put("picture_width", prepared.picture().map(Dataset.ImageShape::width));
        put("picture_by_columns", prepared.picture().map(Dataset.ImageShape::byColumns));
    }

    private void putMissing(Dataset data, Optional<PreparedData.MissingData> missing) {
        put("missing", "model");
        put("missing_entries", missing.map(PreparedData.MissingData::count).orElse(0L));
        put("missing_share", missing.map(PreparedData.MissingData::share).orElse(0.0));
        put("completion", missing.map(found -> found.method().toString()));
        put("completion_strength", missing.map(PreparedData.MissingData::strength));
        put(
                "completion_error",
                missing.map(PreparedData.MissingData::heldOutError).filter(Double::isFinite));
        put(
                "most_missing_samples",
                missing.map(found -> MostMissing.find(found.weights().bySample(), data.samples())));
        put(
                "most_missing_features",
                missing.map(found -> MostMissing.find(found.weights().byFeature(), data.features())));
    }

    private void putOutcome(Fit fit) {
        Solution solution = fit.solution();
        putSize(fit.data());
        put("kept", solution.support().count());
        put("iterations", solution.trace().iterations());
        put("stop", solution.stop().code());
        put("stop_reason", solution.stop().sentence());
        put("converged", solution.stop().converged());
        put("monotone", solution.trace().monotone());
        put("residual_w", solution.certificate().residualW());
        put("residual_h", solution.certificate().residualH());
        put("swap", solution.certificate().swap().filter(Double::isFinite));
        solution.certificate().symmetryGap().ifPresent(gap -> put("symmetry_gap", gap));
        put("objective", solution.objective().total());
        put("loss", solution.objective().loss());
        put("graph_term", solution.objective().graphTerm());
        putErrors(fit);
        put("clusters_found", fit.groups().clustering().clusters());
        putGroups(fit.groups(), fit.edgesWithinGroups());
        putTrust(fit.trust(), fit.warnings());
        put("colors", ColorSummary.build(fit.colors()));
        putRounds(fit.rounds());
        put("nmi", fit.scores().flatMap(scores -> toOptional(scores.nmi())));
        put("acc", fit.scores().flatMap(scores -> toOptional(scores.acc())));
        put("ari", fit.scores().flatMap(scores -> toOptional(scores.ari())));
        put("purity", fit.scores().flatMap(scores -> toOptional(scores.purity())));
        put(
                "stability_jaccard",
                fit.restarts().flatMap(r -> toOptional(r.stability().jaccard())));
        put(
                "stability_corrected",
                fit.restarts().flatMap(r -> toOptional(r.stability().corrected())));
        put(
                "stability_standard_error",
                fit.restarts().flatMap(r -> toOptional(r.stability().standardError())));
        put(
                "consensus_agreement",
                fit.restarts().flatMap(RestartSummary::consensus).map(Consensus::agreement));
        put(
                "consensus_certainty",
                fit.restarts().flatMap(RestartSummary::consensus).map(Consensus::meanCertainty));
        putBaselines(fit.baselines(), fit.baselines().isPresent() ? BaselineFindings.describe(fit) : List.of());
        put("seconds", solution.trace().last().seconds());
    }

    /** Puts how much is explained: the relative error of squared errors, the deviance of the loss kl. */
    private void putErrors(Fit fit) {
        Optional<Deviance> deviance = fit.deviance();
        put("relative_error", deviance.isPresent() ? null : fit.relativeError());
        put("relative_error_kept", deviance.isPresent() ? null : fit.relativeErrorKept());
        put("relative_error_floor", toOptional(fit.errorFloor()));
        deviance.ifPresent(found -> {
            put("deviance_explained", toOptional(found.explained()));
            put("deviance_explained_kept", toOptional(found.explainedKept()));
            put("background_loss", found.background());
            put("background_loss_kept", found.backgroundKept());
        });
    }

    /** Puts where the groups come from and how well they are separated. */
    void putGroups(Groups groups, Score edgesWithinGroups) {
        putGroups(
                Optional.of(groups.origin().jsonName()),
                toOptional(groups.silhouette()),
                toOptional(edgesWithinGroups));
    }

    /** Puts where the groups come from and how well they are separated: null where that is unknown. */
    public void putGroups(Optional<String> origin, Optional<Double> silhouette, Optional<Double> edgesWithinGroups) {
        put("groups_from", origin);
        put("silhouette", silhouette);
        put("edges_within_groups", edgesWithinGroups);
    }

    /** Puts how far the groups can be trusted: null and empty lists where that was not judged. */
    public void putTrust(Optional<Trust> trust, List<String> warnings) {
        put("trust", trust.map(verdict -> verdict.level().jsonName()));
        put("warnings", warnings);
        put(
                "trust_checks",
                trust.map(Trust::checks).orElse(List.of()).stream()
                        .map(SummaryBuilder::toJson)
                        .toList());
    }

    /** Puts how the groups of the graph were found: null where they were not needed. */
    public void putRounds(Optional<GroupingRounds> rounds) {
        put("rounds", rounds.map(found -> 1 + found.accepted()));
        put("rounds_reason", rounds.map(GroupingRounds::sentence));
        put(
                "looks",
                rounds.map(GroupingRounds::looks).orElse(List.of()).stream()
                        .map(SummaryBuilder::toJson)
                        .toList());
    }

    private static Map<String, Object> toJson(GroupingRounds.Look look) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("agreement", look.agreement());
        json.put("modularity_before", look.modularityBefore());
        json.put("modularity", look.modularity());
        json.put("accepted", look.accepted());
        return json;
    }

    private static Map<String, Object> toJson(Trust.Check check) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("what", check.what());
        json.put("value", check.value());
        json.put("needed", check.needed());
        json.put("passes", check.passes());
        return json;
    }

    /** Puts the baselines and the findings about them: null where there are none. */
    public void putBaselines(Optional<Baselines> baselines, List<String> findings) {
        put("controls", baselines.map(all -> BaselineSummary.build(all, findings)));
    }

    /** Returns the entries. */
    public Map<String, @Nullable Object> values() {
        return values;
    }

    void putSize(Dataset data) {
        put("features", data.X().rows());
        put("samples", data.X().cols());
    }

    /** Puts the entries that identify the data and their preparation. */
    void putIdentity(PreparedData prepared) {
        Dataset data = prepared.data();
        put("version", Grapnel.version());
        put("data_sha256", data.source().sha256());
        putPreparation(prepared); // first, because the first difference is the one reported
        putSize(data);
        put("sum", data.X().sum());
        // a transposed square table has the same file, size and sum
        put("feature_sums_hash", (long) Arrays.hashCode(data.X().rowSums()));
        put("labels_hash", data.labels().map(labels -> (long) labels.hashCode()));
    }

    /** Puts the entries that identify the graph, without the number of neighbours. */
    void putIdentity(GraphSpec spec, Optional<GraphSource> given) {
        put("weights", spec.weights().toString());
        put("sigma", toOptional(spec.sigma()));
        put("metric", spec.metric().toString());
        put("symmetrize", spec.symmetrize().toString());
        put("search", spec.search().toString());
        put("graph_pcs", spec.components().map(ComponentSpec::count));
        put("graph_sha256", given.flatMap(GraphSource::file).map(DataSource::sha256));
    }

    void putOrigin(Dataset data, Optional<GraphSource> graph) {
        put("data", data.source().path());
        put("data_sha256", data.source().sha256());
        put("graph", graph.flatMap(GraphSource::file).map(DataSource::path));
        put("graph_sha256", graph.flatMap(GraphSource::file).map(DataSource::sha256));
        put("version", Grapnel.version());
        put("java", System.getProperty("java.version"));
    }

    /** Puts an entry. */
    public void put(String key, @Nullable Object value) {
        values.put(key, value);
    }

    /** Puts an entry; null where there is no value. */
    public void put(String key, Optional<?> value) {
        values.put(key, value.orElse(null));
    }
}
