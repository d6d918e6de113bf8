package org.grapnel.select.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class NoiseScoresTest {
    private static double[] scores(ExecutionContext context, Matrix X, RowSet reference) {
        return new NoiseScores(UnitFeatures.compute(context, X, 1000)).compute(context, reference);
    }

    private static double[] scores(double[][] x, RowSet reference) {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x)) {
            return scores(context, X, reference);
        }
    }

    private static RowSet every(int step, int of) {
        RowSet rows = RowSet.none(of);
        for (int i = 0; i < of; i += step) rows.add(i);
        return rows;
    }

    private static void assertClose(double[] actual, double[] expected, String what) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.length; i++) {
            if (Double.isInfinite(expected[i])) assertThat(actual[i]).as(what).isEqualTo(expected[i]);
            else assertThat(actual[i]).as("%s, feature %d", what, i).isCloseTo(expected[i], within(1e-9));
        }
    }

    /** Noise in which every fifth feature follows the first. */
    private static double[][] mixed(long seed, int p, int n) {
        double[][] x = TestMatrices.uniform(seed, p, n);
        for (int i = 0; i < p; i += 5) for (int a = 0; a < n; a++) x[i][a] += 0.5 * x[0][a];
        return x;
    }

    @Test
    void scoresEqualTheNaiveOnes() {
        // fewer and more features than samples; one stripe and several; one batch and two
        for (int[] shape : new int[][] {{20, 5}, {25, 60}, {70, 21}, {150, 150}, {40, 300}, {1100, 140}}) {
            int p = shape[0];
            double[][] x = mixed(p, p, shape[1]);
            Arrays.fill(x[7], 0.1);
            x[9] = x[8].clone();
            for (int step : new int[] {1, 2, 11}) {
                RowSet reference = every(step, p);
                boolean[] in = new boolean[p];
                for (int i : reference.toArray()) in[i] = true;
                String what = p + " × " + shape[1] + ", every " + step;
                assertClose(scores(x, reference), NaiveNoiseScores.scores(x, in), what);
            }
        }
    }

    @Test
    void changedReferenceGivesTheScoresOfAFreshOne() {
        int p = 300;
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(mixed(1, p, 90))) {
            NoiseScores scores = new NoiseScores(UnitFeatures.compute(context, X, 1000));
            RowSet most = RowSet.none(p);
            for (int i = 3; i < p; i++) most.add(i);
            RowSet fewer = every(4, p);
            RowSet similar = RowSet.none(p);
            for (int i = 0; i < p; i += 4) if (i % 40 != 0) similar.add(i == 80 ? 81 : i);
            for (RowSet reference :
                    new RowSet[] {RowSet.all(p), most, fewer, similar, similar, every(6, p), every(2, p), fewer}) {
                assertClose(scores.compute(context, reference), scores(context, X, reference), reference.toString());
            }
        }
    }

    @Test
    void denseAndSparseGiveTheSameBitsAndXIsUnchanged() {
        for (int n : new int[] {40, 1300}) {
            double[][] x = TestMatrices.mostlyZero(3, 80, n);
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    SparseMatrix S = SparseMatrix.of(X)) {
                for (RowSet reference : new RowSet[] {RowSet.all(80), every(3, 80)})
                    assertThat(scores(context, S, reference)).isEqualTo(scores(context, X, reference));
                assertThat(X.toArray()).isDeepEqualTo(x);
            }
        }
    }

    @Test
    void manySamplesAreThinnedEvenly() {
        int n = 1300;
        double[][] x = mixed(4, 30, n);
        double[][] thinned = new double[30][1000];
        for (int i = 0; i < 30; i++) for (int a = 0; a < 1000; a++) thinned[i][a] = x[i][a * n / 1000];
        assertThat(scores(x, RowSet.all(30))).isEqualTo(scores(thinned, RowSet.all(30)));
    }

    @Test
    void neitherShiftNorScaleOfAFeatureMatters() {
        double[][] x = mixed(5, 120, 50);
        double[][] moved = TestMatrices.copy(x);
        for (int i = 0; i < x.length; i++) {
            double by = new double[] {1, 1e-3, 40, -3}[i % 4];
            double shift = new double[] {0, 10, -7}[i % 3];
            for (int a = 0; a < 50; a++) moved[i][a] = by * (x[i][a] + shift);
        }
        for (RowSet reference : new RowSet[] {RowSet.all(120), every(4, 120)})
            assertClose(scores(moved, reference), scores(x, reference), "moved");
    }

    @Test
    void permutingFeaturesPermutesTheScoresAndSamplesChangeNothing() {
        int p = 90;
        int n = 40;
        double[][] x = mixed(6, p, n);
        double[][] features = new double[p][];
        double[][] samples = new double[p][n];
        for (int i = 0; i < p; i++) {
            features[i] = x[i * 37 % p];
            for (int a = 0; a < n; a++) samples[i][a] = x[i][a * 7 % n];
        }
        double[] w = scores(x, RowSet.all(p));
        double[] expected = new double[p];
        for (int i = 0; i < p; i++) expected[i] = w[i * 37 % p];
        assertClose(scores(features, RowSet.all(p)), expected, "features");
        assertClose(scores(samples, RowSet.all(p)), w, "samples");
    }

    @Test
    void sameBitsForAnyNumberOfThreads() {
        for (int[] shape : new int[][] {{1100, 140}, {200, 300}}) {
            int p = shape[0];
            try (DenseMatrix X = DenseMatrix.of(mixed(7, p, shape[1]))) {
                double[][] one = new double[2][];
                for (int threads : new int[] {1, 2, 3}) {
                    try (ExecutionContext context = ExecutionContext.create(threads)) {
                        NoiseScores scores = new NoiseScores(UnitFeatures.compute(context, X, 1000));
                        double[][] w = {scores.compute(context, RowSet.all(p)), scores.compute(context, every(9, p))};
                        if (threads == 1) one = w;
                        assertThat(w).as("%d threads", threads).isDeepEqualTo(one);
                    }
                }
            }
        }
    }
}
