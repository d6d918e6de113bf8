package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.ColumnSparse;
import org.grapnel.model.Constraint;
import org.grapnel.model.EntrySparse;
import org.grapnel.model.Formulation;
import org.grapnel.model.InvariantPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;

/** Laws of PALM and its relatives with the loss ½Σ c(x − wh)². */
class PalmWeightsTest {
    private static final int P = 25;
    private static final int N = 80;

    private static List<Constraint> constraints() {
        return List.of(new NonNegative(), new RowSparse(7), new EntrySparse(40), new ColumnSparse(8));
    }

    private static EntryWeights weights(int p, int n, double share, boolean missingOnly) {
        double[][] d = new double[p][n];
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++)
                if (CounterRandom.uniform(7, i, j) < share)
                    d[i][j] = missingOnly ? 1 : 1 - 3 * CounterRandom.uniform(8, i, j);
        return EntryWeights.ofDeficits(SparseMatrix.of(DenseMatrix.of(d)));
    }

    @Test
    void allWeightsOneGiveThePlainObjectiveAtEveryIteration() {
        Graph graph = SolverProblems.graph(N, 2);
        DenseMatrix X = SolverProblems.data(P, N, 3);
        for (Matrix data : List.of(X, SparseMatrix.of(X)))
            for (Constraint onW : constraints())
                for (double lambda : new double[] {0, 0.5})
                    for (Extrapolation extrapolation : SolverProblems.extrapolations()) {
                        Problem plain = SolverProblems.problem(data, 4, onW, lambda, Optional.of(graph));
                        assertSame(plain, plain.withWeights(EntryWeights.ones(P, N)), extrapolation);
                    }
    }

    @Test
    void allWeightsOneGiveThePlainObjectiveWithTheInvariantTerm() {
        Graph graph = SolverProblems.graph(N, 2);
        var L = graph.laplacian();
        Problem plain = new Problem(
                SolverProblems.data(P, N, 3),
                Optional.of(L),
                new Formulation(
                        4,
                        List.of(new LeastSquares(), new InvariantPenalty(0.3, L.norm())),
                        new RowSparse(9),
                        new NonNegative()));
        assertSame(plain, plain.withWeights(EntryWeights.ones(P, N)), Extrapolation.accPalm(0.5, 1.1, 0.9999));
    }

    private static void assertSame(Problem plain, Problem forced, Extrapolation extrapolation) {
        try (Solution a = SolverProblems.solve(1, plain, 5, extrapolation, 25);
                Solution b = SolverProblems.solve(1, forced, 5, extrapolation, 25)) {
            for (int k = 0; k <= 25; k++) {
                double F = a.trace().steps().get(k).objective().total();
                assertThat(b.trace().steps().get(k).objective().total()).isCloseTo(F, within(1e-12 * F));
            }
        }
    }

    @Test
    void weightsThatAreAllAlikeScaleTheObjectiveAtEveryIteration() {
        DenseMatrix X = SolverProblems.data(P, N, 3);
        for (double c : new double[] {0.25, 4}) {
            EntryWeights C = EntryWeights.ofDeficits(P, N, (i, row) -> Arrays.fill(row, 1 - c));
            for (Constraint onW : constraints())
                for (Extrapolation extrapolation : SolverProblems.extrapolations()) {
                    Problem plain = SolverProblems.problem(X, 4, onW, 0, Optional.empty());
                    try (Solution a = SolverProblems.solve(1, plain, 5, extrapolation, 25);
                            Solution b = SolverProblems.solve(1, plain.withWeights(C), 5, extrapolation, 25)) {
                        for (int k = 0; k <= 25; k++) {
                            double F = c * a.trace().steps().get(k).objective().total();
                            assertThat(b.trace().steps().get(k).objective().total())
                                    .isCloseTo(F, within(1e-11 * F));
                        }
                    }
                }
        }
    }

    @Test
    void objectiveIsTheSumOverObservedEntriesAndPalmNeverRises() {
        DenseMatrix X = SolverProblems.data(P, N, 3);
        for (double share : new double[] {0.03, 0.3, 0.8})
            for (boolean missingOnly : new boolean[] {true, false})
                for (Constraint onW : constraints()) {
                    EntryWeights C = weights(P, N, share, missingOnly);
                    Problem problem = SolverProblems.problem(X, 4, onW, 0, Optional.empty())
                            .withWeights(C);
                    try (Solution found = SolverProblems.solve(1, problem, 5, Extrapolation.none(), 40)) {
                        double F = found.trace().last().objective().total();
                        assertThat(F).isCloseTo(loss(X, C, found), within(1e-11 * F));
                        List<Step> steps = found.trace().steps();
                        // the start need not satisfy the constraint
                        for (int k = 2; k < steps.size(); k++)
                            assertThat(steps.get(k).objective().total())
                                    .isLessThanOrEqualTo(
                                            steps.get(k - 1).objective().total() * (1 + 1e-13));
                    }
                }
    }

    @Test
    void listedWeightsOfOneGiveThePlainObjectiveAtEveryIteration() {
        int[] start = IntStream.rangeClosed(0, P).map(i -> i * N).toArray();
        int[] column = IntStream.range(0, P * N).map(e -> e % N).toArray();
        EntryWeights listed = EntryWeights.ofDeficits(SparseMatrix.ofRows(P, N, start, column, new double[P * N]));
        assertThat(listed.count()).isEqualTo((long) P * N);
        DenseMatrix X = SolverProblems.data(P, N, 3);
        for (Constraint onW : constraints())
            for (Extrapolation extrapolation : SolverProblems.extrapolations()) {
                Problem plain = SolverProblems.problem(X, 4, onW, 0, Optional.empty());
                assertSame(plain, plain.withWeights(listed), extrapolation);
            }
    }

    @Test
    void sparseDataWithHiddenEntriesGiveTheObjectivesOfDenseOnes() {
        DenseMatrix X = SolverProblems.data(P, N, 3).map((i, j, x) -> CounterRandom.uniform(9, i, j) < 0.6 ? 0 : x);
        for (double share : new double[] {0.03, 0.3})
            for (boolean missingOnly : new boolean[] {true, false})
                for (Constraint onW : constraints()) {
                    EntryWeights C = weights(P, N, share, missingOnly);
                    Start start = Start.given(SolverProblems.uniform(1, P, 4), SolverProblems.uniform(2, 4, N));
                    try (Solution a = solve(X, C, onW, start);
                            Solution b = solve(SparseMatrix.of(X), C, onW, start)) {
                        for (int k = 0; k <= 25; k++) {
                            double F = a.trace().steps().get(k).objective().total();
                            assertThat(b.trace().steps().get(k).objective().total())
                                    .isCloseTo(F, within(1e-11 * F));
                        }
                    }
                }
    }

    private static Solution solve(Matrix X, EntryWeights C, Constraint onW, Start start) {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return Solver.solve(
                    context,
                    SolverProblems.problem(X, 4, onW, 0, Optional.empty()).withWeights(C),
                    start.point(context, X, 4),
                    new Palm(Extrapolation.none()),
                    Stop.after(25),
                    step -> {});
        }
    }

    private static double loss(Matrix X, EntryWeights C, Solution at) {
        double sum = 0;
        for (int i = 0; i < X.rows(); i++)
            for (int j = 0; j < X.cols(); j++) {
                double miss = X.get(i, j);
                for (int k = 0; k < at.W().cols(); k++)
                    miss -= at.W().get(i, k) * at.Ht().get(j, k);
                sum += C.get(i, j) * miss * miss / 2;
            }
        return sum;
    }

    /** PALM by plain loops over all entries, from the same point: the objective of every iteration, and W and H in the end. */
    @Test
    void weightsGiveTheStepsOfPlainLoops() {
        int p = 6;
        int n = 9;
        int r = 2;
        DenseMatrix X = SolverProblems.data(p, n, 3);
        for (double share : new double[] {0.1, 0.5})
            for (boolean missingOnly : new boolean[] {true, false})
                for (int keep : new int[] {p, 3}) {
                    EntryWeights C = weights(p, n, share, missingOnly);
                    Problem problem = SolverProblems.problem(X, r, new RowSparse(keep), 0, Optional.empty())
                            .withWeights(C);
                    try (ExecutionContext context = ExecutionContext.create(1);
                            Start.StartPoint start = Start.random(5).point(context, X, r);
                            Solution found = SolverProblems.solve(1, problem, 5, Extrapolation.none(), 300)) {
                        double[][] W = start.W().toArray();
                        double[][] Ht = start.Ht().toArray();
                        for (int k = 1; k <= 300; k++) {
                            step(X, C, W, Ht, false);
                            keepLargestRows(W, keep);
                            step(X, C, Ht, W, true);
                            double F = loss(X, C, W, Ht);
                            assertThat(found.trace().steps().get(k).objective().total())
                                    .isCloseTo(F, within(1e-9 * F));
                        }
                        assertClose(found.W(), W);
                        assertClose(found.Ht(), Ht);
                    }
                }
    }

    private static void assertClose(DenseMatrix found, double[][] expected) {
        for (int i = 0; i < expected.length; i++)
            for (int k = 0; k < expected[i].length; k++)
                assertThat(found.get(i, k)).as("row %d, column %d", i, k).isCloseTo(expected[i][k], within(1e-9));
    }

    private static void keepLargestRows(double[][] Z, int keep) {
        double[] squares =
                Arrays.stream(Z).mapToDouble(z -> z[0] * z[0] + z[1] * z[1]).toArray();
        double least = Arrays.stream(squares)
                .sorted()
                .skip(Z.length - keep)
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < Z.length; i++) if (squares[i] < least) Arrays.fill(Z[i], 0);
    }

    /** Z ← [Z − ∇/c]₊ with c = ‖MᵀM‖₂ of a 2 × 2 matrix times the largest weight. */
    private static void step(Matrix X, EntryWeights C, double[][] Z, double[][] M, boolean ofSamples) {
        double a = 0;
        double b = 0;
        double d = 0;
        double largest = 0;
        for (int i = 0; i < X.rows(); i++) for (int j = 0; j < X.cols(); j++) largest = Math.max(largest, C.get(i, j));
        for (double[] m : M) {
            a += m[0] * m[0];
            b += m[0] * m[1];
            d += m[1] * m[1];
        }
        double c = largest * ((a + d) / 2 + Math.sqrt((a - d) * (a - d) / 4 + b * b));
        for (int i = 0; i < Z.length; i++) {
            double[] g = new double[2];
            for (int l = 0; l < M.length; l++) {
                double x = ofSamples ? X.get(l, i) : X.get(i, l);
                double weight = ofSamples ? C.get(l, i) : C.get(i, l);
                double miss = weight * (Z[i][0] * M[l][0] + Z[i][1] * M[l][1] - x);
                for (int k = 0; k < 2; k++) g[k] += miss * M[l][k];
            }
            for (int k = 0; k < 2; k++) Z[i][k] = Math.max(0, Z[i][k] - g[k] / c);
        }
    }

    /** Features that are not kept cost their weights once, also where F is computed from the residual itself. */
    @Test
    void objectiveOfANearlyExactFitHasTheWeightsOfDroppedFeatures() {
        DenseMatrix W = SolverProblems.uniform(1, P, 2);
        DenseMatrix H = SolverProblems.uniform(2, 2, N);
        DenseMatrix X = DenseMatrix.zeros(P, N);
        X.map((i, j, x) -> (i < 20 ? 1 : 1e-7) * (W.get(i, 0) * H.get(0, j) + W.get(i, 1) * H.get(1, j)));
        EntryWeights C = EntryWeights.ofDeficits(P, N, (i, row) -> Arrays.fill(row, i < 20 ? 0 : -2));
        Problem problem = SolverProblems.problem(X, 2, new RowSparse(20), 0, Optional.empty())
                .withWeights(C);
        for (int i = 20; i < P; i++) W.zeroRow(i);
        try (ExecutionContext context = ExecutionContext.create(1);
                Solution found = Solver.solve(
                        context,
                        problem,
                        Start.given(W, H).point(context, X, 2),
                        new Palm(Extrapolation.none()),
                        Stop.after(3),
                        step -> {})) {
            double F = found.trace().last().objective().total();
            assertThat(F).isCloseTo(loss(X, C, found), within(1e-9 * F));
        }
    }

    private static double loss(Matrix X, EntryWeights C, double[][] W, double[][] Ht) {
        double sum = 0;
        for (int i = 0; i < W.length; i++)
            for (int j = 0; j < Ht.length; j++) {
                double miss = X.get(i, j) - W[i][0] * Ht[j][0] - W[i][1] * Ht[j][1];
                sum += C.get(i, j) * miss * miss / 2;
            }
        return sum;
    }

    @Test
    void screeningValuesWithoutWeightAndThreadsChangeNothing() {
        int p = 400;
        DenseMatrix X = SolverProblems.data(p, N, 3);
        for (double share : new double[] {0.02, 0.3}) {
            EntryWeights C = weights(p, N, share, true);
            DenseMatrix other = X.copy().map((i, j, x) -> C.get(i, j) == 0 ? 1e9 : x);
            Start start = Start.given(SolverProblems.uniform(1, p, 4), SolverProblems.uniform(2, 4, N));
            try (Solution a = solve(X, C, start, 1, true);
                    Solution b = solve(other, C, start, 3, true);
                    Solution c = solve(X, C, start, 1, false)) {
                assertThat(SolverProblems.bits(b.W())).isEqualTo(SolverProblems.bits(a.W()));
                assertThat(SolverProblems.bits(b.Ht())).isEqualTo(SolverProblems.bits(a.Ht()));
                assertThat(c.support()).isEqualTo(a.support());
                double F = a.trace().last().objective().total();
                assertThat(c.trace().last().objective().total()).isCloseTo(F, within(1e-10 * F));
            }
        }
    }

    private static Solution solve(Matrix X, EntryWeights C, Start start, int threads, boolean screened) {
        Problem problem = SolverProblems.problem(X, 4, new RowSparse(20), 0, Optional.empty())
                .withWeights(C);
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            return Solver.solve(
                    context,
                    problem,
                    start.point(context, X, 4),
                    new Palm(Extrapolation.accPalm(0.5, 1.1, 0.9999)),
                    Stop.after(40),
                    step -> {},
                    Checkpoint.none(),
                    screened);
        }
    }

    /** A sample with weight 3 costs what three copies of it cost. */
    @Test
    void aWholeNumberAsWeightIsThatManyCopies() {
        DenseMatrix X = SolverProblems.data(P, 4, 3);
        double[][] d = new double[P][4];
        for (double[] row : d) row[2] = -2;
        EntryWeights C = EntryWeights.ofDeficits(SparseMatrix.of(DenseMatrix.of(d)));
        int[] copies = {0, 1, 2, 2, 2, 3};
        DenseMatrix W = SolverProblems.uniform(1, P, 2);
        DenseMatrix H = SolverProblems.uniform(2, 2, 4);
        Problem once = SolverProblems.problem(X, 2, new NonNegative(), 0, Optional.empty());
        Problem repeated = SolverProblems.problem(X.selectColumns(copies), 2, new NonNegative(), 0, Optional.empty());
        try (ExecutionContext context = ExecutionContext.create(1)) {
            double weighted = first(context, once.withWeights(C), Start.given(W, H));
            double copied = first(context, repeated, Start.given(W, H.selectColumns(copies)));
            assertThat(weighted).isCloseTo(copied, within(1e-12 * copied));
        }
    }

    private static double first(ExecutionContext context, Problem problem, Start start) {
        try (Solution found = Solver.solve(
                context,
                problem,
                start.point(context, problem.X(), 2),
                new Palm(Extrapolation.none()),
                Stop.after(1),
                step -> {})) {
            return found.trace().steps().get(0).objective().total();
        }
    }

    @Test
    void withoutAnyWeightTheObjectiveIsZero() {
        EntryWeights nothing = EntryWeights.ofDeficits(P, N, (i, row) -> Arrays.fill(row, 1));
        Problem problem = SolverProblems.problem(
                        SolverProblems.data(P, N, 3), 4, new NonNegative(), 0, Optional.empty())
                .withWeights(nothing);
        try (Solution found = SolverProblems.solve(1, problem, 5, Extrapolation.none(), 20)) {
            for (Step step : found.trace().steps())
                assertThat(step.objective().total()).isZero();
        }
    }
}
