package org.grapnel.runs.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.RestartSummary;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.baseline.BaselineFindings;
import org.grapnel.baseline.NeighborhoodPreservation;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.embed.Embedding2d;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.Score;
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
 * {@code summary.json}: what a result says about itself, and everything needed to run it again. Flat keys but for the controls, fractions
 * instead of percent, full precision; null where something does not apply. In models without a graph λ is 0, which is what
 * they are.
 */
final class SummaryBuilder {
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    SummaryBuilder() {}

    static Map<String, @Nullable Object> of(Fit fit, Optional<Embedding2d> drawing) {
        SummaryBuilder summary = new SummaryBuilder();
        summary.model(fit);
        summary.neighbours(fit.spec().graph(), fit.graph());
        summary.put(
                "laplacian", fit.graph().map(source -> fit.spec().laplacian().toString()));
        summary.edges(fit.graph());
        summary.solver(fit);
        summary.preparation(fit.prepared());
        summary.outcome(fit);
        summary.put(
                "embedding_samples",
                drawing.filter(d -> !d.isEmpty()).map(d -> d.samples().size()));
        summary.origin(fit.data(), fit.graph());
        List<String> notes = new ArrayList<>(fit.notes());
        drawing.ifPresent(d -> notes.addAll(d.notes()));
        summary.put("notes", notes);
        return summary.values;
    }

    /** Of features that were chosen without a fit; null where nothing was compared. */
    static Map<String, @Nullable Object> of(SelectionResult chosen, Optional<NeighborhoodPreservation> preserved) {
        SummaryBuilder summary = new SummaryBuilder();
        Spec spec = chosen.spec();
        Dataset data = chosen.prepared().data();
        summary.put("command", "select");
        summary.put("keep", spec.keep());
        summary.choice(spec, Optional.of(chosen.selection()));
        summary.put("rank", spec.select().by() == FeatureSelection.Strategy.GAIN ? spec.rank() : null);
        summary.neighbours(spec.graph(), chosen.graph());
        summary.edges(chosen.graph());
        summary.machine(spec.seed(), spec.threads());
        summary.preparation(chosen.prepared());
        summary.size(data);
        summary.put("kept", chosen.selection().order().size());
        summary.put("edges_kept", preserved.flatMap(p -> boxed(p.edgesKept())));
        summary.put("edges_kept_random", preserved.flatMap(p -> boxed(p.edgesKeptByRandom())));
        summary.put(
                "controls",
                preserved.flatMap(NeighborhoodPreservation::controls).map(BaselineSummary::of));
        summary.put("seconds", chosen.seconds());
        summary.origin(data, chosen.graph());
        List<String> notes = new ArrayList<>(chosen.notes());
        preserved.ifPresent(p -> notes.addAll(p.notes()));
        summary.put("notes", notes);
        return summary.values;
    }

    private void model(Fit fit) {
        Model model = fit.spec().model();
        double lambda = fit.graph().isPresent() ? fit.spec().lambda() : 0;
        put("model", model.cliName());
        put("solver", model.isKMeans() ? "lloyd" : fit.spec().solver().method().cliName());
        put("rank", fit.spec().rank());
        put("clusters", fit.spec().clusters());
        put("keep", fit.spec().keep());
        choice(fit.spec(), fit.selection());
        put("lambda", lambda);
        put(
                "alpha",
                fit.graph()
                        .map(source ->
                                lambda * source.graph().meanDiagonal(fit.spec().laplacian())));
        put("graph_term_kind", fit.graph().map(source -> fit.spec().graphTerm().toString()));
    }

    private void choice(Spec spec, Optional<Selection> selection) {
        put("select", spec.model().selectsFeatures() ? spec.select().by().cliName() : null);
        put("structure_blend", spec.select().blend());
        put("structure_peak", selection.flatMap(SummaryBuilder::peak));
    }

    /** With how many features the path of the selection is best. */
    private static Optional<Integer> peak(Selection selection) {
        return selection.peak().isPresent() ? Optional.of(selection.peak().getAsInt()) : Optional.empty();
    }

    void neighbours(GraphSpec spec, Optional<GraphSource> graph) {
        Optional<KnnGraph> built = graph.flatMap(GraphSource::built);
        put("neighbors", built.map(b -> spec.neighbors()));
        put("weights", built.map(b -> spec.weights().toString()));
        put("sigma", built.flatMap(b -> boxed(b.sigma())));
        put("metric", built.map(b -> spec.metric().toString()));
        put("symmetrize", built.map(b -> spec.symmetrize().toString()));
        put("search", built.map(b -> b.recall().isPresent() ? "approximate" : "exact"));
        put("recall", built.flatMap(b -> boxed(b.recall())));
    }

    void edges(Optional<GraphSource> graph) {
        put("graph_edges", graph.map(source -> source.graph().edges()));
        put("graph_components", graph.map(source -> source.graph().components().count()));
        put(
                "graph_isolated",
                graph.map(source -> source.graph().components().isolated().size()));
    }

    static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    static Optional<Double> boxed(Score score) {
        return boxed(score.value());
    }

    private void solver(Fit fit) {
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
        machine(fit.spec().seed(), fit.spec().threads());
    }

    void machine(long seed, int threads) {
        put("seed", seed);
        put("threads", threads);
        try (ExecutionContext context = ExecutionContext.create(1)) {
            put("kernel", context.kernelName());
        }
    }

    void preparation(PreparedData prepared) {
        Preparation how = prepared.preparation();
        put("log1p", how.log1p());
        put("impute", how.impute().toString());
        put("drop_constant", how.dropConstant());
        put("top_variance", how.topVariance().isPresent() ? how.topVariance().getAsInt() : null);
        put("normalize", how.normalize().toString());
        put("feature_scale", how.featureScale().toString());
        put("picture_height", prepared.picture().map(Dataset.ImageShape::height));
        put("picture_width", prepared.picture().map(Dataset.ImageShape::width));
        put("picture_by_columns", prepared.picture().map(Dataset.ImageShape::byColumns));
    }

    private void outcome(Fit fit) {
        Solution solution = fit.solution();
        size(fit.data());
        put("kept", solution.support().count());
        put("iterations", solution.trace().iterations());
        put("stop", solution.stop().code());
        put("stop_reason", solution.stop().sentence());
        put("converged", solution.stop().converged());
        put("monotone", solution.trace().monotone());
        put("residual_w", solution.certificate().residualW());
        put("residual_h", solution.certificate().residualH());
        put("swap", solution.certificate().swap().filter(Double::isFinite));
        put("objective", solution.objective().total());
        put("loss", solution.objective().loss());
        put("graph_term", solution.objective().graphTerm());
        put("relative_error", fit.relativeError());
        put("relative_error_kept", fit.relativeErrorKept());
        put("relative_error_floor", boxed(fit.errorFloor()));
        put("clusters_found", fit.groups().clustering().clusters());
        put("silhouette", boxed(fit.groups().silhouette()));
        put("nmi", fit.scores().flatMap(scores -> boxed(scores.nmi())));
        put("acc", fit.scores().flatMap(scores -> boxed(scores.acc())));
        put("ari", fit.scores().flatMap(scores -> boxed(scores.ari())));
        put("purity", fit.scores().flatMap(scores -> boxed(scores.purity())));
        put("stability_jaccard", fit.restarts().flatMap(r -> boxed(r.stability().jaccard())));
        put(
                "stability_corrected",
                fit.restarts().flatMap(r -> boxed(r.stability().corrected())));
        put(
                "stability_standard_error",
                fit.restarts().flatMap(r -> boxed(r.stability().standardError())));
        put(
                "consensus_agreement",
                fit.restarts().flatMap(RestartSummary::consensus).map(Consensus::agreement));
        put(
                "consensus_certainty",
                fit.restarts().flatMap(RestartSummary::consensus).map(Consensus::meanCertainty));
        put("controls", fit.controls().map(controls -> BaselineSummary.of(controls, BaselineFindings.describe(fit))));
        put("seconds", solution.trace().last().seconds());
    }

    Map<String, @Nullable Object> values() {
        return values;
    }

    void size(Dataset data) {
        put("features", data.X().rows());
        put("samples", data.X().cols());
    }

    /** Which data these are, and how they were prepared: for who has to tell them from others. */
    void identity(PreparedData prepared) {
        Dataset data = prepared.data();
        put("version", Grapnel.version());
        put("data_sha256", data.source().sha256());
        preparation(prepared); // before what it changes: it is the first difference that is told
        size(data);
        put("sum", data.X().sum());
        // a square table read the other way round has the same file, size and sum
        put("feature_sums_hash", (long) Arrays.hashCode(data.X().rowSums()));
        put("labels_hash", data.labels().map(labels -> (long) labels.hashCode()));
    }

    /** Which graph it is, but for the number of neighbours. */
    void identity(GraphSpec spec, Optional<GraphSource> given) {
        put("weights", spec.weights().toString());
        put("sigma", boxed(spec.sigma()));
        put("metric", spec.metric().toString());
        put("symmetrize", spec.symmetrize().toString());
        put("search", spec.search().toString());
        put("graph_sha256", given.flatMap(GraphSource::file).map(DataSource::sha256));
    }

    void origin(Dataset data, Optional<GraphSource> graph) {
        put("data", data.source().path());
        put("data_sha256", data.source().sha256());
        put("graph", graph.flatMap(GraphSource::file).map(DataSource::path));
        put("graph_sha256", graph.flatMap(GraphSource::file).map(DataSource::sha256));
        put("version", Grapnel.version());
        put("java", System.getProperty("java.version"));
    }

    void put(String key, @Nullable Object value) {
        values.put(key, value);
    }

    void put(String key, Optional<?> value) {
        values.put(key, value.orElse(null));
    }
}
