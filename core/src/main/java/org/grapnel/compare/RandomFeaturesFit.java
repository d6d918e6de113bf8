package org.grapnel.compare;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.evaluate.RelativeError;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Problem;
import org.grapnel.pipeline.GroupingStep;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.palm.Palm;

/**
 * A model fitted to random features, drawn anew in every repeat, with the graph of all features: what the graph and any features give
 * together. The features may be fewer than the components.
 */
record RandomFeaturesFit(Spec spec, int keep) implements ClusteringMethod {
    RandomFeaturesFit {
        Preconditions.require(keep >= 1, "keep must be at least 1, got %d", keep);
        Preconditions.require(
                !spec.model().isSparse()
                        && !spec.model().isKMeans()
                        && spec.solver().kind() != SolverKind.BEST_SUPPORT,
                "random rows go with nmf or gnmf by a PALM solver, not with %s by %s",
                spec.model().cliName(),
                spec.solver().kind().cliName());
    }

    @Override
    public void check(ComparisonContext comparison) {
        SubsetKMeans.checkKeep(comparison, keep);
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>(new ModelFit(spec).parameters());
        parameters.put("way", "random-rows");
        parameters.put("keep", keep);
        return parameters;
    }

    @Override
    public boolean needsGraph() {
        return spec.usesGraph();
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext comparison, int repeat, FitContext context) {
        RowSet drawn = RandomFeaturesKMeans.draw(comparison, keep, repeat);
        Optional<Graph> graph = needsGraph() ? Optional.of(comparison.graph().graph()) : Optional.empty();
        Spec asked = comparison.protocol().spec(spec, repeat);
        Spec one = graph.map(asked::withLambdaFor).orElse(asked.withLambda(0));
        long began = System.nanoTime();
        try (ExecutionContext execution = ExecutionContext.create(one.threads());
                Matrix X = comparison.X().selectRows(drawn.toArray());
                Solution found = solve(execution, X, graph, one, context)) {
            if (found.stop() instanceof StopReason.Interrupted) return Optional.empty();
            Groups groups = GroupingStep.group(found, one);
            double seconds = (System.nanoTime() - began) * 1e-9;
            return Optional.of(outcome(comparison, drawn, found, groups, seconds));
        }
    }

    private static Solution solve(
            ExecutionContext execution, Matrix X, Optional<Graph> graph, Spec spec, FitContext context) {
        Problem problem = spec.model()
                .problemOfAnyRank(
                        X,
                        spec.rank(),
                        Optional.empty(),
                        spec.graphTerm(),
                        spec.lambda(),
                        graph.map(g -> g.laplacian(spec.laplacian())));
        return Solver.solve(
                execution,
                problem,
                spec.start().point(execution, X, spec.rank()),
                Palm.create(spec.solver(), true),
                spec.stop().rule().or(Stop.when(context::isCancelled)),
                context.listener()::onIteration);
    }

    /** Describes all features: each one that was not drawn costs ½‖xᵢ‖². */
    private static TrialOutcome outcome(
            ComparisonContext comparison, RowSet drawn, Solution found, Groups groups, double seconds) {
        double all = 0;
        double dropped = 0;
        double[] squares = comparison.X().rowSquares();
        for (int i = 0; i < squares.length; i++) {
            all += squares[i];
            if (!drawn.contains(i)) dropped += squares[i];
        }
        Map<Measure, Double> values = new EnumMap<>(Measure.class);
        values.put(
                Measure.RELATIVE_ERROR,
                Math.sqrt(Math.max(0, 2 * found.objective().loss() + dropped) / all));
        RelativeError.floor(comparison.X(), drawn)
                .value()
                .ifPresent(floor -> values.put(Measure.RELATIVE_ERROR_FLOOR, floor));
        values.put(Measure.OBJECTIVE, found.objective().total() + dropped / 2);
        values.put(Measure.SECONDS, seconds);
        values.put(Measure.ITERATIONS, (double) found.trace().iterations());
        values.put(Measure.KEPT, (double) drawn.count());
        values.values().removeIf(value -> !Double.isFinite(value));
        return new TrialOutcome(
                groups.clustering(),
                values,
                found.stop().code(),
                found.stop().converged(),
                Optional.of(drawn),
                Trial.curve(found.trace(), dropped / 2),
                found.stop().converged()
                        ? List.of()
                        : List.of("not converged: " + found.stop().sentence()));
    }
}
