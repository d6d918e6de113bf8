package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Upper bounds of the rows of XHᵀ. */
class RowBoundTest {
    /** For H near the reference, far from it, and in degenerate position. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-9, 1e-4, 0.1, 10})
    void noRowExceedsItsBound(double distance) {
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
                bound.setReference(SolverProblems.gram(context, R), SolverProblems.product(context, X, R));
                assertThat(bound.hasReference()).isTrue();
                double[] rough = bound.prepare(cross(context, H, R), SolverProblems.gram(context, H))
                        .compute(Double.POSITIVE_INFINITY)
                        .clone();
                double[] tight = bound.compute(0);
                DenseMatrix XHt = SolverProblems.product(context, X, H);
                for (int i = 0; i < p; i++) {
                    double size = Math.sqrt(XHt.rowSquares(i));
                    assertThat(rough[i]).isGreaterThanOrEqualTo(size);
                    assertThat(tight[i]).isGreaterThanOrEqualTo(size);
                }
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
            bound.setReference(SolverProblems.gram(context, R), SolverProblems.product(context, X, R));
            double[] tight = bound.prepare(cross(context, H, R), SolverProblems.gram(context, H))
                    .compute(0);
            DenseMatrix XHt = SolverProblems.product(context, X, H);
            for (int i = 0; i < 12; i++) assertThat(tight[i]).isGreaterThanOrEqualTo(XHt.get(i, 0));
        }
    }

    /** At the reference the bound equals the value, up to a small allowance. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void boundIsTightAtTheReference(long seed) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            DenseMatrix X = SolverProblems.data(300, 80, seed);
            DenseMatrix R = Start.random(seed).point(context, X, 5).Ht();
            RowBound bound = new RowBound(context, X.rowSquares(), 80, 5);
            DenseMatrix XRt = SolverProblems.product(context, X, R);
            bound.setReference(SolverProblems.gram(context, R), XRt);
            double[] rough = bound.prepare(SolverProblems.gram(context, R), SolverProblems.gram(context, R))
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
     * The bound exceeds the value by at most the product of the parts of X and H outside the row space of the reference. Both parts are computed
     * by Gram–Schmidt.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-3, 0.1, 3})
    void boundAddsOnlyTheProductOfThePartsOutsideTheReference(double distance) {
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
                bound.setReference(SolverProblems.gram(context, R), SolverProblems.product(context, X, R));
                double[] rough = bound.prepare(cross(context, H, R), SolverProblems.gram(context, H))
                        .compute(Double.POSITIVE_INFINITY)
                        .clone();
                double[] tight = bound.compute(0);
                DenseMatrix XHt = SolverProblems.product(context, X, H);
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

    /** Rows minus their parts along an orthonormal basis, twice, against rounding. */
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

    /** ‖A‖₂ by power iteration. */
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
}
