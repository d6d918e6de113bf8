package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Ledger;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.GraphPenalty;
import org.grapnel.model.InvariantPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.Program;
import org.grapnel.model.Prox;
import org.grapnel.model.RowSparse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a run lays down is all that it needs to go on: the solver's own part of what {@code ContinuedTest} asks of whole fits. */
class LaidDownTest {
    private static final int ITERATIONS = 24;

    private interface Way {
        Solution solve(
                Compute on, Problem problem, Start.Point start, Stop stop, List<Step> seen, Checkpoint checkpoint);
    }

    record Case(String name, Way way, boolean invariant, Prox onW) {
        @Override
        public String toString() {
            return name;
        }

        Solution solve(Matrix X, Graph graph, int threads, Stop stop, List<Step> seen, Checkpoint checkpoint) {
            Laplacian L = graph.laplacian();
            Problem problem = new Problem(
                    X,
                    Optional.of(L),
                    new Program(
                            3,
                            List.of(
                                    new LeastSquares(),
                                    invariant ? new InvariantPenalty(0.3, L.norm()) : new GraphPenalty(0.3, L.norm())),
                            onW,
                            new NonNegative()));
            try (Compute on = Compute.of(threads)) {
                return way.solve(on, problem, Start.random(5).point(on, X, 3), stop, seen, checkpoint);
            }
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Extrapolation extrapolation : Cases.extrapolations()) {
            Way way = (on, problem, start, stop, seen, checkpoint) ->
                    Solver.solve(on, problem, start, new Palm(extrapolation), stop, seen::add, checkpoint);
            cases.add(new Case(extrapolation + " keeping rows", way, false, new RowSparse(8)));
            cases.add(new Case(extrapolation + " keeping all", way, false, new NonNegative()));
        }
        Way way = (on, problem, start, stop, seen, checkpoint) ->
                BestSupport.standard().solve(on, problem, start, stop, seen::add, checkpoint);
        cases.add(new Case("best support keeping rows", way, true, new RowSparse(8)));
        cases.add(new Case("best support keeping all", way, true, new NonNegative()));
        return cases.stream();
    }

    private static void assertSame(Solution one, Solution other) {
        assertThat(Cases.bits(one.W())).isDeepEqualTo(Cases.bits(other.W()));
        assertThat(Cases.bits(one.Ht())).isDeepEqualTo(Cases.bits(other.Ht()));
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
    void aRunGoesOnFromThereToTheSameBits(Case c) {
        Graph graph = Cases.graph(40, 2);
        Stop stop = Stop.after(ITERATIONS);
        try (Matrix X = Cases.data(500, 40, 2)) {
            Remembering all = Remembering.anew();
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
                            Remembering.underWay(all.states().get(i)))) {
                        assertSame(continued, whole);
                        assertThat(again).isEqualTo(continued.trace().steps());
                        assertThat(again.subList(0, i + 2)).as("what was known").isEqualTo(seen.subList(0, i + 2));
                        assertThat(again.get(i + 2).seconds())
                                .as("the clock goes on")
                                .isGreaterThan(seen.get(i + 1).seconds())
                                .isLessThan(seen.get(i + 1).seconds() + 600);
                    }
                }
            }
        }
    }

    @Test
    void aRunThatIsInterruptedLaysItsLastStateDown() {
        Case c = cases().findFirst().orElseThrow();
        Graph graph = Cases.graph(40, 2);
        try (Matrix X = Cases.data(60, 40, 2)) {
            Remembering cut = Remembering.anew();
            List<Step> seen = new ArrayList<>();
            Stop asked = Stop.when(() -> seen.size() > 5);
            c.solve(X, graph, 1, asked.or(Stop.after(ITERATIONS)), seen, cut).close();
            assertThat(seen).hasSize(6);
            assertThat(cut.states())
                    .as("four that it passed, and the one it left")
                    .hasSize(5);
            Remembering last = Remembering.underWay(cut.states().get(4));
            try (Solution continued = c.solve(X, graph, 1, Stop.after(9), new ArrayList<>(), last);
                    Solution whole = c.solve(X, graph, 1, Stop.after(9), new ArrayList<>(), Checkpoint.none())) {
                assertSame(continued, whole);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aSolutionComesBackAsItWas(Case c) {
        try (Matrix X = Cases.data(60, 20, 3);
                Solution whole =
                        c.solve(X, Cases.graph(20, 3), 1, Stop.after(6), new ArrayList<>(), Checkpoint.none());
                Solution read = Solution.read(back(Remembering.bytes(whole::write)), 60, 20, 3)) {
            assertSame(read, whole);
            assertThat(read.trace()).isEqualTo(whole.trace());
        }
    }

    @Test
    void aReasonToStopComesBackAsItWas() {
        for (StopReason reason : List.of(
                new StopReason.Converged("residual", 0.25, 0.5),
                new StopReason.Settled(0.125, 0.75),
                new StopReason.LabelsSettled(),
                new StopReason.RoundLimit(7),
                new StopReason.IterationLimit(8),
                new StopReason.TimeLimit(1.5),
                new StopReason.Interrupted(),
                new StopReason.Diverged(9)))
            assertThat(StopReason.through(
                            back(Remembering.bytes(ledger -> StopReason.through(ledger, reason))),
                            new StopReason.Interrupted()))
                    .isEqualTo(reason);
    }

    @Test
    void aReasonThatNobodyKnowsIsRefused() {
        byte[] bytes = Remembering.bytes(ledger -> {
            ledger.text("Bored");
            ledger.text("");
            ledger.number(0);
            ledger.number(0);
        });
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StopReason.through(back(bytes), new StopReason.Interrupted()))
                .withMessage("'Bored' is no reason to stop");
    }

    @Test
    void whereNothingIsLaidDownNothingIsRead() {
        Checkpoint none = Checkpoints.none().of(() -> "key");
        assertThat(none.found()).isEqualTo(Checkpoint.Found.NOTHING);
        assertThatIllegalStateException()
                .isThrownBy(() -> none.read(ledger -> {}))
                .withMessage("nothing was laid down");
    }

    private static Ledger back(byte[] bytes) {
        return Ledger.from(new ByteArrayInputStream(bytes));
    }
}
