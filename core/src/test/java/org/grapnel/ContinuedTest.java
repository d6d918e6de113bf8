package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Ledger;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.Checkpoint;
import org.grapnel.solve.Checkpoints;
import org.grapnel.solve.Method;
import org.grapnel.solve.Remembering;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Start;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.StopSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that is cut off after any of its iterations and continued ends with the bits of one that never was. */
class ContinuedTest {
    private static final int ITERATIONS = 31;

    /** Looks at all steps, and wants no more after so many. */
    private record Looking(Checkpoint checkpoint, List<Step> seen, int most) implements Watch {
        static Looking at(Checkpoint checkpoint) {
            return new Looking(checkpoint, new ArrayList<>(), Integer.MAX_VALUE);
        }

        @Override
        public void accept(Step step) {
            seen.add(step);
        }

        @Override
        public boolean enough() {
            return seen.size() > most;
        }

        @Override
        public Checkpoints checkpoints() {
            return key -> checkpoint;
        }
    }

    record Case(String name, boolean sparse, int p, int n, Spec spec) {
        @Override
        public String toString() {
            return name;
        }

        Matrix X() {
            DenseMatrix X = DenseMatrix.zeros(p, n);
            X.mapped((i, j, x) -> {
                double u = Randoms.uniform(7, i, j);
                double marker = i < 12 && j % 4 == i % 4 ? 3 : 0;
                return sparse && u < 0.7 ? 0 : u + marker;
            });
            return sparse ? SparseMatrix.of(X) : X;
        }

        Solution solve(Matrix X, Optional<Graph> graph, int threads, Watch watch) {
            return Grapnel.solve(X, graph, spec.withThreads(threads), watch);
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Method method : Method.values()) {
            boolean rows = method == Method.BEST_SUPPORT;
            for (Model model : rows
                    ? List.of(Model.NMF, Model.GNMF, Model.NMF_L20, Model.GNMF_L20)
                    : List.of(Model.NMF, Model.GNMF, Model.GNMF_L0, Model.GNMF_LC0, Model.NMF_L20, Model.GNMF_L20)) {
                for (boolean sparse : new boolean[] {false, true}) {
                    for (int p :
                            model == Model.GNMF_L20 || model == Model.NMF_L20 ? new int[] {40, 900} : new int[] {40}) {
                        Spec spec = Spec.of(model, 4)
                                .withSolver(SolverSpec.of(method))
                                .withGraphTerm(rows ? GraphTerm.INVARIANT : GraphTerm.TRACE)
                                .withStop(new StopSpec(0, ITERATIONS, Optional.empty()))
                                .withStart(Start.random(3));
                        if (model.usesGraph()) spec = spec.withLambda(0.3);
                        if (model.keeps()) spec = spec.withKeep(10);
                        cases.add(new Case(
                                method.word() + " " + model.word() + (sparse ? " sparse " : " ") + p,
                                sparse,
                                p,
                                60,
                                spec));
                    }
                }
            }
        }
        return cases.stream();
    }

    private static Optional<Graph> graph(Case c, Matrix X) {
        return c.spec.usesGraph()
                ? Optional.of(Grapnel.graph(X, GraphSpec.standard(), 1).graph())
                : Optional.empty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isContinuedToTheSameBitsAfterAnyIteration(Case c) {
        try (Matrix X = c.X()) {
            Optional<Graph> graph = graph(c, X);
            Remembering all = Remembering.anew();
            try (Solution whole = c.solve(X, graph, 1, Looking.at(Checkpoint.none()));
                    Solution watched = c.solve(X, graph, 1, Looking.at(all))) {
                sameBits(watched, whole);
                assertThat(all.states()).hasSize(whole.trace().iterations() - 1).hasSizeGreaterThan(ITERATIONS / 3);
                for (int i = 0; i < all.states().size(); i += i < 4 ? 1 : 5) {
                    Looking watch = Looking.at(Remembering.underWay(all.states().get(i)));
                    try (Solution continued = c.solve(X, graph, 1 + i % 3, watch)) {
                        sameBits(continued, whole);
                        assertThat(watch.seen).hasSameSizeAs(whole.trace().steps());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aSolveThatHadEndedIsNotMadeAgain(Case c) {
        try (Matrix X = c.X()) {
            Optional<Graph> graph = graph(c, X);
            Remembering all = Remembering.anew();
            try (Solution whole = c.solve(X, graph, 1, Looking.at(all))) {
                Looking watch = Looking.at(Remembering.ended(all.solution()));
                try (Solution again = c.solve(X, graph, 1, watch)) {
                    sameBits(again, whole);
                    assertThat(again.trace()).isEqualTo(whole.trace());
                    assertThat(again.stop()).isEqualTo(whole.stop());
                    assertThat(watch.seen).isEqualTo(whole.trace().steps());
                }
            }
        }
    }

    @Test
    void whoWasAskedToStopIsContinuedFromThere() {
        Case c = cases().filter(one -> one.name.equals("accpalm gnmf-l20 900"))
                .findFirst()
                .orElseThrow();
        try (Matrix X = c.X()) {
            Optional<Graph> graph = graph(c, X);
            Remembering cut = Remembering.anew();
            try (Solution whole = c.solve(X, graph, 1, Looking.at(Checkpoint.none()));
                    Solution half = c.solve(X, graph, 1, new Looking(cut, new ArrayList<>(), 8))) {
                assertThat(half.stop()).isInstanceOf(StopReason.Interrupted.class);
                assertThat(cut.solution()).as("half a solution is none").isEmpty();
                byte[] last = cut.states().get(cut.states().size() - 1);
                try (Solution continued = c.solve(X, graph, 2, Looking.at(Remembering.underWay(last)))) {
                    sameBits(continued, whole);
                }
            }
        }
    }

    @Test
    void everySolveHasAKeyOfItsOwn() {
        Case c = cases().filter(one -> one.name.equals("accpalm gnmf-l20 40"))
                .findFirst()
                .orElseThrow();
        try (Matrix X = c.X()) {
            Optional<Graph> graph = graph(c, X);
            String key = key(X, graph, c.spec);
            assertThat(key(X, graph, c.spec.withThreads(3)))
                    .as("threads change nothing")
                    .isEqualTo(key);
            Optional<Graph> other = Optional.of(
                    Grapnel.graph(X, GraphSpec.standard().withNeighbors(6), 1).graph());
            assertThat(List.of(
                            key,
                            key(X, other, c.spec),
                            key(X, graph, c.spec.withKeep(11)),
                            key(X, graph, c.spec.withLambda(0.31)),
                            key(X, graph, c.spec.withStart(Start.random(4))),
                            key(X, graph, c.spec.withSolver(SolverSpec.of(Method.PALM))),
                            key(X, graph, c.spec.withStop(new StopSpec(0, 32, Optional.empty())))))
                    .doesNotHaveDuplicates();
        }
    }

    private static String key(Matrix X, Optional<Graph> graph, Spec spec) {
        List<String> keys = new ArrayList<>();
        Watch watch = new Watch() {
            @Override
            public void accept(Step step) {}

            @Override
            public Checkpoints checkpoints() {
                return key -> {
                    keys.add(key.get());
                    return Checkpoint.none();
                };
            }
        };
        Grapnel.solve(X, graph, spec, watch).close();
        assertThat(keys).hasSize(1);
        return keys.get(0);
    }

    private static void sameBits(Solution one, Solution other) {
        assertThat(bits(one.W())).isEqualTo(bits(other.W()));
        assertThat(bits(one.Ht())).isEqualTo(bits(other.Ht()));
        assertThat(one.support()).isEqualTo(other.support());
        assertThat(one.certificate()).isEqualTo(other.certificate());
        assertThat(one.stop()).isEqualTo(other.stop());
        assertThat(one.trace().feasibleFrom()).isEqualTo(other.trace().feasibleFrom());
        assertThat(one.trace().steps().stream().map(ContinuedTest::timeless))
                .containsExactlyElementsOf(other.trace().steps().stream()
                        .map(ContinuedTest::timeless)
                        .toList());
    }

    private static Step timeless(Step s) {
        return new Step(s.iteration(), 0, s.objective(), s.change(), s.beta(), s.accepted(), s.rowsComputed());
    }

    private static long[] bits(DenseMatrix M) {
        return Arrays.stream(M.toArray())
                .flatMapToDouble(Arrays::stream)
                .mapToLong(Double::doubleToRawLongBits)
                .toArray();
    }

    @Test
    void whatGoesThroughALedgerComesBack() {
        RowSet rows = RowSet.of(9, 1, 2, 3, 7);
        DenseMatrix M = DenseMatrix.zeros(9, 4000);
        M.mapped((i, j, x) -> Randoms.uniform(1, i, j));
        byte[] bytes = Remembering.bytes(ledger -> {
            ledger.number(-0.0);
            ledger.number(Double.NaN);
            ledger.count(-5);
            ledger.flag(true);
            ledger.text("Zürich ≥ 1");
            ledger.set(rows);
            ledger.matrix(M, rows);
        });
        Ledger back = Ledger.from(new ByteArrayInputStream(bytes));
        assertThat(Double.doubleToRawLongBits(back.number(0))).isEqualTo(Double.doubleToRawLongBits(-0.0));
        assertThat(back.number(0)).isNaN();
        assertThat(back.count(0)).isEqualTo(-5);
        assertThat(back.flag(false)).isTrue();
        assertThat(back.text("")).isEqualTo("Zürich ≥ 1");
        RowSet there = RowSet.all(9);
        back.set(there);
        assertThat(there).isEqualTo(rows);
        DenseMatrix N = DenseMatrix.zeros(9, 4000);
        back.matrix(N, there);
        for (int i = 0; i < 9; i++)
            assertThat(N.toArray()[i]).isEqualTo(rows.contains(i) ? M.toArray()[i] : new double[4000]);
        M.close();
        N.close();
    }
}
