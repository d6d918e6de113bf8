package org.grapnel.spark.testing;

import org.grapnel.runtime.CounterRandom;

/** Samples around a few centres, and other data for tests. */
public final class SyntheticPoints {
    private SyntheticPoints() {}

    /** Features × samples, non-negative: so many centres in a box, and noise around them. */
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

    /** Small whole numbers, mostly zero: many equal samples and many equal distances. */
    public static double[][] counts(long seed, int features, int samples) {
        double[][] x = new double[features][samples];
        for (int j = 0; j < samples; j++)
            for (int f = 0; f < features; f++)
                x[f][j] = Math.max(0, Math.floor(4 * CounterRandom.uniform(seed, j, f)) - 2);
        return x;
    }

    /** Every column of which nothing is left gets a one. */
    public static double[][] withoutZeros(double[][] x) {
        for (int j = 0; j < x[0].length; j++) {
            double sum = 0;
            for (double[] row : x) sum += row[j];
            if (sum == 0) x[j % x.length][j] = 1;
        }
        return x;
    }
}
