package org.grapnel.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
        put("solver", fitted.spec().solver().method().word());
        put("rank", fitted.spec().rank());
        put("clusters", fitted.options().model.clusters());
        put("keep", fitted.spec().keep());
        put("lambda", lambda);
        put("alpha", fitted.graph().map(source -> lambda * source.graph().meanDegree()));
        put("graph_term_kind", fitted.graph().map(source -> "trace"));
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
        put("seconds", solution.trace().last().seconds());
    }

    private void origin(Fitted fitted) {
        put("data", fitted.data().source().path());
        put("data_sha256", fitted.data().source().sha256());
        put("graph", fitted.graph().map(GraphSource::path));
        put("graph_sha256", fitted.graph().map(GraphSource::sha256));
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
