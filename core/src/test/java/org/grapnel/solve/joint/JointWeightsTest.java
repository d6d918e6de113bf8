package org.grapnel.solve.joint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.InMemoryCheckpoint;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.JointProblem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws of the joint factorisation with the loss ½Σ c(x − wh)². */
class JointWeightsTest {
    /** Weights of some entries: missing, below 1 or above 1. */
    private static EntryWeights weights(int p, int n, double share, boolean missingOnly, long seed) {
        double[][] d = new double[p][n];
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++)
                if (CounterRandom.uniform(seed, i, j) < share)
                    d[i][j] = missingOnly ? 1 : 1 - 3 * CounterRandom.uniform(seed + 1, i, j);
        return EntryWeights.ofDeficits(SparseMatrix.of(DenseMatrix.of(d)));
    }

    private static JointProblem weighted(JointProblem plain, Graph graph, EntryWeights weights) {
        return JointProblem.of(plain.X(), Optional.of(weights), graph, plain.rank(), plain.weight());
    }

    @Test
    void allWeightsOneGiveThePlainObjectiveAtEveryIteration() {
        for (long seed = 1; seed <= 22; seed++) {
            JointProblem plain = JointProblems.random(seed);
            EntryWeights ones = EntryWeights.ones(plain.X().rows(), plain.X().cols());
            JointProblem forced = new JointProblem(
                    plain.X(),
                    plain.S(),
                    plain.rank(),
                    plain.weight(),
                    plain.alpha(),
                    plain.symmetry(),
                    Optional.of(ones));
            try (Solution a = JointProblems.solve(plain, Start.random(seed), 1, Stop.after(30));
                    Solution b = JointProblems.solve(forced, Start.random(seed), 1, Stop.after(30))) {
                assertSameObjectives(a, b, 1e-12);
                assertThat(b.certificate().residualW())
                        .isCloseTo(a.certificate().residualW(), within(1e-7));
                assertThat(b.certificate().residualH())
                        .isCloseTo(a.certificate().residualH(), within(1e-7));
            }
        }
    }

    @Test
    void listedWeightsOfOneGiveThePlainObjectiveAtEveryIteration() {
        for (long seed = 1; seed <= 22; seed++) {
            JointProblem plain = JointProblems.random(seed);
            int p = plain.X().rows();
            int n = plain.X().cols();
            int[] start = IntStream.rangeClosed(0, p).map(i -> i * n).toArray();
            int[] column = IntStream.range(0, p * n).map(e -> e % n).toArray();
            EntryWeights listed = EntryWeights.ofDeficits(SparseMatrix.ofRows(p, n, start, column, new double[p * n]));
            assertThat(listed.count()).isEqualTo((long) p * n);
            JointProblem forced = new JointProblem(
                    plain.X(),
                    plain.S(),
                    plain.rank(),
                    plain.weight(),
                    plain.alpha(),
                    plain.symmetry(),
                    Optional.of(listed));
            try (Solution a = JointProblems.solve(plain, Start.random(seed), 1, Stop.after(30));
                    Solution b = JointProblems.solve(forced, Start.random(seed), 1, Stop.after(30))) {
                assertSameObjectives(a, b, 1e-12);
            }
        }
    }

    /** All three factors by coordinate steps in plain loops over the entries. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void wholeSolutionIsThatOfPlainLoopsOverWeightedEntries(boolean missingOnly) {
        int p = 6;
        int n = 12;
        int r = 2;
        Graph graph = JointProblems.graph(n, 2, 2, 5);
        JointProblem plain = JointProblem.of(JointProblems.data(p, n, 2, 5), graph, r, 1);
        EntryWeights C = weights(p, n, 0.1, missingOnly, 4);
        assertThat(C.count()).isPositive();
        JointProblem problem = weighted(plain, graph, C);
        PlainJointSolver oracle = new PlainJointSolver(problem, C);
        oracle.solve(SolverProblems.uniform(2, r, n), 20_000);
        Start start = Start.given(SolverProblems.uniform(1, p, r), SolverProblems.uniform(2, r, n));
        try (Solution found = JointProblems.solve(problem, start, 1, Stop.after(20_000))) {
            double F = oracle.objective();
            assertThat(found.trace().last().objective().total()).isCloseTo(F, within(1e-9 * F));
            for (int i = 0; i < p; i++)
                for (int k = 0; k < r; k++) assertThat(found.W().get(i, k)).isCloseTo(oracle.W[i][k], within(1e-9));
            for (int j = 0; j < n; j++)
                for (int k = 0; k < r; k++) assertThat(found.Ht().get(j, k)).isCloseTo(oracle.H[j][k], within(1e-9));
        }
    }

    private static void assertSameObjectives(Solution a, Solution b, double share) {
        List<Step> ofA = a.trace().steps();
        for (int k = 0; k < ofA.size(); k++) {
            double F = ofA.get(k).objective().total();
            assertThat(b.trace().steps().get(k).objective().total())
                    .as("iteration %d", k)
                    .isCloseTo(F, within(share * F));
        }
    }

    /** One tenth, a third and most entries: both ways to Gram matrices, and lines that are nearly empty. */
    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.3, 0.7})
    void objectiveIsTheSumOverObservedEntriesAndNeverRises(double share) {
        for (boolean missingOnly : new boolean[] {true, false}) {
            int p = 30;
            int n = 70;
            Graph graph = JointProblems.graph(n, 3, 4, 5);
            JointProblem plain = JointProblem.of(JointProblems.data(p, n, 3, 5), graph, 5, 3);
            EntryWeights C = weights(p, n, share, missingOnly, 9);
            try (Solution found = JointProblems.solve(weighted(plain, graph, C), Start.random(3), 1, Stop.after(60))) {
                double loss = 0;
                for (int i = 0; i < p; i++)
                    for (int j = 0; j < n; j++) {
                        double miss = plain.X().get(i, j);
                        for (int k = 0; k < 5; k++)
                            miss -= found.W().get(i, k) * found.Ht().get(j, k);
                        loss += C.get(i, j) * miss * miss / 2;
                    }
                Step last = found.trace().last();
                assertThat(last.objective().loss()).isCloseTo(loss, within(1e-11 * loss));
                double before = Double.POSITIVE_INFINITY;
                for (Step step : found.trace().steps()) {
                    assertThat(step.objective().total()).isLessThanOrEqualTo(before);
                    before = step.objective().total();
                }
            }
        }
    }

    /** W of the starting point by a long projected gradient on the observed entries, the same H. */
    @Test
    void resultIsStationaryForPlainLoopsOverObservedEntries() {
        int p = 6;
        int n = 12;
        int r = 2;
        Graph graph = JointProblems.graph(n, 2, 2, 5);
        JointProblem plain = JointProblem.of(JointProblems.data(p, n, 2, 5), graph, r, 1);
        EntryWeights C = weights(p, n, 0.1, true, 4);
        JointProblem problem = weighted(plain, graph, C);
        try (Solution found = JointProblems.solve(problem, Start.random(3), 1, Stop.after(20_000))) {
            double[][] H = found.Ht().toArray();
            double here = 0;
            double best = 0;
            for (int i = 0; i < p; i++) {
                double[] w = {1, 1};
                for (int it = 0; it < 200_000; it++) {
                    double[] g = new double[r];
                    double size = 0;
                    for (int j = 0; j < n; j++) {
                        double miss = plain.X().get(i, j) - w[0] * H[j][0] - w[1] * H[j][1];
                        for (int k = 0; k < r; k++) g[k] -= C.get(i, j) * miss * H[j][k];
                        size += H[j][0] * H[j][0] + H[j][1] * H[j][1];
                    }
                    for (int k = 0; k < r; k++) w[k] = Math.max(0, w[k] - g[k] / size);
                }
                for (int j = 0; j < n; j++) {
                    double miss = plain.X().get(i, j) - w[0] * H[j][0] - w[1] * H[j][1];
                    best += C.get(i, j) * miss * miss / 2;
                    double mine = plain.X().get(i, j)
                            - found.W().get(i, 0) * H[j][0]
                            - found.W().get(i, 1) * H[j][1];
                    here += C.get(i, j) * mine * mine / 2;
                }
            }
            assertThat(here).isCloseTo(best, within(1e-9 * best));
            assertThat(found.certificate().residualW()).isLessThan(1e-7);
            assertThat(found.certificate().residualH()).isLessThan(1e-7);
        }
    }

    @Test
    void valuesWithoutWeightDoNotMatterAndThreadsGiveTheSameBits() {
        int p = 40;
        int n = 300;
        Graph graph = JointProblems.graph(n, 3, 4, 5);
        for (double share : new double[] {0.04, 0.4}) {
            EntryWeights C = weights(p, n, share, true, 9);
            DenseMatrix X = JointProblems.data(p, n, 3, 5);
            DenseMatrix other = X.copy().map((i, j, x) -> C.get(i, j) == 0 ? 1e6 * (1 + i) : x);
            Start start = Start.given(SolverProblems.uniform(1, p, 6), SolverProblems.uniform(2, 6, n));
            try (Solution a = solve(X, C, graph, start, 1);
                    Solution b = solve(other, C, graph, start, 3);
                    Solution c = solve(SparseMatrix.of(X), C, graph, start, 2)) {
                assertThat(SolverProblems.bits(b.W())).isEqualTo(SolverProblems.bits(a.W()));
                assertThat(SolverProblems.bits(b.Ht())).isEqualTo(SolverProblems.bits(a.Ht()));
                assertSameObjectives(a, c, 1e-12);
            }
        }
    }

    private static Solution solve(Matrix X, EntryWeights C, Graph graph, Start start, int threads) {
        return JointProblems.solve(JointProblem.of(X, Optional.of(C), graph, 6, 2), start, threads, Stop.after(15));
    }

    @Test
    void reorderedSamplesKeepTheirWeights() {
        int n = 60;
        Graph graph = JointProblems.graph(n, 3, 0, 5);
        EntryWeights C = weights(9, n, 0.2, false, 9);
        JointProblem problem = JointProblem.of(JointProblems.data(9, n, 3, 5), Optional.of(C), graph, 3, 2);
        try (ExecutionContext context = ExecutionContext.create(1)) {
            JointFactorization solver = JointFactorization.standard();
            Start start = Start.random(2);
            try (Solution a = Solver.solve(
                            solver.startAsGiven(context, problem, start.point(context, problem.X(), 3)),
                            Stop.after(10),
                            step -> {},
                            Checkpoint.none());
                    Solution b = Solver.solve(
                            solver.startInOrder(context, problem, start.point(context, problem.X(), 3)),
                            Stop.after(10),
                            step -> {},
                            Checkpoint.none())) {
                assertSameObjectives(a, b, 1e-11);
                assertThat(IntStream.range(0, n)
                                .mapToDouble(
                                        j -> Math.abs(a.Ht().get(j, 0) - b.Ht().get(j, 0))))
                        .allMatch(d -> d < 1e-9);
            }
        }
    }

    /** Products that an objective left for the next update belong to the factors before the resume. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void resumeGivesTheSameBits(boolean missingOnly) {
        int p = 30;
        int n = 70;
        EntryWeights C = weights(p, n, 0.2, missingOnly, 9);
        JointProblem problem =
                JointProblem.of(JointProblems.data(p, n, 3, 5), Optional.of(C), JointProblems.graph(n, 3, 4, 5), 4, 3);
        InMemoryCheckpoint all = InMemoryCheckpoint.empty();
        Start start = Start.random(5);
        try (Solution whole = JointProblems.solve(problem, start, 1, Stop.after(12), step -> {}, all)) {
            for (int i : new int[] {0, 4, 10}) {
                InMemoryCheckpoint at =
                        InMemoryCheckpoint.unfinished(all.states().get(i));
                try (Solution rest = JointProblems.solve(problem, start, 2, Stop.after(12), step -> {}, at)) {
                    assertThat(SolverProblems.bits(rest.W())).isEqualTo(SolverProblems.bits(whole.W()));
                    assertThat(SolverProblems.bits(rest.Ht())).isEqualTo(SolverProblems.bits(whole.Ht()));
                    assertThat(rest.objective()).isEqualTo(whole.objective());
                }
            }
        }
    }
}
