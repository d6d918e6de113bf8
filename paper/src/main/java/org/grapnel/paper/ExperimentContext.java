package org.grapnel.paper;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.solve.Solution;

/**
 * The settings and the progress that all experiments share.
 *
 * @param repeats the number of starts for each mean, with seeds 0, 1, …
 */
record ExperimentContext(int repeats, int threads, TrialProgress progress) {
    /** Solves one problem. */
    Solution solve(Matrix X, Graph graph, Spec spec) {
        return solve(X, graph, spec, Optional.empty());
    }

    /** Solves one problem, or stops early at a given objective. Throws when the run is cancelled. */
    Solution solve(Matrix X, Graph graph, Spec spec, Optional<Double> objective) {
        Solution solution = Grapnel.solve(X, Optional.of(graph), spec, context(objective));
        if (!progress.isCancelled()) return solution;
        solution.close();
        throw new CancellationException("interrupted");
    }

    /** Stops at the objective, if there is one. Such a solve has no checkpoints: its end would look like an interruption. */
    private FitContext context(Optional<Double> objective) {
        FitContext context = progress.context();
        if (objective.isEmpty()) return context;
        AtomicBoolean reached = new AtomicBoolean();
        return context.withListener(step -> reached.set(step.objective().total() <= objective.get()))
                .withCancellation(() -> reached.get() || progress.isCancelled())
                .withCheckpoints(CheckpointStore.none());
    }
}
