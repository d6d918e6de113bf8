package org.grapnel.paper;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;

/**
 * The settings and the progress that all experiments share.
 *
 * @param repeats the number of starts for each mean, with seeds 0, 1, …
 */
record ExperimentContext(int repeats, int threads, TrialProgress tally) {
    /** Solves one problem. */
    Solution solve(Matrix X, Graph graph, Spec spec) {
        return solve(X, graph, spec, Optional.empty());
    }

    /** Solves one problem, or stops early at a given objective. Throws when the run is cancelled. */
    Solution solve(Matrix X, Graph graph, Spec spec, Optional<Double> objective) {
        Solution found = Grapnel.solve(X, Optional.of(graph), spec, until(objective));
        if (!tally.isCancelled()) return found;
        found.close();
        throw new CancellationException("interrupted");
    }

    /** Cancels the solver at the objective, or when the run is cancelled. */
    private FitListener until(Optional<Double> objective) {
        return new FitListener() {
            private boolean reached;

            @Override
            public void accept(Step step) {
                reached = objective.isPresent() && step.objective().total() <= objective.get();
            }

            @Override
            public boolean isCancelled() {
                return reached || tally.isCancelled();
            }

            /** No checkpoints for a run that stops at a given objective: it would count as interrupted there. */
            @Override
            public CheckpointStore checkpoints() {
                return objective.isPresent() ? CheckpointStore.none() : tally.checkpoints();
            }
        };
    }
}
