package org.grapnel.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.Spec;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.Compute;
import org.grapnel.model.Model;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverSpec;
import org.jspecify.annotations.Nullable;

/**
 * {@code summary.json}: what a result says about itself, and everything needed to run it again. Flat keys, fractions
 * instead of percent, full precision; null where something does not apply. In models without a graph λ is 0, which is what
 * they are.
 */
final class Summary {
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    private Summary() {}

    static Map<String, @Nullable Object> of(Fitted fitted) {
        Summary summary = new Summary();
        summary.model(fitted);
        summary.graph(fitted);
        summary.solver(fitted);
        summary.preparation(fitted);
        summary.outcome(fitted);
        summary.origin(fitted);
        return summary.values;
    }

    private void model(Fitted fitted) {
        Model model = fitted.spec().model();
        double lambda = model.usesGraph() ? fitted.spec().lambda() : 0;
        put("model", model.word());
        put(
                "solver",
                model.isKMeans() ? "lloyd" : fitted.spec().solver().method().word());
        put("rank", fitted.spec().rank());
        put("clusters", fitted.options().model.clusters());
        put("keep", fitted.spec().keep());
        put("lambda", lambda);
        put("alpha", fitted.graph().map(source -> lambda * degree(fitted.spec(), source)));
        put("graph_term_kind", fitted.graph().map(source -> "trace"));
    }

    /** The mean of the Laplacian's diagonal: that of a normalised one is 1. */
    private static double degree(Spec spec, GraphSource source) {
        return spec.laplacian() == LaplacianKind.NORMALIZED ? 1 : source.graph().meanDegree();
    }

    private void graph(Fitted fitted) {
        Optional<KnnGraph> built = fitted.graph().flatMap(GraphSource::built);
        GraphSpec spec = fitted.options().knn.spec(0);
        put("neighbors", built.map(b -> spec.neighbors()));
        put("weights", built.map(b -> spec.weights().toString()));
        put("sigma", built.flatMap(b -> boxed(b.sigma())));
        put("metric", built.map(b -> spec.metric().toString()));
        put("symmetrize", built.map(b -> spec.symmetrize().toString()));
        put("search", built.map(b -> b.recall().isPresent() ? "approximate" : "exact"));
        put("recall", built.flatMap(b -> boxed(b.recall())));
        put("laplacian", fitted.graph().map(source -> fitted.spec().laplacian().toString()));
        put("graph_edges", fitted.graph().map(source -> source.graph().edges()));
        put(
                "graph_components",
                fitted.graph().map(source -> source.graph().components().count()));
        put(
                "graph_isolated",
                fitted.graph()
                        .map(source -> source.graph().components().isolated().size()));
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    private static Optional<Double> boxed(Score score) {
        return boxed(score.value());
    }

    private void solver(Fitted fitted) {
        FitOptions options = fitted.options();
        SolverSpec solver = fitted.spec().solver();
        put("init", options.start.word());
        put("init_w", options.start.initW.map(String::valueOf));
        put("init_h", options.start.initH.map(String::valueOf));
        put("tol", fitted.spec().stop().tolerance());
        put("max_iter", fitted.spec().stop().maxIterations());
        put("max_seconds", fitted.spec().stop().maxSeconds());
        put("beta", solver.beta());
        put("momentum", solver.momentum());
        put("beta_max", solver.betaMax());
        put("fixed_beta", solver.fixedBeta());
        put("step_factor", solver.stepFactor());
        put("project_start", solver.projectStart());
        put("variant", options.solver.variant.toString());
        put("seed", options.start.seed);
        put("threads", fitted.spec().threads());
        try (Compute on = Compute.of(1)) {
            put("kernel", on.kernelName());
        }
    }

    private void preparation(Fitted fitted) {
        DataOptions options = fitted.options().data;
        put("normalize", options.normalize.toString());
        put("labels", options.labels);
        put("features_in_rows", options.featuresInRows);
    }

    private void outcome(Fitted fitted) {
        Solution solution = fitted.solution();
        put("features", fitted.data().X().rows());
        put("samples", fitted.data().X().cols());
        put("kept", solution.support().count());
        put("iterations", solution.trace().iterations());
        put("stop", solution.stop().word());
        put("converged", solution.stop().converged());
        put("monotone", solution.trace().monotone());
        put("residual_w", solution.certificate().residualW());
        put("residual_h", solution.certificate().residualH());
        put("objective", solution.objective().total());
        put("loss", solution.objective().loss());
        put("graph_term", solution.objective().graphTerm());
        put("relative_error", fitted.relativeError());
        put("relative_error_floor", boxed(fitted.errorFloor()));
        put("clusters_found", fitted.groups().clustering().clusters());
        put("silhouette", boxed(fitted.groups().silhouette()));
        put("nmi", fitted.scores().flatMap(scores -> boxed(scores.nmi())));
        put("acc", fitted.scores().flatMap(scores -> boxed(scores.acc())));
        put("ari", fitted.scores().flatMap(scores -> boxed(scores.ari())));
        put("purity", fitted.scores().flatMap(scores -> boxed(scores.purity())));
        put("seconds", solution.trace().last().seconds());
    }

    private void origin(Fitted fitted) {
        put("data", fitted.data().source().path());
        put("data_sha256", fitted.data().source().sha256());
        put("graph", fitted.graph().flatMap(GraphSource::path));
        put("graph_sha256", fitted.graph().flatMap(GraphSource::sha256));
        put("version", Version.number());
        put("java", System.getProperty("java.version"));
        put("notes", fitted.notes());
    }

    private void put(String key, @Nullable Object value) {
        values.put(key, value);
    }

    private void put(String key, Optional<?> value) {
        values.put(key, value.orElse(null));
    }
}
