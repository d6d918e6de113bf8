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
 * What every experiment is given: how often, with how many threads, and who counts the trials.
 *
 * @param repeats how many starts each mean is over; their seeds are 0, 1, …
 */
record ExperimentContext(int repeats, int threads, TrialProgress tally) {
    /** The factors. */
    Solution solve(Matrix X, Graph graph, Spec spec) {
        return solve(X, graph, spec, Optional.empty());
    }

    /** The same, until the objective is no higher than this. Half a solution is none: who is asked to stop says so. */
    Solution solve(Matrix X, Graph graph, Spec spec, Optional<Double> objective) {
        Solution found = Grapnel.solve(X, Optional.of(graph), spec, until(objective));
        if (!tally.isCancelled()) return found;
        found.close();
        throw new CancellationException("asked to stop");
    }

    /** Looks at no step but for the objective, and hands on the wish to stop. */
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

            /** A run that ends at a given objective would be taken for one that was cut off there. */
            @Override
            public CheckpointStore checkpoints() {
                return objective.isPresent() ? CheckpointStore.none() : tally.checkpoints();
            }
        };
    }
}
