package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
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

    /** PALM by plain loops over all entries, from the same point. */
    @Test
    void hiddenEntriesGiveTheStepsOfPlainLoops() {
        int p = 6;
        int n = 9;
        int r = 2;
        DenseMatrix X = SolverProblems.data(p, n, 3);
        for (double share : new double[] {0.1, 0.5}) {
            EntryWeights C = weights(p, n, share, true);
            Problem problem = SolverProblems.problem(X, r, new NonNegative(), 0, Optional.empty())
                    .withWeights(C);
            try (ExecutionContext context = ExecutionContext.create(1);
                    Start.StartPoint start = Start.random(5).point(context, X, r);
                    Solution found = SolverProblems.solve(1, problem, 5, Extrapolation.none(), 300)) {
                double[][] W = start.W().toArray();
                double[][] Ht = start.Ht().toArray();
                for (int k = 1; k <= 300; k++) {
                    step(X, C, W, Ht, false);
                    step(X, C, Ht, W, true);
                    double F = loss(X, C, W, Ht);
                    assertThat(found.trace().steps().get(k).objective().total()).isCloseTo(F, within(1e-9 * F));
                }
            }
        }
    }

    /** Z ← [Z − ∇/c]₊ with c = ‖MᵀM‖₂ of a 2 × 2 matrix. */
    private static void step(Matrix X, EntryWeights C, double[][] Z, double[][] M, boolean ofSamples) {
        double a = 0;
        double b = 0;
        double d = 0;
        for (double[] m : M) {
            a += m[0] * m[0];
            b += m[0] * m[1];
            d += m[1] * m[1];
        }
        double c = (a + d) / 2 + Math.sqrt((a - d) * (a - d) / 4 + b * b);
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
}
