package org.grapnel.solve.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Formulation;
import org.grapnel.model.InvariantPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Best-support with components that explain nothing, and with exact fits. */
class DeadComponentTest {
    private static final int P = 6;
    private static final int N = 8;

    private static Problem problem(DenseMatrix X, int r) {
        return new Problem(X, new Formulation(r, List.of(new LeastSquares()), new NonNegative(), new NonNegative()));
    }

    private static Problem withGraph(DenseMatrix X, int r, double lambda, Graph graph) {
        Laplacian L = graph.laplacian();
        return new Problem(
                X,
                Optional.of(L),
                new Formulation(
                        r,
                        List.of(new LeastSquares(), new InvariantPenalty(lambda, L.norm())),
                        new NonNegative(),
                        new NonNegative()));
    }

    private static Solution solve(ExecutionContext context, Problem problem, DenseMatrix H, int iterations) {
        try (DenseMatrix W = DenseMatrix.zeros(P, H.rows())) {
            return BestSupport.standard()
                    .solve(
                            context,
                            problem,
                            Start.given(W, H).point(context, problem.X(), H.rows()),
                            Stop.after(iterations),
                            step -> {});
        }
    }

    /** (i + 1)(j + 1) in the first five samples, nothing in the others. */
    private static DenseMatrix product(double unit) {
        return DenseMatrix.zeros(P, N).map((i, j, x) -> j < 5 ? unit * (i + 1) * (j + 1) : 0);
    }

    /** The component that explains X, and a second one on the zero samples, or zero. */
    private static DenseMatrix start(double second) {
        return DenseMatrix.zeros(2, N).map((c, j, x) -> c == 0 ? (j < 5 ? j + 1 : 0) : j < 5 ? 0 : second * (j - 3));
    }

    private static double squares(DenseMatrix M, int column) {
        double sum = 0;
        for (int i = 0; i < M.rows(); i++) sum += M.get(i, column) * M.get(i, column);
        return sum;
    }

    private static void assertFiniteAndNonNegative(DenseMatrix M) {
        for (double[] row : M.toArray())
            for (double x : row) assertThat(x).isNotNegative().isLessThan(Double.POSITIVE_INFINITY);
    }

    /** The H of an unused component has the size of X, so columns of W can be compared in any units. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-5, 1, 1e5})
    void unusedComponentHasAnHOfTheSizeOfX(double unit) {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = product(unit);
                DenseMatrix H = start(1)) {
            double size = 0;
            for (double square : X.rowSquares()) size += square;
            for (int iterations : new int[] {1, 2, 15})
                try (Solution found = solve(context, problem(X, 2), H, iterations)) {
                    assertFiniteAndNonNegative(found.W());
                    assertFiniteAndNonNegative(found.Ht());
                    assertThat(squares(found.W(), 0)).isCloseTo(1, within(1e-12));
                    assertThat(squares(found.W(), 1)).isZero();
                    assertThat(squares(found.Ht(), 0)).isCloseTo(size, within(1e-12 * size));
                    assertThat(squares(found.Ht(), 1)).isCloseTo(size, within(1e-12 * size));
                    assertThat(found.objective().total()).isNotNegative().isLessThan(1e-24 * size);
                }
        }
    }

    @Test
    void componentWithZeroHStaysZero() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = product(1);
                DenseMatrix H = start(0);
                Solution found = solve(context, problem(X, 2), H, 15)) {
            assertFiniteAndNonNegative(found.W());
            assertFiniteAndNonNegative(found.Ht());
            assertThat(squares(found.W(), 1)).isZero();
            assertThat(squares(found.Ht(), 1)).isZero();
            assertThat(found.objective().total()).isNotNegative().isLessThan(1e-20);
        }
    }

    /** Its ‖wⱼ‖² is zero, whatever its H. */
    @Test
    void graphTermIgnoresAnUnusedComponent() {
        double[][] A = new double[N][N];
        A[5][6] = A[6][5] = A[6][7] = A[7][6] = 3; // among the samples without anything
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = product(1);
                DenseMatrix H = start(1);
                DenseMatrix dense = DenseMatrix.of(A)) {
            Graph graph = Graph.of(SparseMatrix.of(dense), "tail");
            try (Solution found = solve(context, withGraph(X, 2, 0.5, graph), H, 15)) {
                assertFiniteAndNonNegative(found.Ht());
                assertThat(SolverProblems.graphTerm(graph, 0.5, found.Ht())).isGreaterThan(1);
                assertThat(found.objective().total()).isNotNegative().isLessThan(1e-20);
            }
        }
    }

    @Test
    void zeroDataGiveAZeroObjective() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.zeros(P, N);
                DenseMatrix H = start(1);
                Solution found = solve(context, problem(X, 2), H, 15)) {
            assertFiniteAndNonNegative(found.W());
            assertFiniteAndNonNegative(found.Ht());
            for (Step step : found.trace().steps())
                assertThat(step.objective().total()).isZero();
            assertThat(found.support().count()).isZero();
            assertThat(found.certificate().residualW()).isZero();
            assertThat(found.certificate().residualH()).isZero();
        }
    }

    /** The fit is so near that ‖X‖² − 2⟨XᵀW, H⟩ + ⟨WᵀW, HHᵀ⟩ would have five digits left. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-8, 1, 1e8})
    void lossOfANearlyExactFitKeepsItsDigitsInAnyUnits(double unit) {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.zeros(P, N)
                        .map((i, j, x) -> unit * (i + 1) * (j + 1) * (1 + 1e-5 * CounterRandom.uniform(4, i, j)));
                DenseMatrix H = DenseMatrix.zeros(1, N).map((i, j, x) -> j + 1);
                Solution found = solve(context, problem(X, 1), H, 8)) {
            double expected = SolverProblems.loss(X, found.W(), found.Ht());
            double size = 0;
            for (double square : X.rowSquares()) size += square;
            assertThat(expected / size).isBetween(1e-13, 1e-10);
            assertThat(found.objective().loss()).isCloseTo(expected, within(1e-9 * expected));
        }
    }
}
