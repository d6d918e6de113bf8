package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.JointProblem;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.joint.JointFactorization;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws of fits whose weights differ by many orders of magnitude. */
class WeightContinuationTest {
    private static final int P = 24;
    private static final int N = 30;
    private static final int R = 3;
    private static final Spec NMF = Spec.recommended(Model.NMF, R).withThreads(1);
    private static final DenseMatrix X = data();

    /** Three components with noise. */
    private static DenseMatrix data() {
        DenseMatrix data = DenseMatrix.zeros(P, N);
        return data.map((i, j, x) -> {
            double sum = 0.05 * CounterRandom.uniform(1, i, j);
            for (int k = 0; k < R; k++) sum += CounterRandom.uniform(2, i, k) * CounterRandom.uniform(3, j, k);
            return sum;
        });
    }

    /** Weights of this size for a share of the entries. */
    private static EntryWeights huge(double share, double size) {
        return EntryWeights.ofDeficits(P, N, (i, row) -> {
            for (int j = 0; j < N; j++) row[j] = CounterRandom.uniform(4, i, j) < share ? 1 - size : 0;
        });
    }

    private static EntryWeights one(double size) {
        return EntryWeights.ofDeficits(P, N, (i, row) -> {
            for (int j = 0; j < N; j++) row[j] = i == 7 && j == 11 ? 1 - size : 0;
        });
    }

    /** 10^u with u between −range and range. */
    private static EntryWeights spread(double range, double factor) {
        return EntryWeights.ofDeficits(P, N, (i, row) -> {
            for (int j = 0; j < N; j++)
                row[j] = 1 - factor * Math.pow(10, range * (2 * CounterRandom.uniform(5, i, j) - 1));
        });
    }

    private static Solution solve(Matrix data, EntryWeights weights, Spec spec) {
        return FactorSolver.onAll(data, Optional.empty(), FitContext.none())
                .withWeights(weights)
                .solve(spec);
    }

    /** The loss after many coordinate steps from a start, without a continuation. */
    private static double tight(EntryWeights weights, Start start) {
        try (Solution found = coordinates(Optional.of(weights), start, Stop.after(20_000))) {
            return found.objective().loss();
        }
    }

    private static Solution coordinates(Optional<EntryWeights> weights, Start start, Stop stop) {
        JointProblem problem = JointProblem.withoutGraph(X, weights, R);
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return JointFactorization.standard()
                    .solve(context, problem, start.point(context, X, R), stop, step -> {}, Checkpoint.none());
        }
    }

    /** F rises with a weight, so its minimum is at least the one for a smaller weight, which any run finds. */
    @ParameterizedTest
    @ValueSource(doubles = {1e3, 1e4, 1e6, 1e9})
    void oneHugeWeightDoesNotHoldTheFitBack(double size) {
        double least = tight(one(50), NMF.start());
        for (Matrix data : new Matrix[] {X, SparseMatrix.of(X)})
            try (Solution found = solve(data, one(size), NMF)) {
                assertThat(found.stop().converged()).isTrue();
                assertThat(found.objective().loss()).isBetween(0.999 * least, 1.01 * least);
                assertThat(found.trace().monotone()).isTrue();
            }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 2, 3, 4})
    void spreadWeightsEndAtAMinimum(double range) {
        assertNoTightRunIsMuchBetter(spread(range, 1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e4, 1e6, 1e9})
    void manyHugeWeightsEndAtAMinimum(double size) {
        EntryWeights weights = huge(0.05, size);
        assertNoTightRunIsMuchBetter(weights);
        // coordinate steps alone hardly move
        try (Solution found = solve(X, weights, NMF)) {
            assertThat(found.objective().loss()).isLessThan(tight(weights, NMF.start()));
        }
    }

    private static void assertNoTightRunIsMuchBetter(EntryWeights weights) {
        try (Solution found = solve(X, weights, NMF)) {
            double reached = found.objective().loss();
            Start there = Start.given(found.W(), found.Ht().transpose());
            assertThat(reached).isLessThan(1.01 * tight(weights, there));
            assertThat(reached).isLessThan(1.01 * tight(weights, NMF.start()));
            assertThat(found.trace().monotone()).isTrue();
        }
    }

    @Test
    void theRecommendedMethodDoesNotStopEarlyEither() {
        Graph graph = ring();
        for (EntryWeights weights : new EntryWeights[] {one(1e4), one(1e6), one(1e9), spread(2, 1), huge(0.05, 1e6)}) {
            Spec spec =
                    Spec.recommended(Model.GNMF, R).withStart(Start.random(0)).withThreads(1);
            FactorSolver solver =
                    FactorSolver.onAll(X, Optional.of(graph), FitContext.none()).withWeights(weights);
            for (double alpha : new double[] {1e-4, 10})
                try (Solution found = solver.solve(spec.withAlpha(alpha));
                        Solution tight = solver.solve(
                                spec.withAlpha(alpha).withStop(new StopSpec(0, 20_000, Optional.empty())))) {
                    assertThat(found.objective().total())
                            .isLessThan(1.01 * tight.objective().total());
                }
        }
    }

    private static Graph ring() {
        double[][] A = new double[N][N];
        for (int j = 0; j < N; j++) A[j][(j + 1) % N] = A[(j + 1) % N][j] = 1;
        return Graph.of(SparseMatrix.of(DenseMatrix.of(A)), "ring");
    }

    @Test
    void threadsGiveTheSameBits() {
        for (EntryWeights weights : new EntryWeights[] {huge(0.05, 1e6), spread(3, 1)})
            try (Solution a = solve(X, weights, NMF);
                    Solution b = solve(X, weights, NMF.withThreads(3))) {
                assertThat(SolverProblems.bits(b.W())).isEqualTo(SolverProblems.bits(a.W()));
                assertThat(SolverProblems.bits(b.Ht())).isEqualTo(SolverProblems.bits(a.Ht()));
            }
    }

    @Test
    void fourTimesAllWeightsIsFourTimesTheObjective() {
        Spec few = NMF.withStop(new StopSpec(1e-3, 20, Optional.empty()));
        try (Solution a = solve(X, spread(3, 1), few);
                Solution b = solve(X, spread(3, 4), few)) {
            assertThat(b.trace().steps()).hasSameSizeAs(a.trace().steps());
            for (int k = 0; k < a.trace().steps().size(); k++) {
                double F = a.trace().steps().get(k).objective().loss();
                assertThat(b.trace().steps().get(k).objective().loss()).isCloseTo(4 * F, within(1e-7 * F));
            }
        }
    }

    @Test
    void weightsOfOneGiveThePlainCoordinateSteps() {
        try (Solution plain = coordinates(Optional.empty(), NMF.start(), Stop.after(30));
                Solution ones =
                        solve(X, EntryWeights.ones(P, N), NMF.withStop(new StopSpec(0, 30, Optional.empty())))) {
            for (int k = 0; k <= 30; k++) {
                double F = plain.trace().steps().get(k).objective().loss();
                // F is the difference of terms of the size of ½‖X‖²
                assertThat(ones.trace().steps().get(k).objective().loss())
                        .isCloseTo(F, within(1e-12 * F + 1e-14 * plain.trace().size()));
            }
        }
    }

    @Test
    void gradientStepsThatStopOnShortStepsSaySo() {
        Spec palm = Spec.forSolver(SolverKind.ACCPALM, Model.NMF, R).withBaselines(false);
        assertThat(notes(palm, one(1e4)))
                .anyMatch(note ->
                        note.matches("the largest weight is 1\\.0e\\+04 times the median, so steps of accpalm are"
                                + " short, .* \\(residuals .* of W, .* of H\\); lower --tol, or name no solver"));
        Spec sparse =
                Spec.forSolver(SolverKind.PALM, Model.NMF_L20, R).withKeep(9).withBaselines(false);
        assertThat(notes(sparse, one(1e4))).anyMatch(note -> note.endsWith("lower --tol"));
        assertThat(notes(palm, one(5))).noneMatch(note -> note.contains("largest weight"));
        assertThat(notes(NMF.withBaselines(false), one(1e4))).noneMatch(note -> note.contains("largest weight"));
    }

    private static List<String> notes(Spec spec, EntryWeights weights) {
        try (PreparedData data = Preparation.none().apply(Dataset.of(X.copy()).withWeights(weights));
                Fit fit = Grapnel.fit(data, spec)) {
            return fit.notes();
        }
    }

    @Test
    void medianAndCapAreThoseOfAllWeights() {
        DoubleUnaryOperator[] kinds = {
            u -> 1 - u, u -> u < 0.3 ? 1 : 0, u -> 1 - 10 * u, u -> u < 0.4 ? 0.5 : u < 0.8 ? -3 : 0
        };
        for (DoubleUnaryOperator deficit : kinds) {
            EntryWeights weights = EntryWeights.ofDeficits(P, N, (i, row) -> {
                for (int j = 0; j < N; j++) row[j] = deficit.applyAsDouble(CounterRandom.uniform(6, i, j));
            });
            double[] sorted = IntStream.range(0, P * N)
                    .mapToDouble(e -> weights.get(e / N, e % N))
                    .filter(c -> c > 0)
                    .sorted()
                    .toArray();
            assertThat(weights.median()).isEqualTo(sorted[(sorted.length - 1) / 2]);
            for (double most : new double[] {0.2, 2})
                for (int i = 0; i < P; i++)
                    for (int j = 0; j < N; j++)
                        assertThat(weights.cappedAt(most).get(i, j))
                                .isCloseTo(Math.min(most, weights.get(i, j)), within(1e-15));
        }
        assertThat(EntryWeights.ones(2, 2).median()).isEqualTo(1);
        assertThat(EntryWeights.ones(2, 2)
                        .times(EntryWeights.ofDeficits(2, 2, (i, row) -> {
                            row[0] = 1;
                            row[1] = 1;
                        }))
                        .median())
                .isEqualTo(1);
    }
}
