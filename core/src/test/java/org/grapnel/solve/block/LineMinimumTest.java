package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** The minimum of a line, against an active set that starts from zero, and where Q is singular. */
class LineMinimumTest {
    private static final int R = 5;

    /** Q = Σ c·mmᵀ and b = Σ cx·m for 12 places. */
    private static double[][] gram(long seed, double huge, int places, double[] b) {
        double[][] Q = new double[R][R];
        for (int l = 0; l < places; l++) {
            double c = l == 3 ? huge : 1;
            double x = CounterRandom.uniform(seed, l, 50);
            for (int j = 0; j < R; j++) {
                b[j] += c * x * m(seed, l, j);
                for (int k = 0; k < R; k++) Q[j][k] += c * m(seed, l, j) * m(seed, l, k);
            }
        }
        return Q;
    }

    private static double m(long seed, int l, int j) {
        return CounterRandom.uniform(seed + 1, l, j);
    }

    private static double[] solve(double[][] Q, double[] b, double[] start) {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            CoordinateTile tile = CoordinateTile.forThread(context.callerScratch(), R);
            int i = 7;
            for (int j = 0; j < R; j++) {
                tile.z[j][i] = start[j];
                tile.b[j][i] = b[j];
                for (int k = j; k < R; k++) tile.gram()[WeightedGrams.pair(j, k, R)][i] = Q[j][k];
            }
            LineMinimum.forThread(context.callerScratch(), R).solve(tile, i, new double[R][R]);
            double[] z = new double[R];
            for (int j = 0; j < R; j++) z[j] = tile.z[j][i];
            return z;
        }
    }

    private static double[] start(long seed) {
        double[] start = new double[R];
        for (int j = 0; j < R; j++) start[j] = Math.max(0, CounterRandom.uniform(seed + 2, 0, j) - 0.4);
        return start;
    }

    private static double value(double[][] Q, double[] b, double[] z) {
        double value = 0;
        for (int j = 0; j < R; j++) {
            value -= b[j] * z[j];
            for (int k = 0; k < R; k++) value += Q[j][k] * z[j] * z[k] / 2;
        }
        return value;
    }

    @Test
    void theMinimumHasTheRightSlopesForAnyWeight() {
        for (double huge : new double[] {0, 1, 1e3, 1e6, 1e9})
            for (long seed = 0; seed < 200; seed++) {
                double[] b = new double[R];
                double[][] Q = gram(seed, huge, 12, b);
                double[] z = solve(Q, b, start(seed));
                QuadraticOracle oracle = new QuadraticOracle(Q, b);
                assertThat(oracle.violation(z)).as("seed %d", seed).isLessThan(1e-12);
                double best = value(Q, b, oracle.minimiser());
                assertThat(value(Q, b, z)).isLessThanOrEqualTo(best + 1e-12 * Math.abs(best));
            }
    }

    /** Fewer places than components, and a component without curvature: the value falls, and that component stays. */
    @Test
    void singularProblemsEndAtAMinimumToo() {
        for (double huge : new double[] {1, 1e6})
            for (long seed = 0; seed < 200; seed++) {
                double[] b = new double[R];
                double[][] Q = gram(seed, huge, 4, b);
                for (int j = 0; j < R; j++) Q[2][j] = Q[j][2] = 0;
                b[2] = 0;
                double[] start = start(seed);
                double[] z = solve(Q, b, start);
                assertThat(z[2]).isEqualTo(start[2]);
                assertThat(value(Q, b, z)).isLessThanOrEqualTo(value(Q, b, start));
                for (int j = 0; j < R; j++) {
                    double slope = -b[j];
                    double terms = b[j] + 1e-300;
                    for (int k = 0; k < R; k++) {
                        slope += Q[j][k] * z[k];
                        terms += Q[j][k] * z[k];
                    }
                    assertThat(z[j] > 0 ? Math.abs(slope) : -slope)
                            .as("seed %d, weight %s", seed, huge)
                            .isLessThan(1e-9 * terms);
                }
            }
    }
}
