package org.grapnel.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class TsneAffinitiesTest {
    private static double perplexity(double[] p) {
        double entropy = 0;
        for (double v : p) if (v > 0) entropy -= v * Math.log(v);
        return Math.exp(entropy);
    }

    private static double[] distances(long seed, int k, double scale) {
        double[] d = new double[k];
        for (int r = 0; r < k; r++) d[r] = scale * CounterRandom.uniform(seed, r, 0);
        Arrays.sort(d);
        return d;
    }

    @Test
    void everyRowHasTheRequestedPerplexity() {
        for (double asked : new double[] {1.4, 2, 5, 12.5, 30, 50}) {
            int k = TsneAffinities.neighbors(asked);
            for (double scale : new double[] {1e-200, 1e-9, 1, 1e9, 1e200}) {
                for (int seed = 0; seed < 20; seed++) {
                    double[] row = distances(seed, k, scale);
                    TsneAffinities.calibrate(row, k, asked);
                    assertThat(perplexity(row)).isCloseTo(asked, within(1e-8 * asked));
                    for (int r = 1; r < k; r++) assertThat(row[r]).isLessThanOrEqualTo(row[r - 1]);
                }
            }
        }
    }

    @Test
    void rowsWithOneFarOrNearNeighborAreCalibrated() {
        double[] far = distances(1, 30, 1);
        far[29] = 1e8;
        TsneAffinities.calibrate(far, 30, 10);
        assertThat(perplexity(far)).isCloseTo(10, within(1e-6));
        double[] near = distances(2, 30, 1);
        near[0] = 1e-12;
        for (int r = 1; r < 30; r++) near[r] += 1e6; // the others are nearly tied
        TsneAffinities.calibrate(near, 30, 10);
        assertThat(perplexity(near)).isCloseTo(10, within(1e-6));
    }

    @Test
    void tiedNeighborsShareTheWeightIfNoBandwidthReachesThePerplexity() {
        double[] equal = {3, 3, 3, 3, 3, 3};
        TsneAffinities.calibrate(equal, 6, 2);
        assertThat(equal).containsOnly(1.0 / 6);
        double[] zeros = new double[6];
        TsneAffinities.calibrate(zeros, 6, 2);
        assertThat(zeros).containsOnly(1.0 / 6);
        double[] twins = {0, 0, 0, 1, 2, 3};
        TsneAffinities.calibrate(twins, 6, 2);
        assertThat(twins).containsExactly(1.0 / 3, 1.0 / 3, 1.0 / 3, 0, 0, 0);
        double[] few = {1, 2};
        TsneAffinities.calibrate(few, 2, 2.0 / 3); // three samples: only the nearest counts
        assertThat(few).containsExactly(1, 0);
    }

    @Test
    void affinitiesAreSymmetricAndSumToOne() {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = BruteForceTsne.groups(3, 5, 60, 3, 1)) {
            double asked = 7;
            int k = TsneAffinities.neighbors(asked);
            Neighbors neighbors = BruteForceTsne.nearest(context, X, k);
            double[][] expected = new double[60][60];
            for (int i = 0; i < 60; i++) {
                double[] row = new double[k];
                for (int r = 0; r < k; r++) row[r] = neighbors.distance(i, r);
                TsneAffinities.calibrate(row, k, asked);
                for (int r = 0; r < k; r++) {
                    expected[i][neighbors.index(i, r)] += row[r] / 120;
                    expected[neighbors.index(i, r)][i] += row[r] / 120;
                }
            }
            TsneAffinities P = TsneAffinities.compute(context, neighbors, asked);
            double sum = 0;
            for (int i = 0; i < 60; i++) {
                for (int j = 0; j < 60; j++) {
                    if (i == j) continue;
                    assertThat(P.get(i, j)).isEqualTo(P.get(j, i)).isCloseTo(expected[i][j], within(1e-16));
                    sum += P.get(i, j);
                }
            }
            assertThat(sum).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void surplusNeighborsAreIgnored() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = BruteForceTsne.groups(4, 5, 40, 2, 1)) {
            TsneAffinities few = TsneAffinities.compute(context, BruteForceTsne.nearest(context, X, 12), 4);
            TsneAffinities many = TsneAffinities.compute(context, BruteForceTsne.nearest(context, X, 30), 4);
            assertThat(many.pairs()).isEqualTo(few.pairs());
            for (int i = 0; i < 40; i++)
                for (int j = 0; j < i; j++) assertThat(many.get(i, j)).isEqualTo(few.get(i, j));
        }
    }

    @Test
    void partsCoverAllPairs() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = BruteForceTsne.groups(5, 3, 30, 2, 1)) {
            TsneAffinities P = TsneAffinities.compute(context, BruteForceTsne.nearest(context, X, 6), 2);
            assertThat(P.sampleAt(0)).isZero();
            for (int e = 1; e < P.pairs(); e++) assertThat(P.sampleAt(e)).isBetween(P.sampleAt(e - 1), 30);
        }
    }

    @Test
    void invalidNeighborsAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            double[][] one = {{1}, {1}};
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TsneAffinities.compute(context, Neighbors.of(new int[][] {{1}, {0}}, one), 2))
                    .withMessage("perplexity 2.0 needs the 6 nearest neighbours of every sample, got 1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TsneAffinities.compute(context, Neighbors.of(new int[][] {{1}, {1}}, one), 0.3))
                    .withMessage("neighbour 0 of sample 1 is 1, expected another of the 2 samples");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TsneAffinities.compute(context, Neighbors.of(new int[][] {{2}, {0}}, one), 0.3))
                    .withMessage("neighbour 0 of sample 0 is 2, expected another of the 2 samples");
            for (double wrong : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY})
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> TsneAffinities.compute(
                                context, Neighbors.of(new int[][] {{1}, {0}}, new double[][] {{wrong}, {1}}), 0.3))
                        .withMessage("the distance from sample 0 to its neighbour 1 is " + wrong
                                + ", not a finite number >= 0");
        }
    }
}
