package org.grapnel.solve.kl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.CountBackground;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class KlGainsTest {
    private static final int P = 7;
    private static final int N = 9;

    /** min over w of D(x‖wH) by multiplicative updates, an independent solver. */
    private static double lowest(DenseMatrix X, int i, DenseMatrix Ht) {
        int r = Ht.cols();
        double[] w = new double[r];
        Arrays.fill(w, 1);
        double[] sums = new double[r];
        for (int j = 0; j < N; j++) for (int k = 0; k < r; k++) sums[k] += Ht.get(j, k);
        for (int it = 0; it < 20_000; it++) {
            double[] next = new double[r];
            for (int j = 0; j < N; j++) {
                double a = 0;
                for (int k = 0; k < r; k++) a += w[k] * Ht.get(j, k);
                if (X.get(i, j) > 0) for (int k = 0; k < r; k++) next[k] += X.get(i, j) * Ht.get(j, k) / a;
            }
            for (int k = 0; k < r; k++) w[k] *= next[k] / sums[k];
        }
        try (DenseMatrix W = DenseMatrix.zeros(P, r)) {
            W.setRow(i, w);
            return KlProblems.divergence(X, W, Ht, i);
        }
    }

    @Test
    void largestGainsAreTheBestOfAllSubsets() {
        for (long seed = 0; seed < 12; seed++) {
            try (ExecutionContext context = ExecutionContext.createPlainJava(2);
                    DenseMatrix X = KlProblems.counts(seed, P, N);
                    DenseMatrix Ht = DenseMatrix.zeros(N, 3)) {
                long draws = seed;
                Ht.map((j, k, zero) -> CounterRandom.uniform(draws + 5, j, k));
                CountBackground background = CountBackground.of(X);
                KlGains gains = KlGains.compute(context, X, background, Ht);
                KlGains sparse = KlGains.compute(context, SparseMatrix.of(X), background, Ht);
                double[] kept = new double[P];
                double[] dropped = new double[P];
                for (int i = 0; i < P; i++) {
                    dropped[i] = background.divergence(X, i);
                    kept[i] = Math.min(dropped[i], lowest(X, i, Ht));
                    assertThat(gains.gain(i))
                            .isCloseTo(dropped[i] - kept[i], within(1e-6))
                            .isEqualTo(sparse.gain(i));
                }
                for (int k = 1; k <= P; k++) {
                    double best = Double.POSITIVE_INFINITY;
                    for (int subset = 0; subset < 1 << P; subset++)
                        if (Integer.bitCount(subset) <= k) best = Math.min(best, value(subset, kept, dropped));
                    int chosen = 0;
                    for (int i : gains.best(k).toArray()) chosen |= 1 << i;
                    assertThat(Integer.bitCount(chosen)).isLessThanOrEqualTo(k);
                    assertThat(value(chosen, kept, dropped))
                            .as("seed %d, k %d", seed, k)
                            .isCloseTo(best, within(1e-5));
                }
            }
        }
    }

    @Test
    void featuresWithoutGainAreNotKept() {
        assertThat(KlGains.best(new double[] {0, 2, -1, 0, 1}, 4)).containsExactly(1, 4);
        assertThat(KlGains.best(new double[] {3, 5, 3, 3}, 2)).containsExactly(0, 1);
    }

    private static double value(int subset, double[] kept, double[] dropped) {
        double sum = 0;
        for (int i = 0; i < P; i++) sum += ((subset >> i) & 1) == 1 ? kept[i] : dropped[i];
        return sum;
    }

    @Test
    void backgroundHasTheSumsOfTheData() {
        try (DenseMatrix X = KlProblems.counts(3, P, N)) {
            CountBackground background = CountBackground.of(X);
            double[] sums = X.rowSums();
            for (int i = 0; i < P; i++) {
                double row = 0;
                for (int j = 0; j < N; j++) row += background.get(i, j);
                assertThat(row).isCloseTo(sums[i], within(1e-12));
            }
            for (int j = 0; j < N; j++) {
                double column = 0;
                double expected = 0;
                for (int i = 0; i < P; i++) {
                    column += background.get(i, j);
                    expected += X.get(i, j);
                }
                assertThat(column).isCloseTo(expected, within(1e-12));
            }
        }
    }
}
