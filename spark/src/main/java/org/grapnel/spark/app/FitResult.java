package org.grapnel.spark.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.ml.linalg.Matrix;
import org.grapnel.Grapnel;
import org.grapnel.KeptFeature;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.spark.GraphNmfModel;
import org.grapnel.spark.GraphNmfSummary;
import org.grapnel.spark.graph.SampleGraph;
import org.jspecify.annotations.Nullable;

/**
 * A fitted model with everything that its folder records.
 *
 * @param details how the data were read, and statistics of Spark
 */
record FitResult(
        GraphNmfModel model,
        Spec spec,
        List<String> names,
        Optional<Scores> scores,
        List<String> notes,
        Map<String, @Nullable Object> details) {

    /** Returns the kept features, best first, by the norm of their rows of W. */
    List<KeptFeature> keptFeatures() {
        Matrix W = model.W();
        List<KeptFeature> kept = new ArrayList<>();
        for (int i : model.kept()) {
            double squares = 0;
            for (int q = 0; q < W.numCols(); q++) squares += W.apply(i, q) * W.apply(i, q);
            kept.add(new KeptFeature(i, names.get(i), Math.sqrt(squares)));
        }
        return kept;
    }

    /** Returns the names of the table, or the default names of features without names. */
    static List<String> names(SampleTable table, int features) {
        return table.names().isEmpty() ? Dataset.numbered("f", features) : table.names();
    }

    /** Returns the content of {@code summary.json}, with the keys of a fit on one machine where they apply. */
    Map<String, @Nullable Object> summary() {
        GraphNmfSummary summary = model.summary();
        Optional<GraphNmfSummary.GraphStatistics> graph = summary.graph();
        boolean built = graph.isPresent() && details.get("graph") == null;
        SolverSpec solver = spec.solver();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("model", summary.model());
        values.put("solver", summary.solver());
        values.put("rank", spec.rank());
        values.put("clusters", spec.clusters());
        values.put("keep", spec.keep().orElse(null));
        values.put("select", spec.model().selectsFeatures() ? spec.select().by().cliName() : null);
        values.put("lambda", summary.lambda());
        values.put("alpha", graph.map(g -> summary.lambda() * meanDiagonal(g)).orElse(null));
        values.put(
                "graph_term_kind", graph.map(g -> spec.graphTerm().toString()).orElse(null));
        values.put("neighbors", built ? spec.graph().neighbors() : null);
        values.put("weights", built ? spec.graph().weights().toString() : null);
        values.put("sigma", graph.flatMap(g -> boxed(g.sigma())).orElse(null));
        values.put("metric", built ? spec.graph().metric().toString() : null);
        values.put("symmetrize", built ? spec.graph().symmetrize().toString() : null);
        values.put("search", built ? (graph.orElseThrow().recall().isPresent() ? "approximate" : "exact") : null);
        values.put("recall", graph.flatMap(g -> boxed(g.recall())).orElse(null));
        values.put("laplacian", graph.map(g -> spec.laplacian().toString()).orElse(null));
        values.put(
                "graph_edges", graph.map(GraphNmfSummary.GraphStatistics::edges).orElse(null));
        values.put(
                "graph_isolated",
                graph.map(GraphNmfSummary.GraphStatistics::isolated).orElse(null));
        values.put("init", spec.start().kind());
        values.put("tol", spec.stop().tolerance());
        values.put("max_iter", spec.stop().maxIterations());
        values.put("max_seconds", spec.stop().maxSeconds().orElse(null));
        values.put("beta", solver.beta());
        values.put("momentum", solver.momentum());
        values.put("beta_max", solver.betaMax());
        values.put("fixed_beta", solver.fixedBeta());
        values.put("step_factor", solver.stepFactor());
        values.put("project_start", solver.projectStart());
        values.put("variant", solver.byTheory() ? "theory" : "none");
        values.put("restarts", 1);
        values.put("seed", spec.seed());
        putOutcome(values, summary);
        values.putAll(details);
        values.put("version", Grapnel.version());
        values.put("java", System.getProperty("java.version"));
        values.put("notes", notes);
        return values;
    }

    /**
     * Returns the mean diagonal of L, as {@link SampleGraph#meanDiagonal} does, so that this alpha reproduces this
     * lambda.
     */
    private double meanDiagonal(GraphNmfSummary.GraphStatistics graph) {
        return spec.laplacian() == LaplacianKind.NORMALIZED && graph.meanDegree() > 0 ? 1 : graph.meanDegree();
    }

    private void putOutcome(Map<String, @Nullable Object> values, GraphNmfSummary summary) {
        values.put("features", summary.features());
        values.put("samples", summary.samples());
        values.put("kept", summary.kept().size());
        values.put("iterations", summary.iterations());
        values.put("stop", summary.stop());
        values.put("converged", summary.converged());
        values.put("monotone", summary.trace().monotone());
        values.put("residual_w", summary.residualW());
        values.put("residual_h", summary.residualH());
        values.put("objective", summary.objective().total());
        values.put("loss", summary.objective().loss());
        values.put("graph_term", summary.objective().graphTerm());
        values.put("relative_error", summary.relativeError());
        values.put("clusters_found", summary.groups().size());
        values.put("nmi", scores.flatMap(s -> boxed(s.nmi())).orElse(null));
        values.put("acc", scores.flatMap(s -> boxed(s.acc())).orElse(null));
        values.put("ari", scores.flatMap(s -> boxed(s.ari())).orElse(null));
        values.put("purity", scores.flatMap(s -> boxed(s.purity())).orElse(null));
        values.put("seconds", summary.trace().last().seconds());
    }

    private static Optional<Double> boxed(Score score) {
        return boxed(score.value());
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }
}
