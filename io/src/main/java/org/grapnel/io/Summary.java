package org.grapnel.io;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Restarts;
import org.grapnel.data.Preparation;
import org.grapnel.data.Source;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.Compute;
import org.grapnel.model.Model;
import org.grapnel.select.Selection;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverSpec;
import org.jspecify.annotations.Nullable;

/**
 * {@code summary.json}: what a result says about itself, and everything needed to run it again. Flat keys but for the controls, fractions
 * instead of percent, full precision; null where something does not apply. In models without a graph λ is 0, which is what
 * they are.
 */
final class Summary {
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    private Summary() {}

    static Map<String, @Nullable Object> of(Fit fit) {
        Summary summary = new Summary();
        summary.model(fit);
        summary.graph(fit);
        summary.solver(fit);
        summary.preparation(fit);
        summary.outcome(fit);
        summary.origin(fit);
        return summary.values;
    }

    private void model(Fit fit) {
        Model model = fit.spec().model();
        double lambda = fit.graph().isPresent() ? fit.spec().lambda() : 0;
        put("model", model.word());
        put("solver", model.isKMeans() ? "lloyd" : fit.spec().solver().method().word());
        put("rank", fit.spec().rank());
        put("clusters", fit.spec().clusters());
        put("keep", fit.spec().keep());
        put("select", model.keepsFeatures() ? fit.spec().select().by().word() : null);
        put("structure_blend", fit.spec().select().blend());
        put("structure_peak", fit.selection().flatMap(Summary::peak));
        put("lambda", lambda);
        put(
                "alpha",
                fit.graph()
                        .map(source ->
                                lambda * source.graph().meanDiagonal(fit.spec().laplacian())));
        put("graph_term_kind", fit.graph().map(source -> fit.spec().graphTerm().toString()));
    }

    /** With how many features the path of the selection is best. */
    private static Optional<Integer> peak(Selection selection) {
        return selection.peak().isPresent() ? Optional.of(selection.peak().getAsInt()) : Optional.empty();
    }

    private void graph(Fit fit) {
        Optional<KnnGraph> built = fit.graph().flatMap(GraphSource::built);
        GraphSpec spec = fit.spec().graph();
        put("neighbors", built.map(b -> spec.neighbors()));
        put("weights", built.map(b -> spec.weights().toString()));
        put("sigma", built.flatMap(b -> boxed(b.sigma())));
        put("metric", built.map(b -> spec.metric().toString()));
        put("symmetrize", built.map(b -> spec.symmetrize().toString()));
        put("search", built.map(b -> b.recall().isPresent() ? "approximate" : "exact"));
        put("recall", built.flatMap(b -> boxed(b.recall())));
        put("laplacian", fit.graph().map(source -> fit.spec().laplacian().toString()));
        put("graph_edges", fit.graph().map(source -> source.graph().edges()));
        put(
                "graph_components",
                fit.graph().map(source -> source.graph().components().count()));
        put(
                "graph_isolated",
                fit.graph().map(source -> source.graph().components().isolated().size()));
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    static Optional<Double> boxed(Score score) {
        return boxed(score.value());
    }

    private void solver(Fit fit) {
        SolverSpec solver = fit.spec().solver();
        put("init", fit.spec().start().word());
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
        put("restart_best", fit.restarts().map(Restarts::best));
        put("seed", fit.spec().seed());
        put("threads", fit.spec().threads());
        try (Compute on = Compute.of(1)) {
            put("kernel", on.kernelName());
        }
    }

    private void preparation(Fit fit) {
        Preparation how = fit.prepared().preparation();
        put("log1p", how.log1p());
        put("impute", how.impute().toString());
        put("drop_constant", how.dropConstant());
        put("top_variance", how.topVariance().isPresent() ? how.topVariance().getAsInt() : null);
        put("normalize", how.normalize().toString());
        put("feature_scale", how.featureScale().toString());
    }

    private void outcome(Fit fit) {
        Solution solution = fit.solution();
        put("features", fit.data().X().rows());
        put("samples", fit.data().X().cols());
        put("kept", solution.support().count());
        put("iterations", solution.trace().iterations());
        put("stop", solution.stop().word());
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
        put("controls", fit.controls().map(ControlSummary::of));
        put("seconds", solution.trace().last().seconds());
    }

    private void origin(Fit fit) {
        put("data", fit.data().source().path());
        put("data_sha256", fit.data().source().sha256());
        put("graph", fit.graph().flatMap(GraphSource::file).map(Source::path));
        put("graph_sha256", fit.graph().flatMap(GraphSource::file).map(Source::sha256));
        put("version", Grapnel.version());
        put("java", System.getProperty("java.version"));
        put("notes", fit.notes());
    }

    private void put(String key, @Nullable Object value) {
        values.put(key, value);
    }

    private void put(String key, Optional<?> value) {
        values.put(key, value.orElse(null));
    }
}
