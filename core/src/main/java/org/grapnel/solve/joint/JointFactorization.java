package org.grapnel.solve.joint;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.graph.BreadthFirstOrder;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.FactorId;
import org.grapnel.model.JointConstants;
import org.grapnel.model.JointProblem;
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
import org.grapnel.solve.block.JointSampleBlock;
import org.grapnel.solve.block.LocalJointSampleBlock;
import org.grapnel.solve.start.Start;

/**
 * min ½‖X − WH‖² + (α/2)·(‖S − GᵀH‖² + b‖H − G‖²) over W, H, G ≥ 0, by exact coordinate steps; {@link JointProblem} has the terms. An iteration
 * updates W, then H, then G.
 *
 * <p><b>F never rises.</b> While the other two are fixed, F is a convex quadratic in each of the three factors, and splits into independent
 * problems with one r × r matrix for all of them:
 *
 * <pre>
 *   a row w of W:     ½w(HHᵀ)wᵀ − w·Hx
 *   a column h of H:  ½hᵀ(WᵀW + α(GGᵀ + bI))h − hᵀ(Wᵀx + α(Gs + bg))
 *   a column g of G:  (α/2)gᵀ(HHᵀ + bI)g − α·gᵀ(Hs + bh)
 * </pre>
 *
 * A coordinate step is the exact minimum of such a quadratic along one coordinate over [0, ∞), so it cannot raise F, and neither can a sequence
 * of them. Where a step is smaller than the rounding of F, the trace
 * repeats the F before.
 *
 * <p>The point starts from H alone: H is multiplied by the number that explains S best, G is a copy of H, and W is solved from H. This point is
 * iteration 0. The cost of an iteration is 2·nnz(X)·r + 2·nnz(S)·r + O(n·r²), without any n × n matrix.
 *
 * <p>The change of an iteration is √((F₅ − F)/F) with F₅ five iterations before; it is unknown in the first five. F falls by the square of the
 * distance to a minimum, so its root has the meaning of the relative change of other solvers: tolerance 10⁻³ stops where five iterations lower F
 * by less than a millionth.
 *
 * @param sweeps how many rounds of coordinate steps a factor gets in an iteration
 */
public record JointFactorization(int sweeps) {
    /** From this number of samples on, they are solved in an order in which neighbours share the cache. */
    private static final int MANY = 100_000;

    /** The largest copy of X that is made for it, in numbers. */
    private static final long MOST_COPIED = 1L << 27;

    public JointFactorization {
        Preconditions.require(sweeps >= 1, "sweeps must be at least 1, got %d", sweeps);
    }

    public static JointFactorization standard() {
        return new JointFactorization(2);
    }

    /** Solves the problem from the H of a starting point, which it closes or reuses, or continues a run that the checkpoint holds. */
    public Solution solve(
            ExecutionContext context,
            JointProblem problem,
            Start.StartPoint start,
            Stop stop,
            Consumer<? super Step> listener,
            Checkpoint checkpoint) {
        return Solver.solve(start(context, problem, start), stop, listener, checkpoint);
    }

    /**
     * Solves a problem whose samples are behind a block, on any machines, from the H of the block, or continues a run that the checkpoint holds.
     * In the end the block's H is the result; the caller closes the block.
     */
    public Solver.WSolution solve(
            ExecutionContext context,
            JointSampleBlock samples,
            JointConstants constants,
            Stop stop,
            Consumer<? super Step> listener,
            Checkpoint checkpoint) {
        return Solver.solve(start(context, samples, constants), stop, listener, checkpoint);
    }

    /** Starts a run from the H of a starting point, which it closes or reuses. */
    public Solver.LocalRun start(ExecutionContext context, JointProblem problem, Start.StartPoint start) {
        Matrix X = problem.X();
        long entries = X.isDense() ? (long) X.rows() * X.cols() : X.nonZeros();
        return problem.S().joined().count() > 0 && isReordered(entries / Math.max(1, X.cols()), X.cols())
                ? startInOrder(context, problem, start)
                : startAsGiven(context, problem, start);
    }

    /** Returns whether a run copies X to solve the samples in another order. */
    public static boolean isReordered(long features, long samples) {
        return samples > MANY && features * samples <= MOST_COPIED;
    }

    /** Solves the samples in the order of {@link BreadthFirstOrder}, and returns H in the given one. */
    Solver.LocalRun startInOrder(ExecutionContext context, JointProblem problem, Start.StartPoint start) {
        start.check(problem.X(), problem.rank());
        try (start) {
            int[] order = BreadthFirstOrder.of(problem.S().matrix());
            JointProblem ordered = problem.reorder(order);
            try {
                DenseMatrix Ht = start.Ht().selectRows(order);
                // W is solved for, so its copy only has the right shape
                Start.StartPoint there = new Start.StartPoint(start.W().copy(), Ht);
                int[] place = BreadthFirstOrder.inverse(order);
                return new ConvertedRun<>(
                        startAsGiven(context, ordered, there), found -> inOrder(found, place), ordered.X()::close);
            } catch (RuntimeException | Error e) {
                ordered.X().close();
                throw e;
            }
        }
    }

    /**
     * Returns a solution whose samples have their places again.
     *
     * @param place the place of each sample in the order of the run
     */
    private static Solution inOrder(Solution found, int[] place) {
        try (DenseMatrix there = found.Ht()) {
            return new Solution(
                    found.W(),
                    there.selectRows(place),
                    found.support(),
                    found.trace(),
                    found.stop(),
                    found.certificate());
        } catch (RuntimeException | Error e) {
            found.close();
            throw e;
        }
    }

    Solver.LocalRun startAsGiven(ExecutionContext context, JointProblem problem, Start.StartPoint start) {
        try {
            start.check(problem.X(), problem.rank());
            Preconditions.require(
                    start.Ht().nonZeros() > 0,
                    "H0 is zero, but the joint factorisation starts from H; give another H0");
            LocalJointSampleBlock samples = new LocalJointSampleBlock(context, problem, start.Ht());
            start.W().close(); // W is solved for
            try {
                return new ConvertedRun<>(
                        start(context, samples, problem.constants()),
                        end -> new Solution(
                                end.W(), samples.take(), end.support(), end.trace(), end.stop(), end.certificate()),
                        samples::close);
            } catch (RuntimeException | Error e) {
                samples.close();
                throw e;
            }
        } catch (RuntimeException | Error e) {
            start.close(); // closing twice is harmless
            throw e;
        }
    }

    private BlockRun start(ExecutionContext context, JointSampleBlock samples, JointConstants constants) {
        return new BlockRun(samples, new JointDescent(context, samples, constants, sweeps));
    }

    /** A run on samples behind a block, whose H stays there. The caller closes the block. */
    private record BlockRun(JointSampleBlock samples, JointDescent descent)
            implements Solver.PointRun<Solver.WSolution> {
        @Override
        public IterationState point() {
            return descent;
        }

        @Override
        public Algorithm.AlgorithmRun algorithm() {
            return descent;
        }

        @Override
        public Solver.WSolution finish(List<Step> steps, StopReason reason) {
            Certificate certificate = new Certificate(
                    descent.residual(FactorId.W),
                    descent.residual(FactorId.H),
                    Optional.empty(),
                    descent.hasGraph() ? Optional.of(samples.symmetryGap()) : Optional.empty());
            DenseMatrix W = descent.copyW();
            return new Solver.WSolution(
                    W,
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

    /**
     * A run whose end is converted to a solution on this machine.
     *
     * @param release frees what the run works on, after it was closed
     */
    private record ConvertedRun<T>(Solver.PointRun<T> run, Function<T, Solution> solution, Runnable release)
            implements Solver.LocalRun {
        @Override
        public IterationState point() {
            return run.point();
        }

        @Override
        public Algorithm.AlgorithmRun algorithm() {
            return run.algorithm();
        }

        @Override
        public Solution finish(List<Step> steps, StopReason reason) {
            return solution.apply(run.finish(steps, reason));
        }

        @Override
        public void close() {
            try {
                run.close();
            } finally {
                release.run();
            }
        }
    }
}
