package org.grapnel.select.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class NoiseScreenTest {
    private static final int INFORMATIVE = 20;

    private static Optional<RowSet> informative(double[][] x) {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x)) {
            return NoiseScreen.findInformative(context, X);
        }
    }

    /** Independent normal numbers, shifted to be non-negative. */
    private static double[][] noise(long seed, int p, int n) {
        double[][] x = new double[p][n];
        for (int i = 0; i < p; i++)
            for (int a = 0; a < n; a++) x[i][a] = Math.max(0, 8 + CounterRandom.gaussian(seed, i, a));
        return x;
    }

    /** The means of the first features differ between four groups of samples. */
    private static double[][] planted(long seed, int p, int n) {
        double[][] x = noise(seed, p, n);
        for (int i = 0; i < INFORMATIVE; i++)
            for (int a = 0; a < n; a++) x[i][a] += 1.5 * CounterRandom.gaussian(seed + 1, i, a % 4);
        return x;
    }

    /** Smooth functions of three hidden variables, with a little noise. */
    private static double[][] redundant(long seed, int p, int n) {
        double[][] hidden = TestMatrices.uniform(seed, 3, n);
        double[][] x = noise(seed + 1, p, n);
        for (int i = 0; i < p; i++)
            for (int a = 0; a < n; a++)
                x[i][a] = 0.1 * x[i][a] + Math.pow(hidden[i % 3][a] + 0.2 * hidden[(i + 1) % 3][a], 1 + i % 2);
        return x;
    }

    @Test
    void plantedFeaturesPassAndNoiseDoesNot() {
        for (long seed : new long[] {1, 10, 20}) {
            int[] kept = informative(planted(seed, INFORMATIVE + 2000, 200))
                    .orElseThrow()
                    .toArray();
            assertThat(Arrays.stream(kept).filter(i -> i < INFORMATIVE).count())
                    .as("informative, seed %d", seed)
                    .isGreaterThanOrEqualTo(16);
            assertThat(Arrays.stream(kept).filter(i -> i >= INFORMATIVE).count())
                    .as("noise, seed %d", seed)
                    .isLessThanOrEqualTo(2);
        }
    }

    @Test
    void structuredDataAreNotScreened() {
        assertThat(informative(redundant(2, 300, 100))).isEmpty();
        double[][] x = redundant(2, 300, 100); // also with a few noise features
        System.arraycopy(noise(9, 50, 100), 0, x, 100, 50);
        assertThat(informative(x)).isEmpty();
    }

    @Test
    void pureNoiseHardlyEverTriggersTheScreen() {
        int acted = 0;
        for (long seed = 0; seed < 20; seed++) {
            Optional<RowSet> kept = informative(noise(seed, 1000, 80));
            if (kept.isPresent()) acted++;
            assertThat(kept.map(RowSet::count).orElse(0)).as("seed %d", seed).isLessThanOrEqualTo(3);
        }
        assertThat(acted).isLessThanOrEqualTo(3); // one in thirty: a pair that is similar by chance
    }

    @Test
    void gateNeedsAThirdOfTheVarianceToo() {
        double[][] x = planted(1, 500, 200);
        assertThat(informative(x)).isPresent();
        for (int i = INFORMATIVE; i < 500; i++) for (int a = 0; a < 200; a++) x[i][a] *= 0.05;
        assertThat(informative(x)).isEmpty();
    }

    @Test
    void constantFeaturesNeverPassAndDuplicatesDo() {
        double[][] x = planted(3, 600, 150);
        int[] before = Arrays.stream(informative(x).orElseThrow().toArray())
                .filter(i -> i < INFORMATIVE)
                .toArray();
        for (int i = 100; i < 130; i++) Arrays.fill(x[i], i == 100 ? 0 : 0.1 * i);
        x[200] = x[300].clone(); // noise, but not independent
        int[] kept = informative(x).orElseThrow().toArray();
        assertThat(kept)
                .contains(before)
                .doesNotContain(IntStream.range(100, 130).toArray());

        double[][] same = noise(5, 40, 30);
        for (int i = 1; i < 40; i++) same[i] = same[0].clone();
        assertThat(informative(same)).isEmpty();
        for (double[] row : same) Arrays.fill(row, 0.1);
        assertThat(informative(same)).isEmpty();
    }

    @Test
    void fewFeaturesOrSamplesAreNotScreened() {
        double[][] x = planted(1, 500, 200);
        assertThat(informative(Arrays.copyOf(x, 19))).isEmpty();
        double[][] narrow = Arrays.stream(x).map(row -> Arrays.copyOf(row, 4)).toArray(double[][]::new);
        assertThat(informative(narrow)).isEmpty();
        assertThat(informative(new double[0][0])).isEmpty();
    }

    @Test
    void permutingFeaturesPermutesTheResult() {
        int p = 500;
        double[][] x = planted(4, p, 150);
        double[][] moved = new double[p][];
        for (int i = 0; i < p; i++) moved[i] = x[i * 7 % p];
        int[] back = Arrays.stream(informative(moved).orElseThrow().toArray())
                .map(i -> i * 7 % p)
                .sorted()
                .toArray();
        assertThat(back).isEqualTo(informative(x).orElseThrow().toArray());
    }

    @Test
    void denseAndSparseAndAnyNumberOfThreadsAgree() {
        double[][] x = TestMatrices.map(planted(6, 800, 1100), v -> v < 8.5 ? 0 : v);
        try (DenseMatrix X = DenseMatrix.of(x);
                SparseMatrix S = SparseMatrix.of(X)) {
            Optional<RowSet> expected = informative(x);
            assertThat(expected).isPresent();
            for (int threads : new int[] {1, 2, 3}) {
                try (ExecutionContext context = ExecutionContext.create(threads)) {
                    assertThat(NoiseScreen.findInformative(context, X)).isEqualTo(expected);
                    assertThat(NoiseScreen.findInformative(context, S)).isEqualTo(expected);
                }
            }
        }
    }
}
