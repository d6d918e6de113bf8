package org.grapnel.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Loss;
import org.grapnel.pipeline.FactorSolver;
import org.grapnel.pipeline.FitPipeline;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopReason;

/**
 * A fit of a model with the seed of the repeat. Its seconds cover features, factors, k-means on H and the silhouette of the groups.
 */
record ModelFit(Spec spec) implements ClusteringMethod {
    ModelFit {
        Preconditions.require(spec.restarts() == 1, "restarts must be 1 in a comparison, got %d", spec.restarts());
    }

    @Override
    public void check(ComparisonContext comparison) {
        new FitPipeline(data(comparison), comparison.protocol().spec(spec, 0), FitContext.none()).check();
    }

    /** The data, completed where the solver knows no missing entries and no weights. */
    private PreparedData data(ComparisonContext comparison) {
        return runsOnCompletedData(comparison.data()) ? comparison.data().withoutWeights() : comparison.data();
    }

    @Override
    public boolean runsOnCompletedData(PreparedData data) {
        return data.weights().isPresent() && !FactorSolver.acceptsWeights(spec);
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("way", "fit");
        parameters.put("model", spec.model().cliName());
        parameters.put("rank", spec.rank());
        spec.keep().ifPresent(keep -> parameters.put("keep", keep));
        parameters.put("max_iter", spec.stop().maxIterations());
        boolean selects =
                spec.model().isKMeans() ? spec.selectsBeforeFit() : spec.model().selectsFeatures();
        if (selects) {
            parameters.put("select", spec.select().name());
            parameters.put("structure_blend", spec.select().blend());
        }
        spec.select().selector().ifPresent(selector -> parameters.put("selector", selector.identity()));
        if (spec.model().isKMeans()) return parameters;
        if (spec.model().usesGraph()) {
            parameters.put(
                    spec.weight().perDegree() ? "alpha" : "lambda",
                    spec.weight().value());
            parameters.put("laplacian", spec.laplacian().toString());
            parameters.put("graph_term_kind", spec.graphTerm().toString());
        }
        solver(parameters);
        if (!spec.extensions().isEmpty())
            parameters.put(
                    "extensions",
                    spec.extensions().list().stream()
                            .map(listed ->
                                    listed.kind() + " " + listed.extension().identity())
                            .toList());
        parameters.put("tol", spec.stop().tolerance());
        spec.stop().maxSeconds().ifPresent(most -> parameters.put("max_seconds", most));
        return parameters;
    }

    private void solver(Map<String, Object> parameters) {
        SolverSpec solver = spec.solver();
        parameters.put("solver", spec.solverName());
        if (spec.loss() != Loss.SQUARED) parameters.put("loss_kind", spec.loss().toString());
        if (solver.kind() == SolverKind.BEST_SUPPORT) return;
        if (solver.kind() == SolverKind.ACCPALM) {
            parameters.put("beta", solver.beta());
            parameters.put("momentum", solver.momentum());
            parameters.put("beta_max", solver.betaMax());
            parameters.put("fixed_beta", solver.fixedBeta());
        }
        parameters.put("step_factor", solver.stepFactor());
        parameters.put("project_start", solver.projectStart());
        parameters.put("variant", solver.byTheory() ? "theory" : "none");
    }

    @Override
    public boolean needsGraph() {
        return !spec.isJoint()
                && (spec.usesGraph()
                        || (spec.selectsBeforeFit() && spec.select().by().needsGraph()));
    }

    @Override
    public boolean usesGivenGraph() {
        return spec.isJoint() || needsGraph();
    }

    /** The graph of the comparison; the recommended method builds its own unless the user gave one. */
    private Optional<GraphSource> graph(ComparisonContext comparison, Spec one) {
        if (spec.isJoint()) return comparison.givenGraph();
        if (!needsGraph()) return Optional.empty();
        return one.selectsBeforeFit() ? comparison.graphForSelection(one.select()) : Optional.of(comparison.graph());
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext comparison, int repeat, FitContext context) {
        Spec one = comparison.protocol().spec(spec, repeat);
        Optional<GraphSource> graph = graph(comparison, one);
        long began = System.nanoTime();
        try (Fit fit = new FitPipeline(data(comparison), one, context).fit(graph)) {
            double seconds = (System.nanoTime() - began) * 1e-9;
            Solution solution = fit.solution();
            if (solution.stop() instanceof StopReason.Interrupted) return Optional.empty();
            Map<Measure, Double> values = new EnumMap<>(Measure.class);
            if (spec.loss() == Loss.SQUARED) values.put(Measure.RELATIVE_ERROR, fit.relativeError());
            fit.deviance()
                    .ifPresent(found -> found.explained()
                            .value()
                            .ifPresent(share -> values.put(Measure.DEVIANCE_EXPLAINED, share)));
            fit.errorFloor().value().ifPresent(floor -> values.put(Measure.RELATIVE_ERROR_FLOOR, floor));
            values.put(Measure.OBJECTIVE, solution.objective().total());
            values.put(Measure.SECONDS, seconds);
            values.put(Measure.ITERATIONS, (double) solution.trace().iterations());
            // a model that selects nothing keeps all features, also those whose row of W is zero
            RowSet kept = spec.model().isSparse()
                    ? solution.support()
                    : RowSet.all(comparison.X().rows());
            values.put(Measure.KEPT, (double) kept.count());
            values.values().removeIf(value -> !Double.isFinite(value));
            List<String> notes = new ArrayList<>(fit.notes());
            if (!solution.stop().converged())
                notes.add("not converged: " + solution.stop().sentence());
            return Optional.of(new TrialOutcome(
                    fit.groups().clustering(),
                    values,
                    solution.stop().code(),
                    solution.stop().converged(),
                    Optional.of(kept),
                    Trial.curve(solution.trace(), 0),
                    notes));
        }
    }
}
