package org.grapnel.spark.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.spark.ml.linalg.Matrix;
import org.grapnel.Grapnel;
import org.grapnel.KeptFeature;
import org.grapnel.Spec;
import org.grapnel.data.Preparation;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.runs.write.SummaryBuilder;
import org.grapnel.select.Selection;
import org.grapnel.solve.SolverSpec;
import org.grapnel.spark.GraphNmfModel;
import org.grapnel.spark.GraphNmfSummary;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.prepare.FeatureMoments;
import org.jspecify.annotations.Nullable;

/**
 * A fitted model with everything that its folder records.
 *
 * @param prepared the samples of the fit
 * @param moments the mean and the squares of every feature
 * @param details what is known besides factors and groups
 * @param more entries of the summary: how the data were read, and statistics of Spark
 */
record FitResult(
        GraphNmfModel model,
        Spec spec,
        PreparedTable prepared,
        FeatureMoments moments,
        Optional<Scores> scores,
        List<String> notes,
        FitDetails details,
        Map<String, @Nullable Object> more) {

    /** Returns the names of the features. */
    List<String> names() {
        return prepared.table().names();
    }

    /** Returns the kept features, best first: by their selection, else by the norm of their rows of W. */
    List<KeptFeature> keptFeatures() {
        Matrix W = model.W();
        Optional<Selection> selection = details.selection();
        if (selection.isPresent())
            return IntStream.range(0, selection.get().order().size())
                    .mapToObj(s -> new KeptFeature(
                            selection.get().order().get(s),
                            names().get(selection.get().order().get(s)),
                            selection.get().scores().get(s)))
                    .toList();
        List<KeptFeature> kept = new ArrayList<>();
        for (int i : model.kept()) {
            double squares = 0;
            for (int q = 0; q < W.numCols(); q++) squares += W.apply(i, q) * W.apply(i, q);
            kept.add(new KeptFeature(i, names().get(i), Math.sqrt(squares)));
        }
        return kept;
    }

    /** Returns the content of {@code summary.json}, with the keys of a fit on one machine. */
    Map<String, @Nullable Object> summary() {
        GraphNmfSummary summary = model.summary();
        SummaryBuilder values = new SummaryBuilder();
        putModel(values, summary);
        putGraph(values, summary.graph());
        putSolver(values);
        putPreparation(values);
        putOutcome(values, summary);
        values.values().putAll(more);
        values.put("version", Grapnel.version());
        values.put("java", System.getProperty("java.version"));
        values.put("notes", notes);
        return values.values();
    }

    private void putModel(SummaryBuilder values, GraphNmfSummary summary) {
        Optional<GraphNmfSummary.GraphStatistics> graph = summary.graph();
        values.put("model", summary.model());
        values.put("solver", summary.solver());
        values.put("rank", spec.rank());
        values.put("clusters", spec.clusters());
        values.put("rank_suggested", false);
        values.put("clusters_suggested", false);
        values.put("keep", spec.keep());
        values.put("keep_suggested", false);
        values.putSelection(spec, details.selection());
        values.put("lambda", spec.isJoint() ? null : summary.lambda());
        values.put(
                "alpha", graph.map(g -> spec.isJoint() ? spec.weight().value() : summary.lambda() * meanDiagonal(g)));
        values.put("graph_term_kind", graph.map(g -> spec.graphTerm().toString()));
    }

    private void putGraph(SummaryBuilder values, Optional<GraphNmfSummary.GraphStatistics> graph) {
        boolean built = graph.isPresent() && more.get("graph") == null;
        values.put("neighbors", built ? spec.graph().neighbors() : null);
        values.put("weights", built ? spec.graph().weights().toString() : null);
        values.put("sigma", graph.flatMap(g -> boxed(g.sigma())));
        values.put("sigma_asked", built ? boxed(spec.graph().sigma()).orElse(null) : null);
        values.put("metric", built ? spec.graph().metric().toString() : null);
        values.put("symmetrize", built ? spec.graph().symmetrize().toString() : null);
        values.put("search", built ? (graph.orElseThrow().recall().isPresent() ? "approximate" : "exact") : null);
        values.put("recall", graph.flatMap(g -> boxed(g.recall())));
        values.put("graph_pcs", details.components().map(FitDetails.Components::count));
        values.put(
                "graph_pcs_kind", details.components().map(found -> found.kind().toString()));
        values.put("laplacian", graph.map(g -> spec.laplacian().toString()));
        values.put("graph_edges", graph.map(GraphNmfSummary.GraphStatistics::edges));
        values.put("graph_components", details.graphComponents());
        values.put("graph_isolated", graph.map(GraphNmfSummary.GraphStatistics::isolated));
    }

    private void putSolver(SummaryBuilder values) {
        SolverSpec solver = spec.solver();
        values.put("init", spec.start().kind());
        values.put("tol", spec.stop().tolerance());
        values.put("max_iter", spec.stop().maxIterations());
        values.put("max_seconds", spec.stop().maxSeconds());
        values.put("beta", solver.beta());
        values.put("momentum", solver.momentum());
        values.put("beta_max", solver.betaMax());
        values.put("fixed_beta", solver.fixedBeta());
        values.put("step_factor", solver.stepFactor());
        values.put("project_start", solver.projectStart());
        values.put("variant", solver.byTheory() ? "theory" : "none");
        values.put("restarts", 1);
        values.put("seed", spec.seed());
    }

    private void putPreparation(SummaryBuilder values) {
        Preparation how = prepared.how();
        values.put("recipe", how.recipe().toString());
        values.put("log1p", how.log1p());
        values.put("clip", (Object) null);
        values.put("impute", how.impute().toString());
        values.put("drop_constant", how.dropConstant());
        values.put(
                "top_variance",
                how.topVariance().isPresent() ? how.topVariance().getAsInt() : null);
        values.put("normalize", how.normalize().toString());
        values.put("features_read", prepared.fitted().read());
        values.put("total", boxed(prepared.fitted().total()));
        values.put("feature_scale", how.featureScale().toString());
    }

    /**
     * Returns the mean diagonal of L, as {@link SampleGraph#meanDiagonal} does, so that this alpha reproduces this
     * lambda.
     */
    private double meanDiagonal(GraphNmfSummary.GraphStatistics graph) {
        return spec.laplacian() == LaplacianKind.NORMALIZED && graph.meanDegree() > 0 ? 1 : graph.meanDegree();
    }

    private void putOutcome(SummaryBuilder values, GraphNmfSummary summary) {
        values.put("features", summary.features());
        values.put("samples", summary.samples());
        values.put("kept", summary.kept().size());
        values.put("iterations", summary.iterations());
        values.put("stop", summary.stop());
        values.put("stop_reason", summary.stopSentence());
        values.put("converged", summary.converged());
        values.put("monotone", summary.trace().monotone());
        values.put("residual_w", summary.residualW());
        values.put("residual_h", summary.residualH());
        values.put("objective", summary.objective().total());
        values.put("loss", summary.objective().loss());
        values.put("graph_term", summary.objective().graphTerm());
        values.put("relative_error", summary.relativeError());
        values.put("relative_error_kept", moments.relativeErrorOn(summary.kept(), summary.relativeError()));
        values.put("relative_error_floor", moments.errorFloor(summary.kept()));
        values.put("clusters_found", summary.groups().size());
        values.put("group_sizes", summary.groups());
        values.putGroups(details.groupsFrom(), details.silhouette(), details.edgesWithinGroups());
        values.putTrust(details.trust(), details.warnings());
        values.putRounds(details.rounds());
        values.put("nmi", scores.flatMap(s -> boxed(s.nmi().value())));
        values.put("acc", scores.flatMap(s -> boxed(s.acc().value())));
        values.put("ari", scores.flatMap(s -> boxed(s.ari().value())));
        values.put("purity", scores.flatMap(s -> boxed(s.purity().value())));
        values.putBaselines(details.baselines(), details.findings());
        values.put("seconds", summary.trace().last().seconds());
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }
}
