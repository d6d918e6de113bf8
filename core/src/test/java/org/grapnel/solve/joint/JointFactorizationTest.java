package org.grapnel.solve.joint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.InMemoryCheckpoint;
import org.grapnel.cluster.Argmax;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.laws.LawSize;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.model.JointProblem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;

class JointFactorizationTest {
    @Test
    void objectiveNeverRisesOnRandomProblems() {
        int problems = LawSize.cases(1000, 5000);
        for (long seed = 0; seed < problems; seed++) {
            JointProblem problem = JointProblems.random(seed);
            Start start = seed % 4 == 0
                    ? Start.ofGroups(JointProblems.groups(problem.X().cols(), 2), seed)
                    : Start.random(seed);
            try (Solution found = JointProblems.solve(problem, start, 1, Stop.after(30))) {
                List<Step> steps = found.trace().steps();
                for (int i = 1; i < steps.size(); i++)
                    assertThat(steps.get(i).objective().total())
                            .as("problem %d, iteration %d", seed, i)
                            .isLessThanOrEqualTo(steps.get(i - 1).objective().total());
                assertThat(found.trace().monotone()).isTrue();
                double loss = SolverProblems.loss(problem.X(), found.W(), found.Ht());
                double size = 1e-9 * loss + 1e-24 * steps.get(0).objective().total();
                assertThat(found.objective().loss()).as("problem %d", seed).isCloseTo(loss, within(size));
                for (double[] row : found.W().toArray())
                    for (double w : row) assertThat(w).isNotNegative();
                for (double[] row : found.Ht().toArray())
                    for (double h : row) assertThat(h).isNotNegative();
            } finally {
                problem.X().close();
            }
        }
    }

    /** At the end G is what H determines, so the graph term can be computed from H alone. */
    @Test
    void graphTermIsAsDefined() {
        for (long seed = 1; seed < 20; seed++) {
            JointProblem problem = JointProblems.random(7 * seed + 2);
            try (Solution found = JointProblems.solve(problem, Start.random(seed), 1, Stop.after(3000))) {
                double[][] H = found.Ht().toArray();
                double expected = problem.alpha() / 2 * JointProblems.misfit(problem, H, copyOf(problem, H));
                assertThat(found.objective().graphTerm()).isCloseTo(expected, within(1e-8 * expected));
            } finally {
                problem.X().close();
            }
        }
    }

    /** G = argmin ‖S − GᵀH‖² + b‖H − G‖². */
    private static double[][] copyOf(JointProblem problem, double[][] H) {
        int r = problem.rank();
        double[][] HHt = new double[r][r];
        for (int i : problem.S().joined().toArray())
            for (int j = 0; j < r; j++) for (int l = 0; l < r; l++) HHt[j][l] += H[i][j] * H[i][l];
        double[][] G = new double[H.length][r];
        try (DenseMatrix gram = DenseMatrix.of(HHt)) {
            NonNegativeLeastSquares solver = new NonNegativeLeastSquares(gram);
            for (int i : problem.S().joined().toArray()) {
                double[] b = new double[r];
                for (int j = 0; j < r; j++) b[j] = problem.symmetry() * H[i][j];
                problem.S().matrix().forEachInRow(i, (l, s) -> {
                    for (int j = 0; j < r; j++) b[j] += s * H[l][j];
                });
                solver.solve(problem.symmetry(), b, G[i]);
            }
        }
        return G;
    }

    private static JointProblem large(boolean sparse) {
        DenseMatrix X = JointProblems.data(40, 700, 4, 3);
        if (sparse) X.map((i, j, x) -> CounterRandom.uniform(9, i, j) < 0.6 ? 0 : x);
        return JointProblem.of(sparse ? SparseMatrix.of(X) : X, JointProblems.graph(700, 4, 5, 4), 7, 10);
    }

    @Test
    void bitsDoNotDependOnTheThreads() {
        for (boolean sparse : new boolean[] {false, true}) {
            JointProblem problem = large(sparse);
            Start start = Start.ofGroups(JointProblems.groups(700, 4), 1);
            try (Solution one = JointProblems.solve(problem, start, 1, Stop.after(12))) {
                for (int threads = 2; threads <= 3; threads++) {
                    try (Solution more = JointProblems.solve(problem, start, threads, Stop.after(12))) {
                        sameBits(more, one);
                    }
                }
            } finally {
                problem.X().close();
            }
        }
    }

    /** The order in which many samples are solved changes the rounding of sums, and nothing else. */
    @Test
    void samplesInTheOrderOfTheGraphGiveTheSameFactors() {
        for (boolean sparse : new boolean[] {false, true}) {
            JointProblem problem = large(sparse);
            Start start = Start.ofGroups(JointProblems.groups(700, 4), 1);
            JointFactorization joint = JointFactorization.standard();
            try (ExecutionContext context = ExecutionContext.create(2);
                    Solution given = Solver.solve(
                            joint.startAsGiven(context, problem, start.point(context, problem.X(), 7)),
                            Stop.after(12),
                            step -> {},
                            Checkpoint.none());
                    Solution ordered = Solver.solve(
                            joint.startInOrder(context, problem, start.point(context, problem.X(), 7)),
                            Stop.after(12),
                            step -> {},
                            Checkpoint.none())) {
                assertThat(ordered.objective().total())
                        .isCloseTo(given.objective().total(), withinPercentage(1e-9));
                for (int i = 0; i < 700; i++)
                    for (int j = 0; j < 7; j++)
                        assertThat(ordered.Ht().get(i, j)).isCloseTo(given.Ht().get(i, j), within(1e-9));
                for (int i = 0; i < 40; i++)
                    for (int j = 0; j < 7; j++)
                        assertThat(ordered.W().get(i, j)).isCloseTo(given.W().get(i, j), within(1e-7));
            } finally {
                problem.X().close();
            }
        }
    }

    private static void sameBits(Solution found, Solution expected) {
        assertThat(SolverProblems.bits(found.W())).isDeepEqualTo(SolverProblems.bits(expected.W()));
        assertThat(SolverProblems.bits(found.Ht())).isDeepEqualTo(SolverProblems.bits(expected.Ht()));
        assertThat(found.objective()).isEqualTo(expected.objective());
        assertThat(found.certificate()).isEqualTo(expected.certificate());
    }

    @Test
    void resumeAfterAnyIterationGivesTheSameBits() {
        for (boolean sparse : new boolean[] {false, true}) {
            JointProblem problem = large(sparse);
            Start start = Start.random(5);
            InMemoryCheckpoint all = InMemoryCheckpoint.empty();
            try (Solution whole = JointProblems.solve(problem, start, 1, Stop.after(12), s -> {}, all)) {
                assertThat(all.states()).hasSize(11);
                for (int i = 0; i < 11; i += 3) {
                    InMemoryCheckpoint at =
                            InMemoryCheckpoint.unfinished(all.states().get(i));
                    try (Solution continued = JointProblems.solve(problem, start, 2, Stop.after(12), s -> {}, at)) {
                        sameBits(continued, whole);
                        assertThat(continued.trace().steps()).hasSize(13);
                    }
                }
            } finally {
                problem.X().close();
            }
        }
    }

    @Test
    void powersOfTwoInTheDataChangeExponentsOnly() {
        Graph graph = JointProblems.graph(30, 3, 2, 1);
        Start start = Start.ofGroups(JointProblems.groups(30, 3), 1);
        try (DenseMatrix X = JointProblems.data(9, 30, 3, 1);
                Solution plain = JointProblems.solve(JointProblem.of(X, graph, 3, 10), start, 1, Stop.after(20))) {
            for (int m : new int[] {-390, -7, 1, 64, 390}) {
                double unit = Math.scalb(1.0, m);
                try (DenseMatrix scaled = X.copy().map((i, j, x) -> x * unit);
                        Solution found =
                                JointProblems.solve(JointProblem.of(scaled, graph, 3, 10), start, 1, Stop.after(20))) {
                    assertThat(SolverProblems.bits(found.Ht())).isDeepEqualTo(SolverProblems.bits(plain.Ht()));
                    found.W().map((i, j, w) -> w / unit);
                    assertThat(SolverProblems.bits(found.W())).isDeepEqualTo(SolverProblems.bits(plain.W()));
                    double F = plain.objective().total() * unit * unit;
                    assertThat(found.objective().total()).isEqualTo(F);
                }
            }
        }
    }

    @Test
    void itFindsTheGroupsFromAWrongStart() {
        Clustering truth = JointProblems.groups(120, 4);
        int[] wrong = truth.toArray();
        for (int i = 0; i < 120; i += 5) wrong[i] = (wrong[i] + 1) % 4;
        JointProblem problem =
                JointProblem.of(JointProblems.data(20, 120, 4, 1), JointProblems.graph(120, 4, 0, 2), 4, 10);
        Start start = Start.ofGroups(Clustering.ofLabels(4, wrong), 0);
        try (Solution found = JointProblems.solve(problem, start, 1, Stop.changeBelow(1e-3))) {
            assertThat(Argmax.cluster(found.Ht())).isEqualTo(truth);
            assertThat(found.stop()).isInstanceOf(StopReason.FlatObjective.class);
            assertThat(found.stop().converged()).isTrue();
            assertThat(found.stop().sentence()).startsWith("settled: five iterations lowered the objective");
            assertThat(found.certificate().symmetryGap().orElseThrow()).isBetween(0.0, 0.2);
        } finally {
            problem.X().close();
        }
    }

    @Test
    void residualsVanishAtTheEnd() {
        JointProblem problem =
                JointProblem.of(JointProblems.data(9, 40, 3, 1), JointProblems.graph(40, 3, 2, 1), 3, 10);
        Start start = Start.ofGroups(JointProblems.groups(40, 3), 0);
        try (Solution begin = JointProblems.solve(problem, start, 1, Stop.after(1));
                Solution end = JointProblems.solve(problem, start, 1, Stop.after(2000))) {
            assertThat(begin.certificate().residualH()).isGreaterThan(1e-4);
            assertThat(end.certificate().residualW()).isLessThan(1e-9);
            assertThat(end.certificate().residualH()).isLessThan(1e-9);
        } finally {
            problem.X().close();
        }
    }

    /** The graph term must not pull a sample without an edge to zero: it has the h of plain least squares. */
    @Test
    void isolatedSamplesHaveTheirDataTermOnly() {
        int n = 40;
        JointProblem problem = JointProblem.of(JointProblems.data(9, n, 3, 1), JointProblems.graph(n, 3, 4, 1), 3, 10);
        Start start = Start.ofGroups(JointProblems.groups(n, 3), 0);
        try (Solution found = JointProblems.solve(problem, start, 1, Stop.after(2000))) {
            assertThat(problem.S().isolated().toArray()).containsExactly(36, 37, 38, 39);
            double[][] W = found.W().toArray();
            double[][] WtW = new double[3][3];
            for (double[] w : W) for (int j = 0; j < 3; j++) for (int l = 0; l < 3; l++) WtW[j][l] += w[j] * w[l];
            try (DenseMatrix gram = DenseMatrix.of(WtW)) {
                for (int i = 36; i < n; i++) {
                    double[] b = new double[3];
                    for (int f = 0; f < W.length; f++)
                        for (int j = 0; j < 3; j++)
                            b[j] += W[f][j] * problem.X().get(f, i);
                    double[] h = new double[3];
                    new NonNegativeLeastSquares(gram).solve(0, b, h);
                    for (int j = 0; j < 3; j++) assertThat(found.Ht().get(i, j)).isCloseTo(h[j], within(1e-6));
                    assertThat(Argmax.cluster(found.Ht()).labelOf(i)).isEqualTo(i % 3);
                }
            }
        } finally {
            problem.X().close();
        }
    }

    @Test
    void permutedSamplesGivePermutedFactors() {
        int n = 24;
        int[] order = IntStream.range(0, n).map(i -> (7 * i + 3) % n).toArray();
        Graph graph = JointProblems.graph(n, 3, 2, 1);
        double[][] A = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) A[i][j] = graph.adjacency().get(order[i], order[j]);
        Graph permuted = Graph.of(SparseMatrix.of(DenseMatrix.of(A)), "permuted");
        int[] labels = IntStream.of(order).map(i -> i % 3).toArray();
        try (DenseMatrix X = JointProblems.data(9, n, 3, 1);
                DenseMatrix Y = X.selectColumns(order);
                Solution plain = JointProblems.solve(
                        JointProblem.of(X, graph, 3, 10),
                        Start.ofGroups(JointProblems.groups(n, 3), 0),
                        1,
                        Stop.after(20));
                Solution found = JointProblems.solve(
                        JointProblem.of(Y, permuted, 3, 10),
                        Start.ofGroups(Clustering.ofLabels(3, labels), 0),
                        1,
                        Stop.after(20))) {
            for (int i = 0; i < n; i++)
                for (int j = 0; j < 3; j++)
                    assertThat(found.Ht().get(i, j)).isCloseTo(plain.Ht().get(order[i], j), within(1e-9));
        }
    }

    @Test
    void refusalsSayWhatToDo() {
        Graph none = Graph.of(SparseMatrix.ofTriples(5, 5, new int[0], new int[0], new double[0]), "none");
        try (DenseMatrix X = JointProblems.data(4, 5, 2, 1)) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> JointProblem.of(X, none, 2, 10))
                    .withMessage(
                            "the graph of the 5 samples has no edges, so the graph term joint has nothing to explain;"
                                    + " raise the number of neighbours, or set alpha 0");
            Graph graph = JointProblems.graph(5, 2, 0, 1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JointProblem.of(X, graph, 2, 0))
                    .withMessage("alpha must be a number above 0 for the graph term joint, got 0.0");
            JointProblem problem = JointProblem.of(X, graph, 2, 10);
            Start zero = (context, data, r) -> new Start.StartPoint(
                    DenseMatrix.of(new double[][] {{1, 1}, {1, 1}, {1, 1}, {1, 1}}), DenseMatrix.zeros(5, r));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JointProblems.solve(problem, zero, 1, Stop.after(1)))
                    .withMessage("H0 is zero, but the joint factorisation starts from H; give another H0");
        }
    }

    @Test
    void zeroDataCostNothing() {
        try (DenseMatrix X = DenseMatrix.zeros(3, 6)) {
            JointProblem problem = JointProblem.of(X, JointProblems.graph(6, 2, 0, 1), 2, 10);
            try (Solution found =
                    JointProblems.solve(problem, Start.ofGroups(JointProblems.groups(6, 2), 0), 1, Stop.after(8))) {
                assertThat(found.objective().total()).isZero();
            }
        }
    }
}
