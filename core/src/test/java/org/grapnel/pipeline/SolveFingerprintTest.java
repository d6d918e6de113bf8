package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.InMemoryCheckpoint;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A solve that is interrupted after any iteration and resumed ends with the bits of an uninterrupted one. */
class SolveFingerprintTest {
    private static final int ITERATIONS = 31;

    /** Records all steps, and cancels after a number of them. */
    private record RecordingListener(Checkpoint checkpoint, List<Step> seen, int most)
            implements FitListener, CancellationToken {
        static RecordingListener at(Checkpoint checkpoint) {
            return new RecordingListener(checkpoint, new ArrayList<>(), Integer.MAX_VALUE);
        }

        @Override
        public void onIteration(Step step) {
            seen.add(step);
        }

        @Override
        public boolean isCancelled() {
            return seen.size() > most;
        }

        FitContext context() {
            return new FitContext(this, this, key -> checkpoint);
        }
    }

    record SolveCase(String name, boolean sparse, int p, int n, Spec spec) {
        @Override
        public String toString() {
            return name;
        }

        Matrix X() {
            DenseMatrix X = DenseMatrix.zeros(p, n);
            X.map((i, j, x) -> {
                double u = CounterRandom.uniform(7, i, j);
                double marker = i < 12 && j % 4 == i % 4 ? 3 : 0;
                return sparse && u < 0.7 ? 0 : u + marker;
            });
            return sparse ? SparseMatrix.of(X) : X;
        }

        Solution solve(Matrix X, Optional<Graph> graph, int threads, RecordingListener listener) {
            return Grapnel.solve(X, graph, spec.withThreads(threads), listener.context());
        }
    }

    static Stream<SolveCase> cases() {
        List<SolveCase> cases = new ArrayList<>();
        for (SolverKind kind : SolverKind.values()) {
            boolean rows = kind == SolverKind.BEST_SUPPORT;
            for (Model model : rows
                    ? List.of(Model.NMF, Model.GNMF, Model.NMF_L20, Model.GNMF_L20)
                    : List.of(Model.NMF, Model.GNMF, Model.GNMF_L0, Model.GNMF_LC0, Model.NMF_L20, Model.GNMF_L20)) {
                for (boolean sparse : new boolean[] {false, true}) {
                    for (int p :
                            model == Model.GNMF_L20 || model == Model.NMF_L20 ? new int[] {40, 900} : new int[] {40}) {
                        Spec spec = Spec.paper(model, 4)
                                .withSolver(SolverSpec.of(kind))
                                .withGraphTerm(rows ? GraphTerm.INVARIANT : GraphTerm.TRACE)
                                .withStop(new StopSpec(0, ITERATIONS, Optional.empty()))
                                .withStart(Start.random(3));
                        if (model.usesGraph()) spec = spec.withLambda(0.3);
                        if (model.isSparse()) spec = spec.withKeep(10);
                        cases.add(new SolveCase(
                                kind.cliName() + " " + model.cliName() + (sparse ? " sparse " : " ") + p,
                                sparse,
                                p,
                                60,
                                spec));
                    }
                }
            }
        }
        for (boolean sparse : new boolean[] {false, true}) {
            Spec spec = Spec.forSolver(SolverKind.BEST_SUPPORT, Model.GNMF, 4)
                    .withGraphTerm(GraphTerm.JOINT)
                    .withAlpha(Spec.JOINT_ALPHA)
                    .withStop(new StopSpec(0, ITERATIONS, Optional.empty()))
                    .withStart(Start.random(3));
            cases.add(new SolveCase(sparse ? "joint sparse" : "joint", sparse, 40, 60, spec));
        }
        return cases.stream();
    }

    private static Optional<Graph> graph(SolveCase c, Matrix X) {
        return c.spec.usesGraph()
                ? Optional.of(Grapnel.graph(X, GraphSpec.standard(), 1).graph())
                : Optional.empty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void resumeAfterAnyIterationGivesTheSameBits(SolveCase c) {
        try (Matrix X = c.X()) {
            Optional<Graph> graph = graph(c, X);
            InMemoryCheckpoint all = InMemoryCheckpoint.empty();
            try (Solution whole = c.solve(X, graph, 1, RecordingListener.at(Checkpoint.none()));
                    Solution watched = c.solve(X, graph, 1, RecordingListener.at(all))) {
                sameBits(watched, whole);
                assertThat(all.states()).hasSize(whole.trace().iterations() - 1).hasSizeGreaterThan(ITERATIONS / 3);
                for (int i = 0; i < all.states().size(); i += i < 4 ? 1 : 5) {
                    RecordingListener listener = RecordingListener.at(
                            InMemoryCheckpoint.unfinished(all.states().get(i)));
                    try (Solution continued = c.solve(X, graph, 1 + i % 3, listener)) {
                        sameBits(continued, whole);
                        assertThat(listener.seen).hasSameSizeAs(whole.trace().steps());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aFinishedSolveIsNotRepeated(SolveCase c) {
        try (Matrix X = c.X()) {
            Optional<Graph> graph = graph(c, X);
            InMemoryCheckpoint all = InMemoryCheckpoint.empty();
            try (Solution whole = c.solve(X, graph, 1, RecordingListener.at(all))) {
                RecordingListener listener = RecordingListener.at(InMemoryCheckpoint.finished(all.solution()));
                try (Solution again = c.solve(X, graph, 1, listener)) {
                    sameBits(again, whole);
                    assertThat(again.trace()).isEqualTo(whole.trace());
                    assertThat(again.stop()).isEqualTo(whole.stop());
                    assertThat(listener.seen).isEqualTo(whole.trace().steps());
                }
            }
        }
    }

    @Test
    void aCancelledSolveResumesWhereItStopped() {
        SolveCase c = cases().filter(one -> one.name.equals("accpalm gnmf-l20 900"))
                .findFirst()
                .orElseThrow();
        try (Matrix X = c.X()) {
            Optional<Graph> graph = graph(c, X);
            InMemoryCheckpoint cut = InMemoryCheckpoint.empty();
            try (Solution whole = c.solve(X, graph, 1, RecordingListener.at(Checkpoint.none()));
                    Solution half = c.solve(X, graph, 1, new RecordingListener(cut, new ArrayList<>(), 8))) {
                assertThat(half.stop()).isInstanceOf(StopReason.Interrupted.class);
                assertThat(cut.solution()).as("half a solution is none").isEmpty();
                byte[] last = cut.states().get(cut.states().size() - 1);
                try (Solution continued =
                        c.solve(X, graph, 2, RecordingListener.at(InMemoryCheckpoint.unfinished(last)))) {
                    sameBits(continued, whole);
                }
            }
        }
    }

    @Test
    void differentSolvesHaveDifferentFingerprints() {
        SolveCase c = cases().filter(one -> one.name.equals("accpalm gnmf-l20 40"))
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
                            key(X, graph, c.spec.withSolver(SolverSpec.of(SolverKind.PALM))),
                            key(X, graph, c.spec.withStop(new StopSpec(0, 32, Optional.empty())))))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void textsAreThoseOfVersion01() {
        OptionalDouble norm = OptionalDouble.of(1.25);
        assertThat(SolveFingerprint.text(Model.GNMF_L20.formulation(6, 2, Optional.of(3), GraphTerm.TRACE, 0.5, norm)))
                .isEqualTo("Program[rank=2, terms=[LeastSquares[], GraphPenalty[lambda=0.5, norm=1.25]],"
                        + " onW=RowSparse[k=3], onH=NonNegative[]]");
        assertThat(SolveFingerprint.text(
                        Model.GNMF_L0.formulation(6, 2, Optional.of(3), GraphTerm.INVARIANT, 0.5, norm)))
                .isEqualTo("Program[rank=2, terms=[LeastSquares[], InvariantPenalty[lambda=0.5, norm=1.25]],"
                        + " onW=EntrySparse[count=6], onH=NonNegative[]]");
        assertThat(SolveFingerprint.text(Model.NMF_LC0.formulation(6, 2, Optional.of(3), GraphTerm.TRACE, 0.5, norm)))
                .isEqualTo("Program[rank=2, terms=[LeastSquares[]], onW=ColumnSparse[k=3], onH=NonNegative[]]");
        assertThat(SolveFingerprint.text(SolverSpec.of(SolverKind.BEST_SUPPORT)))
                .isEqualTo("SolverSpec[method=BEST_SUPPORT, beta=0.5, momentum=1.1, betaMax=0.9999, fixedBeta=false,"
                        + " stepFactor=1.0, projectStart=false, byTheory=false]");
        assertThat(SolveFingerprint.text(SolverSpec.of(SolverKind.ACCPALM).withTheory()))
                .isEqualTo("SolverSpec[method=ACCPALM, beta=0.5, momentum=1.1, betaMax=0.9999, fixedBeta=false,"
                        + " stepFactor=1.01, projectStart=true, byTheory=true]");
        assertThat(SolveFingerprint.text(StopSpec.standard()))
                .isEqualTo("StopSpec[tolerance=0.001, maxIterations=2000, maxSeconds=Optional.empty]");
        assertThat(SolveFingerprint.text(new StopSpec(0, 31, Optional.of(2.5))))
                .isEqualTo("StopSpec[tolerance=0.0, maxIterations=31, maxSeconds=Optional[2.5]]");
    }

    private static String key(Matrix X, Optional<Graph> graph, Spec spec) {
        List<String> keys = new ArrayList<>();
        FitContext context = FitContext.none().withCheckpoints(key -> {
            keys.add(key.get());
            return Checkpoint.none();
        });
        Grapnel.solve(X, graph, spec, context).close();
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
        assertThat(one.trace().steps().stream().map(SolveFingerprintTest::timeless))
                .containsExactlyElementsOf(other.trace().steps().stream()
                        .map(SolveFingerprintTest::timeless)
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
}
