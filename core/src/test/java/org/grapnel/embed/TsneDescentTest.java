package org.grapnel.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class TsneDescentTest {
    private static TsneAffinities affinities(ExecutionContext context, int n, double perplexity) {
        try (DenseMatrix X = BruteForceTsne.groups(n, 4, n, 3, 1)) {
            return TsneAffinities.compute(
                    context, BruteForceTsne.nearest(context, X, TsneAffinities.neighbors(perplexity)), perplexity);
        }
    }

    @Test
    void gradientMatchesFiniteDifferencesOfTheDivergence() {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            int n = 25;
            TsneAffinities P = affinities(context, n, 5);
            for (double exaggeration : new double[] {1, 12}) {
                double[] Y = BruteForceTsne.clumps(1, n);
                for (int c = 0; c < 2 * n; c++) Y[c] *= 0.1;
                var descent = new TsneDescent(context, P, Y.clone(), 0);
                descent.computeForces();
                for (int c = 0; c < 2 * n; c++) {
                    double h = 1e-5;
                    double[] up = Y.clone();
                    double[] down = Y.clone();
                    up[c] += h;
                    down[c] -= h;
                    double slope = (BruteForceTsne.divergence(P, exaggeration, up)
                                    - BruteForceTsne.divergence(P, exaggeration, down))
                            / (2 * h);
                    assertThat(descent.gradient(c, exaggeration)).isCloseTo(slope, within(1e-8 * exaggeration));
                }
            }
        }
    }

    @Test
    void divergenceMatchesTheSumOverAllPairs() {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (int n : new int[] {8, 40}) {
                TsneAffinities P = affinities(context, n, 2);
                double[] Y = BruteForceTsne.clumps(2, n);
                var descent = new TsneDescent(context, P, Y, 0);
                descent.computeForces();
                assertThat(descent.divergence()).isCloseTo(BruteForceTsne.divergence(P, 1, Y), within(1e-10));
            }
        }
    }

    @Test
    void stepsFollowTheGradientWithMomentumAndGains() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            int n = 12;
            TsneAffinities P = affinities(context, n, 2);
            double[] Y = BruteForceTsne.clumps(3, n);
            double[] step = new double[2 * n];
            double[] gain = new double[2 * n];
            Arrays.fill(gain, 1);
            var descent = new TsneDescent(context, P, Y.clone(), 0);
            for (int round = 0; round < 30; round++) {
                descent.computeForces();
                double squares = 0;
                for (int c = 0; c < 2 * n; c++) {
                    double g = descent.gradient(c, 4);
                    gain[c] = Math.max(0.01, step[c] * g < 0 ? gain[c] + 0.2 : gain[c] * 0.8);
                    step[c] = 0.5 * step[c] - 3 * gain[c] * g;
                    squares += gain[c] * g * gain[c] * g;
                    Y[c] += step[c];
                }
                assertThat(descent.move(4, 3, 0.5)).isCloseTo(Math.sqrt(squares), within(1e-12));
                for (int c = 0; c < 2 * n; c++) assertThat(descent.Y()[c]).isCloseTo(Y[c], within(1e-12));
            }
        }
    }
}
