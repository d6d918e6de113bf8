package org.grapnel.compare;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.evaluate.RelativeError;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Problem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.palm.Palm;

/**
 * A model fitted to k features drawn at random, others in every repeat, with the graph of all features: what the graph and any features
 * would say together. They may be fewer than the components.
 */
record RandomFeaturesFit(Spec spec, int keep) implements ClusteringMethod {
    RandomFeaturesFit {
        Preconditions.require(keep >= 1, "keep must be at least 1, got %d", keep);
        Preconditions.require(
                !spec.model().isSparse()
                        && !spec.model().isKMeans()
                        && spec.solver().method() != SolverKind.BEST_SUPPORT,
                "random rows go with nmf or gnmf by steps, not with %s by %s",
                spec.model().cliName(),
                spec.solver().method().cliName());
    }

    @Override
    public void check(ComparisonContext arena) {
        SubsetKMeans.checkKeep(arena, keep);
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
    public Optional<TrialOutcome> run(ComparisonContext arena, int repeat, FitListener watch) {
        RowSet drawn = RandomFeaturesKMeans.draw(arena, keep, repeat);
        Optional<Graph> graph = needsGraph() ? Optional.of(arena.graph().graph()) : Optional.empty();
        Spec asked = arena.protocol().spec(spec, repeat);
        Spec one = graph.map(asked::withLambdaFor).orElse(asked.withLambda(0));
        long began = System.nanoTime();
        try (ExecutionContext context = ExecutionContext.create(one.threads());
                Matrix X = arena.X().selectRows(drawn.toArray());
                Solution found = solve(context, X, graph, one, watch)) {
            if (found.stop() instanceof StopReason.Interrupted) return Optional.empty();
            Groups groups = Grapnel.groups(found, one);
            double seconds = (System.nanoTime() - began) * 1e-9;
            return Optional.of(outcome(arena, drawn, found, groups, seconds));
        }
    }

    private static Solution solve(
            ExecutionContext context, Matrix X, Optional<Graph> graph, Spec spec, FitListener watch) {
        Problem problem = spec.model()
                .problemOfAnyRank(
                        X,
                        spec.rank(),
                        Optional.empty(),
                        spec.graphTerm(),
                        spec.lambda(),
                        graph.map(g -> g.laplacian(spec.laplacian())));
        return Solver.solve(
                context,
                problem,
                spec.start().point(context, X, spec.rank()),
                Palm.create(spec.solver(), true),
                spec.stop().rule().or(Stop.when(watch::isCancelled)),
                watch);
    }

    /** Speaks of all features: what was not drawn costs ½‖xᵢ‖² each. */
    private static TrialOutcome outcome(
            ComparisonContext arena, RowSet drawn, Solution found, Groups groups, double seconds) {
        double all = 0;
        double dropped = 0;
        double[] squares = arena.X().rowSquares();
        for (int i = 0; i < squares.length; i++) {
            all += squares[i];
            if (!drawn.contains(i)) dropped += squares[i];
        }
        Map<Measure, Double> values = new EnumMap<>(Measure.class);
        values.put(
                Measure.RELATIVE_ERROR,
                Math.sqrt(Math.max(0, 2 * found.objective().loss() + dropped) / all));
        RelativeError.floor(arena.X(), drawn)
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
