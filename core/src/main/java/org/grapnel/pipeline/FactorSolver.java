package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
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
import org.grapnel.model.CountBackground;
import org.grapnel.model.Formulation;
import org.grapnel.model.JointProblem;
import org.grapnel.model.KlProblem;
import org.grapnel.model.Loss;
import org.grapnel.model.Problem;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.joint.JointFactorization;
import org.grapnel.solve.kl.KlFactorization;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import org.grapnel.solve.support.BestSupport;

/**
 * Solves for the factors of a spec, on all features or on features that were selected before.
 *
 * <p>On selected features the result still describes all of them: the other rows of W are zero and cost ½‖xᵢ‖² each in the objective, or D(xᵢ‖bᵢ)
 * under the loss kl, as in the models that select by themselves.
 */
public final class FactorSolver {
    private final Matrix X;
    private final Optional<EntryWeights> weights;
    private final Optional<RowSet> selected;
    private final Optional<Graph> graph;
    private final FitContext context;

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
     * has no weights: where it would keep all features without a graph, the coordinate steps of the joint factorisation solve, otherwise it is refused.
     */
    public FactorSolver withWeights(EntryWeights entries) {
        return new FactorSolver(X, Optional.of(entries), selected, graph, context);
    }

    public Solution solve(Spec spec) {
        if (selected.isPresent())
            return solveSelected(selected.get().toArray(), droppedLoss(selected.get(), spec.loss()), spec);
        if (!spec.model().isKMeans()) spec.model().check(X, spec.rank(), spec.keep());
        return solve(X, weights, spec, context.listener());
    }

    /** What features that are not kept cost. */
    private double droppedLoss(RowSet kept, Loss loss) {
        if (loss == Loss.KL) return KlFit.droppedLoss(X, kept);
        double[] squares = weights.map(c -> c.rowSquares(X)).orElseGet(X::rowSquares);
        double sum = 0;
        for (int i = 0; i < squares.length; i++) if (!kept.contains(i)) sum += squares[i];
        return sum / 2;
    }

    private Solution solveSelected(int[] rows, double droppedLoss, Spec spec) {
        Spec inner = spec.withoutSelection().withStart((execution, some, r) -> {
            try (Start.StartPoint all = start(execution, X, weights, spec)) {
                return new Start.StartPoint(all.W().selectRows(rows), all.Ht().copy());
            }
        });
        try (Matrix some = X.selectRows(rows);
                Solution found =
                        solve(some, weights.map(c -> c.selectRows(rows)), inner, fullObjectiveListener(droppedLoss))) {
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
    private FitListener fullObjectiveListener(double droppedLoss) {
        return step -> context.listener().onIteration(step.plusLoss(droppedLoss));
    }

    private Solution solve(Matrix data, Optional<EntryWeights> entries, Spec spec, FitListener listener) {
        CancellationToken.throwIfInterrupted();
        KlFit.require(spec);
        KlFit.requireNoWeights(spec, entries.isPresent());
        if (entries.isPresent()) requireWeights(spec);
        ExtensionChecks.require(spec);
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            if (spec.model().isKMeans()) return KMeansFactorization.solve(execution, data, spec, listener::onIteration);
            if (spec.loss() == Loss.KL) return solveKl(execution, data, spec, listener);
            boolean weighted = entries.isPresent() && spec.solver().kind() == SolverKind.BEST_SUPPORT;
            if (spec.isJoint() || weighted) return solveJoint(execution, data, entries, spec, listener);
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

    /** Whether the model of a spec has a solver that knows weights; others need complete data. */
    public static boolean acceptsWeights(Spec spec) {
        if (spec.model().isKMeans()) return false;
        return spec.isJoint()
                || spec.solver().kind() != SolverKind.BEST_SUPPORT
                || (!spec.model().isSparse() && !spec.usesGraph());
    }

    /** Refuses models and solvers that know no weights. */
    static void requireWeights(Spec spec) {
        Preconditions.require(
                !spec.model().isKMeans(),
                "model %s has no weights and no missing entries; use a model of a factorisation, such as nmf",
                spec.model().cliName());
        Preconditions.require(
                acceptsWeights(spec),
                "model %s by best-support has no weights and no missing entries; use --solver accpalm%s",
                spec.model().cliName(),
                spec.usesGraph() ? ", or name no solver for the recommended method" : "");
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
        if (spec.isJoint()) JointChecks.require(spec);
        JointProblem problem = jointProblem(data, entries, spec);
        Start.StartPoint first = start(execution, data, entries, spec);
        Start.StartPoint start = entries.isEmpty()
                ? first
                : WeightContinuation.advance(
                        execution,
                        data,
                        entries.get(),
                        first,
                        capped -> jointProblem(data, Optional.of(capped), spec),
                        Stop.when(context::isCancelled));
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

    /** The problem of the joint factorisation: with the graph, or with weights alone. */
    private JointProblem jointProblem(Matrix data, Optional<EntryWeights> entries, Spec spec) {
        if (!spec.isJoint()) return JointProblem.withoutGraph(data, entries, spec.rank());
        Graph joined = graph.orElseThrow(() -> new IllegalArgumentException("the graph term joint needs a graph"));
        return JointProblem.of(data, entries, joined, spec.rank(), spec.weight().value());
    }

    private Solution solveKl(ExecutionContext execution, Matrix data, Spec spec, FitListener listener) {
        CountBackground all = CountBackground.of(X);
        CountBackground background =
                selected.map(kept -> all.selectRows(kept.toArray())).orElse(all);
        KlProblem problem = KlFit.problem(data, background, graph, spec);
        Start.StartPoint start = start(execution, data, Optional.empty(), spec);
        try {
            return solve(
                    () -> SolveFingerprint.compute(execution, problem, spec, start),
                    () -> KlFactorization.standard().start(execution, problem, start),
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
            return readSolution(checkpoint, start, spec, listener);
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
            return readSolution(checkpoint, start, spec, listener);
        boolean convexW = !spec.model().isSparse() && spec.extensions().onW().isEmpty();
        Palm palm = spec.extensions()
                .checkedRule()
                .map(rule -> new Palm(rule, spec.solver().stepFactor()))
                .orElseGet(() -> Palm.create(spec.solver(), convexW));
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
        OptionalDouble norm = L.map(l -> OptionalDouble.of(l.norm())).orElse(OptionalDouble.empty());
        Formulation model =
                spec.model().formulation(data.rows(), spec.rank(), spec.keep(), spec.graphTerm(), lambda, norm);
        Formulation formulation = spec.extensions().extend(model, norm);
        return new Problem(data, formulation.usesGraph() ? L : Optional.empty(), formulation, entries);
    }

    /** Reads the solution of a solve that an earlier run finished. */
    private static Solution readSolution(
            Checkpoint checkpoint, Start.StartPoint start, Spec spec, FitListener listener) {
        int parts = spec.extensions().valued().size();
        int p = start.W().rows();
        int n = start.Ht().rows();
        int r = start.W().cols();
        start.close();
        List<Solution> known = new ArrayList<>();
        checkpoint.read(stream -> known.add(Solution.read(stream, p, n, r, parts)));
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
