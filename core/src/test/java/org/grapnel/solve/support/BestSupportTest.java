package org.grapnel.solve.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.graph.Graph;
import org.grapnel.laws.LawSize;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.EntrySparse;
import org.grapnel.model.Formulation;
import org.grapnel.model.GraphPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.block.CoordinateHUpdate;
import org.grapnel.solve.block.HUpdate;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BestSupportTest {

    static Solution solve(int threads, Problem problem, long seed, int iterations, boolean screened) {
        return solve(BestSupport.standard(), threads, problem, seed, Stop.after(iterations), screened);
    }

    private static Solution solve(
            BestSupport how, int threads, Problem problem, long seed, Stop stop, boolean screened) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            int n = problem.X().cols();
            HUpdate steps = new CoordinateHUpdate(
                    context, n, problem.formulation().rank(), BestSupport.lambda(problem), problem.laplacian());
            Start.StartPoint start = Start.random(seed)
                    .point(context, problem.X(), problem.formulation().rank());
            return how.solve(context, problem, start, stop, step -> {}, Checkpoint.none(), steps, screened);
        }
    }

    /** ½‖X − WH‖² + λ Σ ‖wⱼ‖²·½ Σ aₐᵦ(hⱼₐ − hⱼᵦ)², by loops. */
    private static double objective(Problem problem, double lambda, Optional<Graph> graph, Solution at) {
        double F = SolverProblems.loss(problem.X(), at.W(), at.Ht());
        for (int j = 0; lambda > 0 && j < problem.formulation().rank(); j++) {
            double squares = 0;
            for (int i = 0; i < at.W().rows(); i++)
                squares += at.W().get(i, j) * at.W().get(i, j);
            DenseMatrix h = DenseMatrix.zeros(at.Ht().rows(), 1);
            for (int i = 0; i < h.rows(); i++) h.set(i, 0, at.Ht().get(i, j));
            F += squares * SolverProblems.graphTerm(graph.orElseThrow(), lambda, h);
            h.close();
        }
        return F;
    }

    @Test
    void objectiveNeverRisesAndIsAsReportedOnRandomProblems() {
        int problems = LawSize.cases(60, 1000);
        int swaps = 0;
        for (long seed = 0; seed < problems; seed++) if (descends(seed) > 1e-9) swaps++;
        // forty iterations nearly always suffice to find the best features
        assertThat(swaps).isLessThan(Math.max(5, problems / 20));
    }

    /** Checks the descent; returns the certificate of the best exchange. */
    private static double descends(long seed) {
        SupportProblems.StressProblem s = SupportProblems.stress(seed);
        try (Solution found = solve(1, s.problem(), seed, 40, true)) {
            List<Step> steps = found.trace().steps();
            for (int i = found.trace().feasibleFrom() + 1; i < steps.size(); i++) {
                double before = steps.get(i - 1).objective().total();
                assertThat(steps.get(i).objective().total())
                        .as("problem %d, iteration %d", seed, i)
                        .isLessThanOrEqualTo(before);
            }
            double F = objective(s.problem(), s.lambda(), s.graph(), found);
            double start = steps.get(0).objective().total();
            assertThat(found.objective().total()).as("problem %d", seed).isCloseTo(F, within(1e-9 * F + 1e-20 * start));
            assertThat(found.support().count())
                    .isLessThanOrEqualTo(s.problem()
                            .formulation()
                            .onW()
                            .rowLimit(s.problem().X().rows()));
            for (double[] row : found.W().toArray())
                for (double w : row) assertThat(w).isNotNegative();
            for (double[] row : found.Ht().toArray())
                for (double h : row) assertThat(h).isNotNegative();
            return found.certificate().swap().orElseThrow();
        } finally {
            s.problem().X().close();
        }
    }

    /** For 25 and 7, 50 and 7, … p·(k/p) is more than k in doubles. */
    @Test
    void roundingNeverKeepsMoreThanKFeatures() {
        for (int p = 10; p <= 60; p++) {
            DenseMatrix X = SolverProblems.data(p, 12, p);
            for (int k = 1; k < p; k++) {
                if (!(p * ((double) k / p) > k)) continue;
                try (Solution found = solve(1, SupportProblems.problem(X, 2, k, 0, Optional.empty()), 1, 25, true)) {
                    assertThat(found.support().count()).as("%d of %d", k, p).isLessThanOrEqualTo(k);
                }
            }
            X.close();
        }
    }

    @Tag("slow")
    @Test
    void screeningChangesNoDecision() {
        for (long seed = 0; seed < LawSize.cases(60, 200); seed++) {
            SupportProblems.StressProblem s = SupportProblems.stress(seed);
            double half = 0;
            for (double row : s.problem().X().rowSquares()) half += row / 2;
            for (double beta : new double[] {0.7, 0}) {
                BestSupport how = new BestSupport(6, 3, beta);
                try (Solution all = solve(how, 1, s.problem(), seed, Stop.after(40), false);
                        Solution some = solve(how, 1, s.problem(), seed, Stop.after(40), true)) {
                    assertThat(some.support()).as("problem %d", seed).isEqualTo(all.support());
                    for (int i = 0; i <= 40; i++) {
                        double F = all.trace().steps().get(i).objective().total();
                        assertThat(some.trace().steps().get(i).objective().total())
                                .as("problem %d, iteration %d", seed, i)
                                .isCloseTo(F, within(1e-12 * half));
                    }
                    if (javaKernel()) { // OpenBLAS multiplies a row in another order when it stands in another group
                        assertThat(SolverProblems.bits(some.W())).isEqualTo(SolverProblems.bits(all.W()));
                        assertThat(SolverProblems.bits(some.Ht())).isEqualTo(SolverProblems.bits(all.Ht()));
                    }
                }
            }
            s.problem().X().close();
        }
    }

    private static boolean javaKernel() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return context.kernelName().equals("java");
        }
    }

    @Test
    void screeningSkipsMostFeatures() {
        DenseMatrix X = SolverProblems.data(2000, 80, 3);
        Problem problem = SupportProblems.problem(X, 4, 50, 0.3, Optional.of(SolverProblems.graph(80, 3)));
        try (Solution found = solve(2, problem, 1, 60, true)) {
            long late = found.trace().steps().stream()
                    .skip(30)
                    .mapToLong(Step::rowsComputed)
                    .sum();
            assertThat(late).isLessThan(31 * 300);
        }
        X.close();
    }

    @Test
    void bitsDoNotDependOnTheNumberOfThreads() {
        DenseMatrix X = SolverProblems.data(700, 160, 5);
        Problem problem = SupportProblems.problem(X, 6, 90, 0.5, Optional.of(SolverProblems.graph(160, 5)));
        try (Solution one = solve(1, problem, 2, 40, true)) {
            for (int threads : new int[] {2, 3}) {
                try (Solution more = solve(threads, problem, 2, 40, true)) {
                    assertThat(SolverProblems.bits(more.W())).isEqualTo(SolverProblems.bits(one.W()));
                    assertThat(SolverProblems.bits(more.Ht())).isEqualTo(SolverProblems.bits(one.Ht()));
                }
            }
        }
        X.close();
    }

    @Test
    void sparseDataGiveTheSameFeatures() {
        DenseMatrix X = SolverProblems.data(120, 60, 8);
        X.map((i, j, x) -> (i + 3 * j) % 4 == 0 ? x : 0);
        Optional<Graph> graph = Optional.of(SolverProblems.graph(60, 8));
        try (Solution dense = solve(2, SupportProblems.problem(X, 4, 25, 0.3, graph), 3, 40, true);
                Solution sparse =
                        solve(2, SupportProblems.problem(SparseMatrix.of(X), 4, 25, 0.3, graph), 3, 40, true)) {
            assertThat(sparse.support()).isEqualTo(dense.support());
            double F = dense.objective().total();
            assertThat(sparse.objective().total()).isCloseTo(F, within(1e-9 * F));
        }
        X.close();
    }

    /** Units of X do not matter. */
    @Test
    void otherUnitsGiveTheSameFeatures() {
        DenseMatrix X = SolverProblems.data(80, 40, 4);
        DenseMatrix big = X.copy().map((i, j, x) -> 1e8 * x);
        Optional<Graph> graph = Optional.of(SolverProblems.graph(40, 4));
        try (Solution one = solve(1, SupportProblems.problem(X, 3, 12, 0.4, graph), 3, 50, true);
                Solution other = solve(1, SupportProblems.problem(big, 3, 12, 0.4, graph), 3, 50, true)) {
            assertThat(other.support()).isEqualTo(one.support());
            assertThat(other.objective().total() / 1e16)
                    .isCloseTo(
                            one.objective().total(),
                            within(1e-9 * one.objective().total()));
            assertThat(other.certificate().residualH())
                    .isCloseTo(one.certificate().residualH(), within(1e-6));
        }
        X.close();
        big.close();
    }

    @Test
    void stationaryPointHasNoResidual() {
        DenseMatrix X = SolverProblems.data(30, 20, 6);
        Problem problem = SupportProblems.problem(X, 3, 8, 0.2, Optional.of(SolverProblems.graph(20, 6)));
        try (Solution found = solve(1, problem, 1, 2000, true);
                Solution early = solve(1, problem, 1, 15, true)) {
            assertThat(found.certificate().residualW()).isLessThan(1e-6);
            assertThat(found.certificate().residualH()).isLessThan(1e-6);
            assertThat(early.certificate().residualW()).isGreaterThan(1e-4);
        }
        X.close();
    }

    @Test
    void featuresDoNotDependOnTheStart() {
        DenseMatrix X = SolverProblems.data(200, 60, 2);
        Problem problem = SupportProblems.problem(X, 3, 20, 0.3, Optional.of(SolverProblems.graph(60, 2)));
        List<RowSet> kept = new ArrayList<>();
        for (int seed = 0; seed < 5; seed++)
            try (Solution found = solve(1, problem, seed, 60, true)) {
                kept.add(found.support());
            }
        assertThat(kept).allMatch(kept.get(0)::equals);
        X.close();
    }

    @Test
    void deadComponentsAreRestarted() {
        DenseMatrix X = SolverProblems.data(20, 15, 1);
        DenseMatrix W = DenseMatrix.zeros(20, 4);
        DenseMatrix H = DenseMatrix.zeros(4, 15);
        for (int i = 0; i < 15; i++) H.set(0, i, 1); // three components have nothing to start from
        Problem problem = SupportProblems.problem(X, 4, 20, 0.1, Optional.of(SolverProblems.graph(15, 1)));
        try (ExecutionContext context = ExecutionContext.create(1);
                Solution found = BestSupport.standard()
                        .solve(context, problem, Start.given(W, H).point(context, X, 4), Stop.after(30), step -> {})) {
            for (int j = 0; j < 4; j++) {
                double length = 0;
                for (int i = 0; i < 20; i++)
                    length += found.W().get(i, j) * found.W().get(i, j);
                assertThat(length).isCloseTo(1, within(1e-9));
            }
            assertThat(found.trace().monotone()).isTrue();
        }
        X.close();
    }

    @Test
    void exactFitStops() {
        DenseMatrix X = DenseMatrix.zeros(12, 9);
        X.map((i, j, x) -> (i + 1.0) * (j + 1));
        Stop stop = Stop.changeBelow(1e-3).or(Stop.after(500));
        try (Solution found = solve(
                BestSupport.standard(), 1, SupportProblems.problem(X, 1, 12, 0, Optional.empty()), 1, stop, true)) {
            assertThat(found.stop().converged()).isTrue();
            assertThat(found.objective().total()).isLessThan(1e-20);
        }
        X.close();
    }

    @Test
    void stopsWhenFiveIterationsLowerTheObjectiveLittle() {
        DenseMatrix X = SolverProblems.data(60, 40, 4);
        Problem problem = SupportProblems.problem(X, 3, 12, 0.4, Optional.of(SolverProblems.graph(40, 4)));
        Stop stop = Stop.changeBelow(1e-4).or(Stop.after(500));
        try (Solution found = solve(BestSupport.standard(), 1, problem, 1, stop, true)) {
            List<Step> steps = found.trace().steps();
            Step last = found.trace().last();
            double dropped = 0;
            double[] squares = X.rowSquares();
            for (int i = 0; i < 60; i++) if (!found.support().contains(i)) dropped += squares[i] / 2;
            double before = steps.get(last.iteration() - 5).objective().total();
            double now = last.objective().total();
            assertThat(found.stop().code()).isEqualTo("tolerance");
            assertThat(last.change()).isCloseTo((before - now) / (now - dropped), within(1e-9));
            assertThat(steps.get(3).change()).isNaN();
        }
        X.close();
    }

    @Test
    void unsupportedProblemsAreRefused() {
        DenseMatrix X = SolverProblems.data(6, 5, 1);
        Graph graph = SolverProblems.graph(5, 1);
        Problem trace = new Problem(
                X,
                Optional.of(graph.laplacian()),
                new Formulation(
                        2, List.of(new LeastSquares(), new GraphPenalty(1, 1)), new NonNegative(), new NonNegative()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BestSupport.check(trace))
                .withMessageContaining("best-support needs the graph term invariant");
        Problem entries =
                new Problem(X, new Formulation(2, List.of(new LeastSquares()), new EntrySparse(3), new NonNegative()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BestSupport.check(entries))
                .withMessage("best-support keeps whole features: it solves nmf, gnmf, nmf-l20 and gnmf-l20");
        X.close();
    }

    @Test
    void refusedRunClosesItsStart() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = SolverProblems.data(6, 5, 1)) {
            Problem entries = new Problem(
                    X, new Formulation(2, List.of(new LeastSquares()), new EntrySparse(3), new NonNegative()));
            Start.StartPoint start = Start.random(1).point(context, X, 2);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BestSupport.standard().solve(context, entries, start, Stop.after(1), step -> {}))
                    .withMessage(BestSupport.UNSUPPORTED_MODEL);
            assertThatIllegalStateException()
                    .as("closed")
                    .isThrownBy(() -> start.W().get(0, 0));
            assertThatIllegalStateException()
                    .as("closed")
                    .isThrownBy(() -> start.Ht().get(0, 0));
        }
    }

    @Test
    void toleranceStopsAsSmallDecreaseAndResidualAsConverged() {
        try (DenseMatrix X = SolverProblems.data(20, 12, 4)) {
            Problem problem = SupportProblems.problem(X, 2, 6, 0, Optional.empty());
            Stop limit = Stop.after(1000);
            try (Solution settled = solve(
                            BestSupport.standard(),
                            1,
                            problem,
                            1,
                            Stop.changeBelow(1e-2).or(limit),
                            true);
                    Solution converged = solve(
                            BestSupport.standard(),
                            1,
                            problem,
                            1,
                            Stop.residualBelow(1e-2).or(limit),
                            true)) {
                assertThat(settled.stop())
                        .isEqualTo(new StopReason.SmallDecrease(
                                settled.trace().last().change(), 1e-2));
                assertThat(converged.stop()).isInstanceOf(StopReason.Converged.class);
                assertThat(converged.stop().code()).isEqualTo("residual");
            }
        }
    }
}
