package org.grapnel.solve.kl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.laws.LawSize;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class LineStepsTest {
    private static final double[] NO_MATRIX = new double[0];

    /** A row of counts with its problem: Σ (a − x log a) + ½zQz − c·z, where Q is empty or r × r. */
    private record Line(double[] x, double[] factor, double[] sums, double ridge, double[] Q, double[] c) {
        static Line random(long seed, boolean quadratic) {
            int r = 1 + (int) (seed % 4);
            int n = 3 + (int) (seed % 7);
            double[] x = new double[n];
            double[] factor = new double[n * r];
            double[] sums = new double[r];
            for (int j = 0; j < n; j++) {
                double u = CounterRandom.uniform(seed, j, 0);
                x[j] = u < 0.4 ? 0 : Math.ceil(30 * (u - 0.4)) * (seed % 5 == 0 ? 1e-6 : 1);
                for (int k = 0; k < r; k++) {
                    double v = CounterRandom.uniform(seed + 1, j, k);
                    factor[j * r + k] = v < 0.2 && k > 0 ? 0 : v;
                    sums[k] += factor[j * r + k];
                }
            }
            double[] Q = new double[quadratic ? r * r : 0];
            double[] c = new double[r];
            if (quadratic)
                for (int k = 0; k < r; k++) {
                    c[k] = 20 * CounterRandom.uniform(seed + 2, k, 0);
                    for (int l = 0; l < r; l++)
                        for (int j = 0; j < n; j++) Q[k * r + l] += factor[j * r + k] * factor[j * r + l];
                }
            return new Line(x, factor, sums, quadratic ? 0.5 : 0, Q, c);
        }

        int rank() {
            return sums.length;
        }

        LineSteps load(double[] z) {
            try (DenseMatrix X = DenseMatrix.of(new double[][] {x})) {
                LineSteps steps = new LineSteps(rank());
                System.arraycopy(z, 0, steps.z, 0, z.length);
                steps.load(CountLines.ofRows(X), 0, factor, null);
                int r = rank();
                for (int k = 0; k < r; k++) {
                    steps.gradient[k] = ridge * z[k] - c[k];
                    if (Q.length > 0) for (int l = 0; l < r; l++) steps.gradient[k] += Q[k * r + l] * z[l];
                }
                return steps;
            }
        }

        void sweep(LineSteps steps) {
            steps.sweep(sums, ridge, Q.length == 0 ? null : Q);
        }

        double residual(LineSteps steps) {
            return steps.residual(sums, ridge, Q.length == 0 ? null : Q);
        }

        double value(double[] z) {
            int r = rank();
            double sum = 0;
            for (int j = 0; j < x.length; j++) {
                double a = 0;
                for (int k = 0; k < r; k++) a += z[k] * factor[j * r + k];
                sum += a - (x[j] > 0 ? x[j] * Math.log(a) : 0);
            }
            for (int k = 0; k < r; k++) {
                sum += (ridge * z[k] / 2 - c[k]) * z[k];
                if (Q.length > 0) for (int l = 0; l < r; l++) sum += z[k] * Q[k * r + l] * z[l] / 2;
            }
            return sum;
        }
    }

    private static double[] start(long seed, int r) {
        double[] z = new double[r];
        for (int k = 0; k < r; k++)
            z[k] = Math.pow(10, 6 * CounterRandom.uniform(seed + 3, k, 0) - 3) * (seed % 3 == 0 && k > 0 ? 0 : 1);
        return z;
    }

    @Test
    void noSweepRaisesTheValue() {
        for (long seed = 0; seed < LawSize.cases(2000, 20_000); seed++) {
            Line line = Line.random(seed, seed % 2 == 1);
            LineSteps steps = line.load(start(seed, line.rank()));
            double before = line.value(steps.z);
            for (int s = 0; s < 30; s++) {
                line.sweep(steps);
                double after = line.value(steps.z);
                double rounding = 1e-12 * (Math.abs(before) + 1e3 * Math.abs(after - before));
                assertThat(after).as("line %d, sweep %d", seed, s).isLessThanOrEqualTo(before + rounding);
                before = after;
            }
        }
    }

    @Test
    void sweepsEndWhereNoCoordinateCanMove() {
        for (long seed = 0; seed < 200; seed++) {
            Line line = Line.random(seed, seed % 2 == 1);
            LineSteps steps = line.load(start(seed, line.rank()));
            for (int s = 0; s < 20_000 && line.residual(steps) > 1e-22; s++) line.sweep(steps);
            double lowest = line.value(steps.z);
            for (int k = 0; k < line.rank(); k++) {
                for (double t : new double[] {1e-3, -1e-3}) {
                    double[] moved = steps.z.clone();
                    moved[k] = Math.max(0, moved[k] + t * Math.max(1e-3, moved[k]));
                    double there = line.value(moved);
                    assertThat(there).as("line %d, coordinate %d", seed, k).isGreaterThanOrEqualTo(lowest - 1e-9);
                }
            }
        }
    }

    @Test
    void agreesWithMultiplicativeUpdates() {
        for (long seed = 1; seed < 30; seed += 2) {
            Line line = Line.random(2 * seed, false);
            int r = line.rank();
            double[] z = new double[r];
            Arrays.fill(z, 1);
            LineSteps steps = line.load(z);
            for (int s = 0; s < 5000 && line.residual(steps) > 1e-24; s++) line.sweep(steps);
            for (int it = 0; it < 200_000; it++) {
                double[] next = new double[r];
                for (int j = 0; j < line.x.length; j++) {
                    double a = 0;
                    for (int k = 0; k < r; k++) a += z[k] * line.factor[j * r + k];
                    if (line.x[j] > 0) for (int k = 0; k < r; k++) next[k] += line.x[j] * line.factor[j * r + k] / a;
                }
                for (int k = 0; k < r; k++) z[k] *= next[k] / line.sums[k];
            }
            double expected = line.value(z);
            assertThat(line.value(steps.z))
                    .as("line %d", seed)
                    .isCloseTo(expected, within(1e-7 * (1 + Math.abs(expected))));
        }
    }

    @Test
    void lineWithoutCountsBecomesZero() {
        Line line = new Line(new double[3], new double[] {1, 2, 3}, new double[] {6}, 0, NO_MATRIX, new double[1]);
        LineSteps steps = line.load(new double[] {4});
        line.sweep(steps);
        assertThat(steps.z[0]).isZero();
    }

    @Test
    void oneComponentIsTheQuotientOfSums() {
        Line line =
                new Line(new double[] {3, 0, 5}, new double[] {1, 2, 3}, new double[] {6}, 0, NO_MATRIX, new double[1]);
        LineSteps steps = line.load(new double[] {1e-6});
        line.sweep(steps);
        assertThat(steps.z[0]).isCloseTo(8.0 / 6, within(1e-12)); // all u are equal there, so one step is exact
    }

    @Test
    void stepsMoveWhereTheSquareOfTheCurvatureOverflows() {
        double z = 1e-233;
        Line line = new Line(new double[] {1e-225}, new double[] {1}, new double[] {1e9}, 0, NO_MATRIX, new double[1]);
        LineSteps steps = line.load(new double[] {z});
        line.sweep(steps);
        // f′ = s − x/z is positive, so the minimum x/s lies to the left
        assertThat(steps.z[0]).isBetween(0.9e-234, 0.9 * z);
    }

    @Test
    void divergenceIsFiniteWhereTheRatioUnderflows() {
        Line line = new Line(new double[] {1e-200}, new double[] {1}, new double[] {1}, 0, NO_MATRIX, new double[1]);
        assertThat(line.load(new double[] {1e150}).divergence())
                .isCloseTo(1e-200 * (-350 * Math.log(10) - 1), within(1e-210));
    }
}
