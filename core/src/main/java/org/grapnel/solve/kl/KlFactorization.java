package org.grapnel.solve.kl;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.FactorId;
import org.grapnel.model.KlProblem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Algorithm;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;
import org.grapnel.solve.block.IterationState;
import org.grapnel.solve.start.Start;

/**
 * min D(X‖WH) + (graph term) over W, H ≥ 0, as in {@link KlProblem}, by the coordinate steps of {@link LineSteps}. An iteration updates W, chooses the
 * features where they are limited, then updates H, and G of the joint term.
 *
 * <p><b>F never rises.</b> With H fixed, the rows of W are independent convex problems; with W fixed, so are the columns of H and the bounds of the
 * graph term ({@link SampleTerm}). No step raises the value of its problem. The features kept before are one of the choices, so the choice does not
 * raise F either.
 *
 * <p>An iteration costs O(sweeps·nnz(X)·r): zeros of X enter by sums of the factors. With the joint term, or where W₀ is zero, W is solved from H before
 * iteration 0. With a limit on the features, ten iterations on all of them come before iteration 0. Where some x &gt; 0 would start with (WH) = 0, entries
 * of the start below a thousandth of the mean are lifted to it, because the divergence would be infinite.
 *
 * <p>Without a graph term, the columns of W in the result sum to 1, so hₖⱼ is how many counts of sample j component k explains.
 *
 * <p>The change of an iteration is √((F₅ − F)/F) with F₅ five iterations before, as in the joint factorisation.
 *
 * @param sweeps how many rounds of coordinate steps a factor gets in an iteration
 */
public record KlFactorization(int sweeps) {
    public KlFactorization {
        Preconditions.require(sweeps >= 1, "sweeps must be at least 1, got %d", sweeps);
    }

    public static KlFactorization standard() {
        return new KlFactorization(1);
    }

    /** Solves the problem from a starting point, which it closes, or continues a run that the checkpoint holds. */
    public Solution solve(
            ExecutionContext context,
            KlProblem problem,
            Start.StartPoint start,
            Stop stop,
            Consumer<? super Step> listener,
            Checkpoint checkpoint) {
        return Solver.solve(start(context, problem, start), stop, listener, checkpoint);
    }

    /** Starts a run from a starting point, which it closes. */
    public Solver.LocalRun start(ExecutionContext context, KlProblem problem, Start.StartPoint start) {
        start.check(problem.X(), problem.rank());
        try (start) {
            Preconditions.require(
                    start.Ht().nonZeros() > 0, "H0 is zero, but the loss kl starts from H; give another H0");
            return new KlRun(new KlDescent(context, problem, start, sweeps));
        }
    }

    private record KlRun(KlDescent descent) implements Solver.LocalRun {
        @Override
        public IterationState point() {
            return descent;
        }

        @Override
        public Algorithm.AlgorithmRun algorithm() {
            return descent;
        }

        @Override
        public Solution finish(List<Step> steps, StopReason reason) {
            Certificate certificate = new Certificate(
                    descent.residual(FactorId.W),
                    descent.residual(FactorId.H),
                    Optional.empty(),
                    Optional.of(descent.symmetryGap()).filter(gap -> !gap.isNaN()));
            DenseMatrix W = descent.copyW();
            DenseMatrix Ht = descent.copyHt();
            descent.balance(W, Ht);
            return new Solution(
                    W,
                    Ht,
                    Solver.nonZeroRows(W),
                    new Trace(steps, 0, descent.size()),
                    reason.forFlatObjective(),
                    certificate);
        }

        @Override
        public void close() {
            descent.close();
        }
    }
}
