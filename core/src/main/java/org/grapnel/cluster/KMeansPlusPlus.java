package org.grapnel.cluster;

import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/**
 * Greedy k-means++ seeding (Arthur and Vassilvitskii 2007; greedy as in scikit-learn). The first centre is a sample
 * drawn uniformly. Each further centre is the best of 2 + ⌊ln c⌋ samples drawn with probability ∝ D², the squared
 * distance to the nearest centre so far; the best leaves the smallest Σ D². Dense and sparse points draw the same
 * samples.
 */
final class KMeansPlusPlus {
    /** Squared distances below this multiple of their error are computed directly: equal samples have distance 0. */
    private static final double DIRECT_FACTOR = 64;

    private final ClusterPoints points;
    private final Scratch scratch;
    private final CenterDistances distances;
    private final int[] allSamples;
    private final double[] candidates;
    private final double[][] nearest; // D² if the candidate were chosen
    private double[] D2;
    private final double[] cumulative;

    private KMeansPlusPlus(ExecutionContext context, ClusterPoints points, int trials, Scratch scratch) {
        this.points = points;
        this.scratch = scratch;
        distances = new CenterDistances(context, points, scratch);
        allSamples = new int[points.n];
        for (int i = 0; i < allSamples.length; i++) allSamples[i] = i;
        candidates = new double[Math.multiplyExact(trials, points.d)];
        nearest = new double[trials][points.n];
        D2 = new double[points.n];
        Arrays.fill(D2, Double.POSITIVE_INFINITY);
        cumulative = new double[points.n];
    }

    /** Draws distinct samples as centres, stored one after the other. */
    static double[] draw(ExecutionContext context, ClusterPoints points, int clusters, long seed, Scratch scratch) {
        int trials = 2 + (int) Math.log(clusters);
        KMeansPlusPlus seeds = new KMeansPlusPlus(context, points, trials, scratch);
        double[] centres = new double[Math.multiplyExact(clusters, points.d)];
        int first = (int) (CounterRandom.uniform(seed, 0, 0) * points.n);
        seeds.choose(centres, 0, new int[] {first});
        for (int j = 1; j < clusters; j++) {
            if (seeds.accumulate() == 0)
                throw new DataException(
                        "only %d distinguishable samples for %d clusters; lower the number of clusters", j, clusters);
            int[] drawn = new int[trials];
            for (int t = 0; t < trials; t++) drawn[t] = seeds.draw(CounterRandom.uniform(seed, j, t));
            seeds.choose(centres, j, drawn);
        }
        return centres;
    }

    private double accumulate() {
        double sum = 0;
        for (int i = 0; i < D2.length; i++) {
            sum += D2[i];
            cumulative[i] = sum;
        }
        return sum;
    }

    /** The first sample at which the running sum of D² exceeds this share of the total: never an existing centre. */
    private int draw(double share) {
        double total = cumulative[cumulative.length - 1];
        double threshold = Math.min(share * total, Math.nextDown(total));
        int low = 0;
        int high = cumulative.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] > threshold) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    /** Makes the best of the drawn samples centre j. */
    private void choose(double[] centres, int j, int[] drawn) {
        int d = points.d;
        for (int t = 0; t < drawn.length; t++) points.copy(drawn[t], candidates, t * d, scratch);
        distances.setCentres(candidates, drawn.length);
        double[] sums = new double[drawn.length];
        int block = points.blockSize();
        for (int from = 0; from < points.n; from += block)
            measure(from, Math.min(block, points.n - from), drawn.length, sums);
        int best = 0;
        for (int t = 1; t < drawn.length; t++) if (sums[t] < sums[best]) best = t;
        System.arraycopy(candidates, best * d, centres, j * d, d);
        double[] old = D2;
        D2 = nearest[best];
        nearest[best] = old;
    }

    private void measure(int from, int m, int trials, double[] sums) {
        double[] squares = distances.squares(allSamples, from, m);
        for (int q = 0; q < m; q++) {
            int i = from + q;
            double directBelow = DIRECT_FACTOR * distances.error(i);
            for (int t = 0; t < trials; t++) {
                double square = squares[q * trials + t];
                if (square <= directBelow) square = points.distance(i, candidates, t * points.d, scratch);
                nearest[t][i] = Math.min(D2[i], square);
                sums[t] += nearest[t][i];
            }
        }
    }
}
