package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.Spec;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.JointProblem;
import org.grapnel.model.Problem;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.joint.JointFactorization;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import org.grapnel.solve.support.BestSupport;

/**
 * Solves for the factors of a spec, on all features or on features that were selected before.
 *
 * <p>On selected features the result still describes all of them: the other rows of W are zero and cost ½‖xᵢ‖² each in the objective, as in
 * the models that select by themselves.
 */
public final class FactorSolver {
    private final Matrix X;
    private final Optional<EntryWeights> weights;
    private final Optional<RowSet> selected;
    private final Optional<Graph> graph;
    private final FitContext context;
    private final double droppedLoss;

    private FactorSolver(
            Matrix X,
            Optional<EntryWeights> weights,
            Optional<RowSet> selected,
            Optional<Graph> graph,
            FitContext context) {
        this.X = X;
        this.weights = weights;
        this.selected = selected;
        this.graph = graph;
        this.context = context;
        droppedLoss = selected.map(this::droppedLoss).orElse(0.0);
    }

    /** Returns a solver for all features. */
    public static FactorSolver onAll(Matrix X, Optional<Graph> graph, FitContext context) {
        return new FactorSolver(X, Optional.empty(), Optional.empty(), graph, context);
    }

    /** Returns a solver for selected features, which may be fewer than the components. */
    public static FactorSolver onSelected(Matrix X, RowSet selected, Optional<Graph> graph, FitContext context) {
        return new FactorSolver(X, Optional.empty(), Optional.of(selected), graph, context);
    }

    /**
     * Returns a solver of these features for the loss ½Σ cᵢⱼ(xᵢⱼ − wᵢhⱼ)². A missing entry has weight 0; what X has there does not count. Best-support
     * has no weights: where it would keep all features without a graph, accPALM solves, otherwise it is refused.
     */
    public FactorSolver withWeights(EntryWeights entries) {
        return new FactorSolver(X, Optional.of(entries), selected, graph, context);
    }

    public Solution solve(Spec spec) {
        if (selected.isPresent()) return solveSelected(selected.get().toArray(), spec);
        if (!spec.model().isKMeans()) spec.model().check(X, spec.rank(), spec.keep());
        return solve(X, weights, spec, context.listener());
    }

    private double droppedLoss(RowSet kept) {
        double[] squares = weights.map(c -> c.rowSquares(X)).orElseGet(X::rowSquares);
        double sum = 0;
        for (int i = 0; i < squares.length; i++) if (!kept.contains(i)) sum += squares[i];
        return sum / 2;
    }

    private Solution solveSelected(int[] rows, Spec spec) {
        Spec inner = spec.withoutSelection().withStart((execution, some, r) -> {
            try (Start.StartPoint all = start(execution, X, weights, spec)) {
                return new Start.StartPoint(all.W().selectRows(rows), all.Ht().copy());
            }
        });
        try (Matrix some = X.selectRows(rows);
                Solution found = solve(some, weights.map(c -> c.selectRows(rows)), inner, fullObjectiveListener())) {
            DenseMatrix W = DenseMatrix.zeros(X.rows(), found.W().cols());
            for (int i = 0; i < rows.length; i++) W.copyRow(rows[i], found.W(), i);
            return new Solution(
                    W,
                    found.Ht().copy(),
                    RowSet.of(X.rows(), rows),
                    found.trace().plusLoss(droppedLoss),
                    found.stop(),
                    found.certificate());
        }
    }

    /** Shows the objective of all features to the listener. */
    private FitListener fullObjectiveListener() {
        return step -> context.listener().onIteration(step.plusLoss(droppedLoss));
    }

    private Solution solve(Matrix data, Optional<EntryWeights> entries, Spec asked, FitListener listener) {
        CancellationToken.throwIfInterrupted();
        Spec spec = entries.isPresent() ? withWeightedSolver(asked) : asked;
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            if (spec.model().isKMeans()) return KMeansFactorization.solve(execution, data, spec, listener::onIteration);
            if (spec.isJoint()) return solveJoint(execution, data, entries, spec, listener);
            Problem problem = problem(data, entries, spec);
            if (spec.solver().kind() == SolverKind.BEST_SUPPORT) BestSupport.check(problem);
            Start.StartPoint start = start(execution, data, entries, spec);
            try {
                return solve(execution, problem, start, spec, listener);
            } catch (RuntimeException | Error e) {
                start.close(); // closing twice is harmless
                throw e;
            }
        }
    }

    /** Returns the spec with a solver that knows weights; refuses models and solvers that do not. */
    static Spec withWeightedSolver(Spec spec) {
        Preconditions.require(
                !spec.model().isKMeans(),
                "model %s has no weights and no missing entries; use a model of a factorisation, such as nmf",
                spec.model().cliName());
        if (spec.isJoint() || spec.solver().kind() != SolverKind.BEST_SUPPORT) return spec;
        Preconditions.require(
                !spec.model().isSparse() && !spec.usesGraph(),
                "best-support has no weights and no missing entries; use --solver accpalm, or name no solver for the recommended method");
        return spec.withSolver(SolverSpec.of(SolverKind.ACCPALM));
    }

    /** The starting point from the entries that count. */
    private static Start.StartPoint start(
            ExecutionContext execution, Matrix data, Optional<EntryWeights> entries, Spec spec) {
        if (entries.isEmpty()) return spec.start().point(execution, data, spec.rank());
        try (Matrix observed = entries.get().observed(data)) {
            return spec.start().point(execution, observed, spec.rank());
        }
    }

    private Solution solveJoint(
            ExecutionContext execution, Matrix data, Optional<EntryWeights> entries, Spec spec, FitListener listener) {
        JointChecks.require(spec);
        Graph joined = graph.orElseThrow(() -> new IllegalArgumentException("the graph term joint needs a graph"));
        JointProblem problem = JointProblem.of(
                data, entries, joined, spec.rank(), spec.weight().value());
        Start.StartPoint start = start(execution, data, entries, spec);
        try {
            return solve(
                    () -> SolveFingerprint.compute(execution, problem, spec, start),
                    () -> JointFactorization.standard().start(execution, problem, start),
                    start,
                    spec,
                    listener);
        } catch (RuntimeException | Error e) {
            start.close(); // closing twice is harmless
            throw e;
        }
    }

    /** Runs a solver that keeps its own point, or reads what an earlier run of this solve has saved. */
    private Solution solve(
            Supplier<String> fingerprint,
            Supplier<Solver.LocalRun> run,
            Start.StartPoint start,
            Spec spec,
            FitListener listener) {
        Checkpoint checkpoint = context.checkpoints().open(fingerprint);
        if (checkpoint.status() == Checkpoint.CheckpointStatus.FINISHED)
            return readSolution(checkpoint, start, listener);
        return finish(checkpoint, Solver.solve(run.get(), stop(spec), listener::onIteration, checkpoint));
    }

    private Stop stop(Spec spec) {
        return spec.stop().rule().or(Stop.when(context::isCancelled));
    }

    private Solution solve(
            ExecutionContext execution, Problem problem, Start.StartPoint start, Spec spec, FitListener listener) {
        if (spec.solver().kind() == SolverKind.BEST_SUPPORT)
            return solve(
                    () -> SolveFingerprint.compute(execution, problem, spec, start),
                    () -> BestSupport.standard().start(execution, problem, start),
                    start,
                    spec,
                    listener);
        if (spec.solver().projectStart()) start.projected(execution, problem);
        Checkpoint checkpoint =
                context.checkpoints().open(() -> SolveFingerprint.compute(execution, problem, spec, start));
        if (checkpoint.status() == Checkpoint.CheckpointStatus.FINISHED)
            return readSolution(checkpoint, start, listener);
        Palm palm = Palm.create(spec.solver(), !spec.model().isSparse());
        return finish(
                checkpoint,
                Solver.solve(execution, problem, start, palm, stop(spec), listener::onIteration, checkpoint));
    }

    /** Saves a solution that was not interrupted. */
    private static Solution finish(Checkpoint checkpoint, Solution found) {
        try {
            if (!(found.stop() instanceof StopReason.Interrupted))
                checkpoint.onFinish(found.trace().last().seconds(), found::write);
            return found;
        } catch (RuntimeException | Error e) {
            found.close();
            throw e;
        }
    }

    private Problem problem(Matrix data, Optional<EntryWeights> entries, Spec spec) {
        Optional<Graph> used = spec.usesGraph() ? graph : Optional.empty();
        double lambda = used.map(spec::withLambdaFor).orElse(spec).weight().value();
        Optional<Laplacian> L = used.map(g -> g.laplacian(spec.laplacian()));
        return spec.model().problemOfAnyRank(data, entries, spec.rank(), spec.keep(), spec.graphTerm(), lambda, L);
    }

    /** Reads the solution of a solve that an earlier run finished. */
    private static Solution readSolution(Checkpoint checkpoint, Start.StartPoint start, FitListener listener) {
        int p = start.W().rows();
        int n = start.Ht().rows();
        int r = start.W().cols();
        start.close();
        List<Solution> known = new ArrayList<>();
        checkpoint.read(stream -> known.add(Solution.read(stream, p, n, r)));
        Solution solution = known.get(0);
        try {
            solution.trace().steps().forEach(listener::onIteration);
            return solution;
        } catch (RuntimeException | Error e) {
            solution.close();
            throw e;
        }
    }
}
