package org.grapnel.pipeline;

import java.util.Optional;
import org.grapnel.FitListener;
import org.grapnel.ForwardingListener;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Objective;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;
import org.grapnel.solve.Trace;
import org.grapnel.solve.start.Start;

/**
 * A fit on chosen features that speaks of all of them: rows of W that were not chosen are zero, and they cost ½‖xᵢ‖² each in
 * the objective, as in the models that choose by themselves.
 */
public final class SubsetSolver {
    private final Matrix X;
    private final RowSet chosen;
    private final Optional<Graph> graph;
    private final FitListener watch;
    private final double dropped;

    public SubsetSolver(Matrix X, RowSet chosen, Optional<Graph> graph, FitListener watch) {
        this.X = X;
        this.chosen = chosen;
        this.graph = graph;
        this.watch = watch;
        double[] squares = X.rowSquares();
        double sum = 0;
        for (int i = 0; i < squares.length; i++) if (!chosen.contains(i)) sum += squares[i];
        dropped = sum / 2;
    }

    public Solution solve(Spec spec) {
        int[] rows = chosen.toArray();
        Spec inner = spec.withoutSelection().withStart((context, some, r) -> {
            try (Start.StartPoint all = spec.start().point(context, X, r)) {
                return new Start.StartPoint(all.W().selectRows(rows), all.Ht().copy());
            }
        });
        try (Matrix some = X.selectRows(rows);
                Solution found = Grapnel.solveSubset(some, graph, inner, new FullObjectiveListener())) {
            DenseMatrix W = DenseMatrix.zeros(X.rows(), found.W().cols());
            for (int i = 0; i < rows.length; i++) W.copyRow(rows[i], found.W(), i);
            Trace trace = new Trace(
                    found.trace().steps().stream().map(this::shifted).toList(),
                    found.trace().feasibleFrom(),
                    found.trace().size() + dropped);
            return new Solution(
                    W, found.Ht().copy(), RowSet.of(X.rows(), rows), trace, found.stop(), found.certificate());
        }
    }

    private Step shifted(Step s) {
        Objective all =
                new Objective(s.objective().loss() + dropped, s.objective().graphTerm());
        return new Step(s.iteration(), s.seconds(), all, s.change(), s.beta(), s.accepted(), s.rowsComputed());
    }

    /** The watcher, who sees the objective of all features. */
    private final class FullObjectiveListener extends ForwardingListener {
        FullObjectiveListener() {
            super(watch);
        }

        @Override
        public void accept(Step step) {
            super.accept(shifted(step));
        }
    }
}
