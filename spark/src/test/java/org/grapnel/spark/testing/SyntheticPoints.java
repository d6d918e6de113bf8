package org.grapnel.spark.testing;

import org.grapnel.runtime.CounterRandom;

/** Synthetic samples for tests. */
public final class SyntheticPoints {
    private SyntheticPoints() {}

    /** Draws non-negative features × samples around random centers. */
    public static double[][] clouds(long seed, int features, int samples, int centres, double noise) {
        double[][] x = new double[features][samples];
        for (int j = 0; j < samples; j++) {
            int centre = (int) (CounterRandom.uniform(seed, j, 1_000_003) * centres);
            for (int f = 0; f < features; f++)
                x[f][j] = Math.abs(4 * CounterRandom.uniform(seed + 1, centre, f)
                        + noise * CounterRandom.gaussian(seed + 2, j, f));
        }
        return x;
    }

    /** Draws small integers, mostly zero: many duplicates and many equal distances. */
    public static double[][] counts(long seed, int features, int samples) {
        double[][] x = new double[features][samples];
        for (int j = 0; j < samples; j++)
            for (int f = 0; f < features; f++)
                x[f][j] = Math.max(0, Math.floor(4 * CounterRandom.uniform(seed, j, f)) - 2);
        return x;
    }

    /** Puts a one into every all-zero column. */
    public static double[][] withoutZeros(double[][] x) {
        for (int j = 0; j < x[0].length; j++) {
            double sum = 0;
            for (double[] row : x) sum += row[j];
            if (sum == 0) x[j % x.length][j] = 1;
        }
        return x;
    }
}
