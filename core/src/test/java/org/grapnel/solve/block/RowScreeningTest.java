package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
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

    /** Every row with the same distribution: the hardest case, where rows enter and leave all the time. */
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
    void mostRowsAreLeftOutFromTheThirdIterationOn(int k) {
        Problem problem =
                SolverProblems.problem(SolverProblems.data(2000, 80, 1), 4, new RowSparse(k), 0, Optional.empty());
        try (Solution s = SolverProblems.solve(1, problem, 0, Extrapolation.adaptive(0.5, 1.1, 0.9999), 30)) {
            double rows = s.trace().steps().stream()
                    .skip(3)
                    .mapToInt(Step::rowsComputed)
                    .average()
                    .orElseThrow();
            assertThat(rows).isLessThan(0.1 * 2000).isGreaterThanOrEqualTo(k);
        }
    }

    /** The bound itself, for H near, far from and in degenerate position to the reference. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-9, 1e-4, 0.1, 10})
    void noRowIsEverAboveItsBound(double distance) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (long seed = 0; seed < 20; seed++) {
                int p = 200;
                int n = 60;
                int r = 5;
                DenseMatrix X = SolverProblems.data(p, n, seed);
                DenseMatrix R = Start.random(seed).point(context, X, r).Ht();
                if (seed % 4 == 1) for (int j = 0; j < n; j++) R.set(j, 1, R.get(j, 0)); // singular Gram matrix
                if (seed % 4 == 2) for (int j = 0; j < n; j++) R.set(j, 2, 0); // a dead component
                if (seed % 4 == 3) for (int j = 0; j < n; j++) R.set(j, 3, 1e-7 * R.get(j, 3));
                DenseMatrix H = R.copy();
                for (int j = 0; j < n; j++)
                    for (int c = 0; c < r; c++)
                        H.set(
                                j,
                                c,
                                (1 + distance * c) * R.get(j, c) + distance * CounterRandom.uniform(seed, j, 77 + c));
                RowBound bound = new RowBound(context, X.rowSquares(), n, r);
                bound.setReference(gram(context, R), product(context, X, R));
                assertThat(bound.hasReference()).isTrue();
                double[] rough = bound.prepare(cross(context, H, R), gram(context, H))
                        .compute(Double.POSITIVE_INFINITY)
                        .clone();
                double[] tight = bound.compute(0);
                DenseMatrix XHt = product(context, X, H);
                for (int i = 0; i < p; i++) {
                    double size = Math.sqrt(XHt.rowSquares(i));
                    assertThat(rough[i]).isGreaterThanOrEqualTo(size);
                    assertThat(tight[i]).isGreaterThanOrEqualTo(size);
                }
            }
        }
    }

    /** The ceiling speaks only of the rows that were inactive when it was set: a large row that leaves must be seen. */
    @Test
    void aRowThatLeavesTheActiveOnesIsACandidateAgain() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            DenseMatrix X = DenseMatrix.zeros(6, 40);
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 40; j++) X.set(i, j, (i < 2 ? 10 : 1) * CounterRandom.uniform(3, i, j));
            DenseMatrix Ht = Start.random(1).point(context, X, 2).Ht();
            DenseMatrix HHt = gram(context, Ht);
            DenseMatrix XHt = product(context, X, Ht);
            double bar = Math.sqrt(XHt.rowSquares(1)) / 2;
            RowSet entering = RowSet.none(6);
            Problem problem = SolverProblems.problem(X, 2, new RowSparse(2), 0, Optional.empty());
            try (LocalSampleBlock side = LocalSampleBlock.forGradientSteps(context, problem, Ht.copy());
                    RowScreening screen = new RowScreening(context, side, X.rowSquares(), 2, false)) {
                side.commit();
                screen.require(RowSet.all(6), HHt, true);
                screen.candidates(RowSet.of(6, 0, 1), bar, HHt, entering);
                assertThat(entering.count()).isZero();
                screen.candidates(RowSet.of(6, 0), bar, HHt, entering);
                assertThat(entering.toArray()).containsExactly(1);
            }
        }
    }

    /** One component and many samples: rounding of long sums, under a square root, is the largest part of the bound. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-8, 1e-7, 1e-6})
    void longSumsDoNotBreakTheBound(double distance) {
        int n = 50_000;
        try (ExecutionContext context = ExecutionContext.createPlainJava(1)) {
            DenseMatrix R = DenseMatrix.zeros(n, 1);
            DenseMatrix H = DenseMatrix.zeros(n, 1);
            DenseMatrix X = DenseMatrix.zeros(12, n);
            for (int j = 0; j < n; j++) {
                double away = CounterRandom.uniform(8, j, 0);
                R.set(j, 0, CounterRandom.uniform(9, j, 0));
                H.set(j, 0, R.get(j, 0) + distance * away);
                for (int i = 0; i < 12; i++) X.set(i, j, i % 2 == 0 ? away : away + i * R.get(j, 0));
            }
            RowBound bound = new RowBound(context, X.rowSquares(), n, 1);
            bound.setReference(gram(context, R), product(context, X, R));
            double[] tight =
                    bound.prepare(cross(context, H, R), gram(context, H)).compute(0);
            DenseMatrix XHt = product(context, X, H);
            for (int i = 0; i < 12; i++) assertThat(tight[i]).isGreaterThanOrEqualTo(XHt.get(i, 0));
        }
    }

    /** At the reference the bound is the value, up to a small allowance: otherwise it would save nothing. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theBoundIsTightAtTheReference(long seed) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            DenseMatrix X = SolverProblems.data(300, 80, seed);
            DenseMatrix R = Start.random(seed).point(context, X, 5).Ht();
            RowBound bound = new RowBound(context, X.rowSquares(), 80, 5);
            DenseMatrix XRt = product(context, X, R);
            bound.setReference(gram(context, R), XRt);
            double[] rough = bound.prepare(gram(context, R), gram(context, R))
                    .compute(Double.POSITIVE_INFINITY)
                    .clone();
            double[] tight = bound.compute(0);
            for (int i = 0; i < 300; i++) {
                double size = Math.sqrt(XRt.rowSquares(i));
                assertThat(rough[i]).isCloseTo(size, within(1e-4 * size));
                assertThat(tight[i]).isCloseTo(size, within(1e-4 * size));
            }
        }
    }

    /**
     * What the bound adds is at most what X and H have outside the row space of the reference, one times the other: nothing where H stays
     * inside, and of second order where it leaves it. Both parts by Gram and Schmidt.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-3, 0.1, 3})
    void theBoundAddsOnlyWhatLeavesTheRowSpaceOfTheReference(double distance) {
        int n = 40;
        int r = 4;
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (long seed = 1; seed <= 3; seed++) {
                DenseMatrix X = SolverProblems.data(60, n, seed);
                DenseMatrix R = Start.random(seed).point(context, X, r).Ht();
                DenseMatrix H = DenseMatrix.zeros(n, r);
                for (int j = 0; j < n; j++)
                    for (int c = 0; c < r; c++) {
                        double inside = 0;
                        for (int q = 0; q < r; q++) inside += (1 + CounterRandom.uniform(seed, c, q)) * R.get(j, q);
                        H.set(j, c, inside + distance * CounterRandom.uniform(seed, j, 50 + c));
                    }
                double[][] basis = orthonormal(transposed(R));
                double[][] left = outside(transposed(H), basis);
                double[][] away = outside(X.toArray(), basis);
                double leaving = norm(left);
                RowBound bound = new RowBound(context, X.rowSquares(), n, r);
                bound.setReference(gram(context, R), product(context, X, R));
                double[] rough = bound.prepare(cross(context, H, R), gram(context, H))
                        .compute(Double.POSITIVE_INFINITY)
                        .clone();
                double[] tight = bound.compute(0);
                DenseMatrix XHt = product(context, X, H);
                for (int i = 0; i < 60; i++) {
                    double size = Math.sqrt(XHt.rowSquares(i));
                    double most = size + 2 * Math.sqrt(square(away[i])) * leaving; // ‖bN‖ ≤ ‖XH‖ + what is outside
                    assertThat(tight[i]).isBetween(size, most + 1e-4 * size);
                    assertThat(rough[i]).isGreaterThanOrEqualTo(tight[i] * (1 - 1e-12));
                }
            }
        }
    }

    private static double[][] transposed(DenseMatrix M) {
        try (DenseMatrix T = M.transpose()) {
            return T.toArray();
        }
    }

    private static double square(double[] x) {
        return dot(x, x);
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) sum += x[j] * y[j];
        return sum;
    }

    /** Rows minus their parts along an orthonormal basis, twice, for rounding. */
    private static double[][] outside(double[][] rows, double[][] basis) {
        double[][] rest = new double[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            rest[i] = rows[i].clone();
            for (int again = 0; again < 2; again++)
                for (double[] b : basis) {
                    double along = dot(rest[i], b);
                    for (int j = 0; j < b.length; j++) rest[i][j] -= along * b[j];
                }
        }
        return rest;
    }

    private static double[][] orthonormal(double[][] rows) {
        double[][] basis = new double[0][];
        for (double[] row : rows) {
            double[] rest = outside(new double[][] {row}, basis)[0];
            double length = Math.sqrt(square(rest));
            for (int j = 0; j < rest.length; j++) rest[j] /= length;
            basis = Arrays.copyOf(basis, basis.length + 1);
            basis[basis.length - 1] = rest;
        }
        return basis;
    }

    /** ‖A‖₂ of a few rows by many multiplications. */
    private static double norm(double[][] A) {
        double[] x = new double[A.length];
        Arrays.fill(x, 1);
        double norm = 0;
        for (int t = 0; t < 500; t++) {
            double[] y = new double[A[0].length];
            for (int i = 0; i < A.length; i++) for (int j = 0; j < y.length; j++) y[j] += x[i] * A[i][j];
            for (int i = 0; i < A.length; i++) x[i] = dot(A[i], y);
            double length = Math.sqrt(square(x));
            if (length == 0) return 0;
            norm = Math.sqrt(length);
            for (int i = 0; i < A.length; i++) x[i] /= length;
        }
        return norm;
    }

    private static DenseMatrix cross(ExecutionContext context, DenseMatrix Ht, DenseMatrix R) {
        DenseMatrix C = DenseMatrix.zeros(Ht.cols(), Ht.cols());
        Gram.computeCross(context, Ht, R, C);
        return C;
    }

    private static DenseMatrix gram(ExecutionContext context, DenseMatrix Ht) {
        DenseMatrix G = DenseMatrix.zeros(Ht.cols(), Ht.cols());
        Gram.compute(context, Ht, RowSet.all(Ht.rows()), G);
        return G;
    }

    private static DenseMatrix product(ExecutionContext context, DenseMatrix X, DenseMatrix Ht) {
        DenseMatrix XHt = DenseMatrix.zeros(X.rows(), Ht.cols());
        X.times(context, RowSet.all(X.rows()), Ht, XHt);
        return XHt;
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
