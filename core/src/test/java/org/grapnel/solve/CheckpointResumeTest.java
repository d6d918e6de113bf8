package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.checkpoint.InMemoryCheckpoint;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Constraint;
import org.grapnel.model.Formulation;
import org.grapnel.model.GraphPenalty;
import org.grapnel.model.InvariantPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import org.grapnel.solve.support.BestSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A checkpoint holds all that a solver needs to continue. */
class CheckpointResumeTest {
    private static final int ITERATIONS = 24;

    private interface SolverRun {
        Solution solve(
                ExecutionContext context,
                Problem problem,
                Start.StartPoint start,
                Stop stop,
                List<Step> seen,
                Checkpoint checkpoint);
    }

    record SolverRunCase(String name, SolverRun way, boolean invariant, Constraint onW) {
        @Override
        public String toString() {
            return name;
        }

        Solution solve(Matrix X, Graph graph, int threads, Stop stop, List<Step> seen, Checkpoint checkpoint) {
            Laplacian L = graph.laplacian();
            Problem problem = new Problem(
                    X,
                    Optional.of(L),
                    new Formulation(
                            3,
                            List.of(
                                    new LeastSquares(),
                                    invariant ? new InvariantPenalty(0.3, L.norm()) : new GraphPenalty(0.3, L.norm())),
                            onW,
                            new NonNegative()));
            try (ExecutionContext context = ExecutionContext.create(threads)) {
                return way.solve(context, problem, Start.random(5).point(context, X, 3), stop, seen, checkpoint);
            }
        }
    }

    static Stream<SolverRunCase> cases() {
        List<SolverRunCase> cases = new ArrayList<>();
        for (Extrapolation extrapolation : SolverProblems.extrapolations()) {
            SolverRun way = (context, problem, start, stop, seen, checkpoint) ->
                    Solver.solve(context, problem, start, new Palm(extrapolation), stop, seen::add, checkpoint);
            cases.add(new SolverRunCase(extrapolation + " keeping rows", way, false, new RowSparse(8)));
            cases.add(new SolverRunCase(extrapolation + " keeping all", way, false, new NonNegative()));
        }
        SolverRun way = (context, problem, start, stop, seen, checkpoint) ->
                BestSupport.standard().solve(context, problem, start, stop, seen::add, checkpoint);
        cases.add(new SolverRunCase("best support keeping rows", way, true, new RowSparse(8)));
        cases.add(new SolverRunCase("best support keeping all", way, true, new NonNegative()));
        return cases.stream();
    }

    private static void assertSame(Solution one, Solution other) {
        assertThat(SolverProblems.bits(one.W())).isDeepEqualTo(SolverProblems.bits(other.W()));
        assertThat(SolverProblems.bits(one.Ht())).isDeepEqualTo(SolverProblems.bits(other.Ht()));
        assertThat(one.support()).isEqualTo(other.support());
        assertThat(one.certificate()).isEqualTo(other.certificate());
        assertThat(one.stop()).isEqualTo(other.stop());
        assertThat(one.trace().feasibleFrom()).isEqualTo(other.trace().feasibleFrom());
        assertThat(one.trace().size()).isEqualTo(other.trace().size());
        assertThat(timeless(one.trace().steps()))
                .containsExactlyElementsOf(timeless(other.trace().steps()));
    }

    private static List<Step> timeless(List<Step> steps) {
        return steps.stream()
                .map(s ->
                        new Step(s.iteration(), 0, s.objective(), s.change(), s.beta(), s.accepted(), s.rowsComputed()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void resumeGivesTheSameBits(SolverRunCase c) {
        Graph graph = SolverProblems.graph(40, 2);
        Stop stop = Stop.after(ITERATIONS);
        try (Matrix X = SolverProblems.data(500, 40, 2)) {
            InMemoryCheckpoint all = InMemoryCheckpoint.empty();
            List<Step> seen = new ArrayList<>();
            try (Solution whole = c.solve(X, graph, 1, stop, seen, all)) {
                assertThat(seen).isEqualTo(whole.trace().steps());
                assertThat(all.states()).hasSize(ITERATIONS - 1);
                for (int i : new int[] {0, 1, 13, ITERATIONS - 2}) {
                    List<Step> again = new ArrayList<>();
                    try (Solution continued = c.solve(
                            X,
                            graph,
                            2,
                            stop,
                            again,
                            InMemoryCheckpoint.unfinished(all.states().get(i)))) {
                        assertSame(continued, whole);
                        assertThat(again).isEqualTo(continued.trace().steps());
                        assertThat(again.subList(0, i + 2))
                                .as("steps before the checkpoint")
                                .isEqualTo(seen.subList(0, i + 2));
                        assertThat(again.get(i + 2).seconds())
                                .as("time continues")
                                .isGreaterThan(seen.get(i + 1).seconds())
                                .isLessThan(seen.get(i + 1).seconds() + 600);
                    }
                }
            }
        }
    }

    @Test
    void interruptedRunSavesItsLastState() {
        SolverRunCase c = cases().findFirst().orElseThrow();
        Graph graph = SolverProblems.graph(40, 2);
        try (Matrix X = SolverProblems.data(60, 40, 2)) {
            InMemoryCheckpoint cut = InMemoryCheckpoint.empty();
            List<Step> seen = new ArrayList<>();
            Stop asked = Stop.when(() -> seen.size() > 5);
            c.solve(X, graph, 1, asked.or(Stop.after(ITERATIONS)), seen, cut).close();
            assertThat(seen).hasSize(6);
            assertThat(cut.states())
                    .as("four after iterations, one at the interrupt")
                    .hasSize(5);
            InMemoryCheckpoint last = InMemoryCheckpoint.unfinished(cut.states().get(4));
            try (Solution continued = c.solve(X, graph, 1, Stop.after(9), new ArrayList<>(), last);
                    Solution whole = c.solve(X, graph, 1, Stop.after(9), new ArrayList<>(), Checkpoint.none())) {
                assertSame(continued, whole);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void savedSolutionIsReadBack(SolverRunCase c) {
        try (Matrix X = SolverProblems.data(60, 20, 3);
                Solution whole = c.solve(
                        X, SolverProblems.graph(20, 3), 1, Stop.after(6), new ArrayList<>(), Checkpoint.none());
                Solution read = Solution.read(back(InMemoryCheckpoint.bytes(whole::write)), 60, 20, 3, 0)) {
            assertSame(read, whole);
            assertThat(read.trace()).isEqualTo(whole.trace());
        }
    }

    @Test
    void savedStopReasonIsReadBack() {
        for (StopReason reason : List.of(
                new StopReason.Converged(StopReason.Converged.RESIDUAL, 0.25, 0.5),
                new StopReason.SmallDecrease(0.125, 0.75),
                new StopReason.FlatObjective(0.125, 0.75),
                new StopReason.StableLabels(),
                new StopReason.RoundLimit(7),
                new StopReason.IterationLimit(8),
                new StopReason.TimeLimit(1.5),
                new StopReason.Interrupted(),
                new StopReason.Diverged(9)))
            assertThat(StopReason.transfer(
                            back(InMemoryCheckpoint.bytes(stream -> StopReason.transfer(stream, reason))),
                            new StopReason.Interrupted()))
                    .isEqualTo(reason);
    }

    @Test
    void unknownStopReasonIsRefused() {
        byte[] bytes = InMemoryCheckpoint.bytes(stream -> {
            stream.string("Bored");
            stream.string("");
            stream.doubleValue(0);
            stream.doubleValue(0);
        });
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StopReason.transfer(back(bytes), new StopReason.Interrupted()))
                .withMessage("'Bored' is no reason to stop");
    }

    @Test
    void emptyStoreHasNothingToRead() {
        Checkpoint none = CheckpointStore.none().open(() -> "key");
        assertThat(none.status()).isEqualTo(Checkpoint.CheckpointStatus.NONE);
        assertThatIllegalStateException()
                .isThrownBy(() -> none.read(stream -> {}))
                .withMessage("there is no checkpoint to read");
    }

    private static StateStream back(byte[] bytes) {
        return StateStream.readFrom(new ByteArrayInputStream(bytes));
    }
}
