package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.Step;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Leaving rows out must change no decision. */
class RowScreeningTest {
    static Stream<Extrapolation> extrapolations() {
        return SolverProblems.extrapolations().stream();
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("extrapolations")
    void screeningChangesNoDecision(Extrapolation extrapolation) {
        for (long seed = 0; seed < 4; seed++) {
            DenseMatrix X = SolverProblems.data(500, 120, seed);
            for (int k : new int[] {5, 60, 300}) {
                for (Matrix data : List.of(X, SparseMatrix.of(X))) compare(data, k, seed, extrapolation);
            }
        }
    }

    /** All rows have the same distribution: the hardest case, where rows enter and leave all the time. */
    @ParameterizedTest
    @MethodSource("extrapolations")
    void screeningChangesNoDecisionOnPureNoise(Extrapolation extrapolation) {
        DenseMatrix X = DenseMatrix.zeros(600, 100);
        for (int i = 0; i < 600; i++) for (int j = 0; j < 100; j++) X.set(i, j, CounterRandom.uniform(5, i, j));
        for (int k : new int[] {20, 200}) compare(X, k, 1, extrapolation);
    }

    /** Zero rows and exact copies tie; ties go to the lower index with and without screening. */
    @ParameterizedTest
    @MethodSource("extrapolations")
    void screeningKeepsTheTieRule(Extrapolation extrapolation) {
        DenseMatrix X = SolverProblems.data(400, 100, 3);
        for (int i = 0; i < 400; i += 4) X.copyRow(i + 1, X, i);
        for (int i = 2; i < 400; i += 40) X.zeroRow(i);
        for (int k : new int[] {7, 150, 390}) compare(X, k, 2, extrapolation);
    }

    private static void compare(Matrix X, int k, long seed, Extrapolation extrapolation) {
        Problem problem =
                SolverProblems.problem(X, 4, new RowSparse(k), 3, Optional.of(SolverProblems.graph(X.cols(), seed)));
        assertThat(RowScreening.isWorthwhile(X.rows(), X.cols(), X.nonZeros(), k, 4))
                .isTrue();
        try (Solution all = SolverProblems.solve(2, problem, seed, extrapolation, 40, false);
                Solution some = SolverProblems.solve(2, problem, seed, extrapolation, 40, true)) {
            assertThat(some.support()).isEqualTo(all.support());
            for (int i = 0; i < all.trace().steps().size(); i++) {
                Step every = all.trace().steps().get(i);
                Step few = some.trace().steps().get(i);
                assertThat(few.accepted()).as("accepted at %d", i).isEqualTo(every.accepted());
                double F = every.objective().total();
                assertThat(few.objective().total()).as("objective at %d", i).isCloseTo(F, within(1e-12 * F));
            }
            if (kernel().equals("java")) {
                assertThat(SolverProblems.bits(some.W())).isEqualTo(SolverProblems.bits(all.W()));
                assertThat(SolverProblems.bits(some.Ht())).isEqualTo(SolverProblems.bits(all.Ht()));
            }
        }
    }

    private static String kernel() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return context.kernelName();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 30})
    void mostRowsAreSkippedFromTheThirdIterationOn(int k) {
        Problem problem =
                SolverProblems.problem(SolverProblems.data(2000, 80, 1), 4, new RowSparse(k), 0, Optional.empty());
        try (Solution s = SolverProblems.solve(1, problem, 0, Extrapolation.accPalm(0.5, 1.1, 0.9999), 30)) {
            double rows = s.trace().steps().stream()
                    .skip(3)
                    .mapToInt(Step::rowsComputed)
                    .average()
                    .orElseThrow();
            assertThat(rows).isLessThan(0.1 * 2000).isGreaterThanOrEqualTo(k);
        }
    }

    /** The ceiling covers only the rows that were inactive when it was set. A large row that becomes inactive must be a candidate. */
    @Test
    void rowThatBecomesInactiveIsACandidateAgain() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            DenseMatrix X = DenseMatrix.zeros(6, 40);
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 40; j++) X.set(i, j, (i < 2 ? 10 : 1) * CounterRandom.uniform(3, i, j));
            DenseMatrix Ht = Start.random(1).point(context, X, 2).Ht();
            DenseMatrix HHt = SolverProblems.gram(context, Ht);
            DenseMatrix XHt = SolverProblems.product(context, X, Ht);
            double threshold = Math.sqrt(XHt.rowSquares(1)) / 2;
            RowSet entering = RowSet.none(6);
            Problem problem = SolverProblems.problem(X, 2, new RowSparse(2), 0, Optional.empty());
            try (LocalSampleBlock samples = LocalSampleBlock.forGradientSteps(context, problem, Ht.copy());
                    RowScreening screening = new RowScreening(context, samples, X.rowSquares(), 2, false)) {
                samples.commit();
                screening.require(RowSet.all(6), HHt, true);
                screening.candidates(RowSet.of(6, 0, 1), threshold, HHt, entering);
                assertThat(entering.count()).isZero();
                screening.candidates(RowSet.of(6, 0), threshold, HHt, entering);
                assertThat(entering.toArray()).containsExactly(1);
            }
        }
    }

    /** By hand: screening saves 2·nnz·(p − kept)/p·r and costs (2nr² + 10·(10r³ + 4p))/4. */
    @Test
    void screeningIsWorthwhileWhereItSavesMoreThanItCosts() {
        assertThat(RowScreening.isWorthwhile(10, 50, 200, 5, 2))
                .as("400 for 400")
                .isFalse();
        assertThat(RowScreening.isWorthwhile(10, 50, 201, 5, 2))
                .as("402 for 400")
                .isTrue();
        assertThat(RowScreening.isWorthwhile(100, 7, 379, 25, 3))
                .as("1705.5 for 1706.5")
                .isFalse();
        assertThat(RowScreening.isWorthwhile(100, 7, 380, 25, 3))
                .as("1710 for 1706.5")
                .isTrue();
    }

    @Test
    void rowsAreComputedOncePerH() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = ones(6, 4);
                LocalSampleBlock samples = LocalSampleBlock.forGradientSteps(
                        context, SolverProblems.problem(X, 1, new RowSparse(2), 0, Optional.empty()), ones(4, 1));
                DenseMatrix HHt = DenseMatrix.of(new double[][] {{4}});
                RowScreening screening = new RowScreening(context, samples, X.rowSquares(), 1, false)) {
            samples.commit();
            screening.require(RowSet.of(6, 1, 3), HHt, true);
            screening.require(RowSet.of(6, 1, 3), HHt, true);
            assertThat(screening.takeComputed()).isEqualTo(2);
            screening.require(RowSet.of(6, 1, 2, 3), HHt, true);
            assertThat(screening.takeComputed()).isEqualTo(1);
            assertThat(screening.takeComputed()).isZero();
            assertThat(screening.XHt().get(2, 0)).isEqualTo(4);
            screening.onHChanged(1);
            screening.require(RowSet.of(6, 1, 3), HHt, true);
            assertThat(screening.takeComputed()).as("for another H").isEqualTo(2);
        }
    }

    /** The longest row points where H moves, so it rises by ‖Xᵢ‖ times the move, the most that is possible. */
    @Test
    void moveOfHMakesARowACandidateAgain() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{1, 0}, {10, 0}, {0, 1}});
                DenseMatrix Ht = DenseMatrix.of(new double[][] {{1}, {0}});
                DenseMatrix HHt = DenseMatrix.of(new double[][] {{1}});
                LocalSampleBlock samples = LocalSampleBlock.forGradientSteps(
                        context, SolverProblems.problem(X, 1, new RowSparse(1), 0, Optional.empty()), Ht);
                RowScreening screening = new RowScreening(context, samples, X.rowSquares(), 1, false)) {
            samples.commit();
            RowSet active = RowSet.of(3, 0);
            RowSet entering = RowSet.none(3);
            screening.require(RowSet.all(3), HHt, true);
            assertThat(screening.bounds()).isTrue();
            screening.candidates(active, 50, HHt, entering);
            assertThat(entering.count()).isZero();
            Ht.set(0, 0, 5);
            HHt.set(0, 0, 25);
            screening.onHChanged(4);
            screening.candidates(active, 50, HHt, entering);
            assertThat(entering.toArray()).containsExactly(1);
        }
    }

    private static DenseMatrix ones(int rows, int cols) {
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        M.fill(1);
        return M;
    }
}
