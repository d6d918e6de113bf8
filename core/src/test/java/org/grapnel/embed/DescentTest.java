package org.grapnel.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;

class DescentTest {
    private static Affinities affinities(Compute on, int n, double perplexity) {
        try (DenseMatrix X = AllPairs.groups(n, 4, n, 3, 1)) {
            return Affinities.of(on, AllPairs.nearest(on, X, Affinities.neighbors(perplexity)), perplexity);
        }
    }

    @Test
    void theGradientIsThatOfTheDivergenceByFiniteDifferences() {
        try (Compute on = Compute.of(2)) {
            int n = 25;
            Affinities P = affinities(on, n, 5);
            for (double exaggeration : new double[] {1, 12}) {
                double[] Y = AllPairs.clumps(1, n);
                for (int c = 0; c < 2 * n; c++) Y[c] *= 0.1;
                var descent = new Descent(on, P, Y.clone(), 0);
                descent.forces();
                for (int c = 0; c < 2 * n; c++) {
                    double h = 1e-5;
                    double[] up = Y.clone();
                    double[] down = Y.clone();
                    up[c] += h;
                    down[c] -= h;
                    double slope =
                            (AllPairs.divergence(P, exaggeration, up) - AllPairs.divergence(P, exaggeration, down))
                                    / (2 * h);
                    assertThat(descent.gradient(c, exaggeration)).isCloseTo(slope, within(1e-8 * exaggeration));
                }
            }
        }
    }

    @Test
    void theDivergenceIsThatOverAllPairs() {
        try (Compute on = Compute.of(2)) {
            for (int n : new int[] {8, 40}) {
                Affinities P = affinities(on, n, 2);
                double[] Y = AllPairs.clumps(2, n);
                var descent = new Descent(on, P, Y, 0);
                descent.forces();
                assertThat(descent.divergence()).isCloseTo(AllPairs.divergence(P, 1, Y), within(1e-10));
            }
        }
    }

    @Test
    void stepsFollowTheGradientWithMomentumAndGains() {
        try (Compute on = Compute.of(1)) {
            int n = 12;
            Affinities P = affinities(on, n, 2);
            double[] Y = AllPairs.clumps(3, n);
            double[] step = new double[2 * n];
            double[] gain = new double[2 * n];
            Arrays.fill(gain, 1);
            var descent = new Descent(on, P, Y.clone(), 0);
            for (int round = 0; round < 30; round++) {
                descent.forces();
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
