package org.grapnel.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.grapnel.data.Dataset;

/**
 * Simulated single cells: types of unequal size, each with its own markers, counts from a negative binomial distribution, dropout, and
 * possibly two batches.
 *
 * @param data the counts of the cells, with their type as label
 * @param markers whether a feature is a marker
 */
record SimulatedCells(Dataset data, List<Boolean> markers) {
    private static final double[] SHARES = {0.25, 0.2, 0.15, 0.12, 0.1, 0.08, 0.06, 0.04};
    private static final int MARKERS_PER_TYPE = 28;
    private static final double SPREAD_OF_GENES = 0.8;
    private static final double SPREAD_OF_BATCHES = 0.15;
    private static final double SPREAD_OF_DEPTH = 0.3;
    private static final double DEPTH = 2100;
    private static final double DROPOUT = 0.1;

    /** Draws cells; {@code permuted} shuffles every gene over the cells independently. */
    static SimulatedCells draw(int cells, int genes, double fold, boolean batches, boolean permuted, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] profile = new double[SHARES.length][genes];
        for (int g = 0; g < genes; g++) {
            double level = Math.exp(SPREAD_OF_GENES * gaussian(random));
            for (double[] type : profile) type[g] = level;
        }
        int[] shuffled = permutation(random, genes);
        boolean[] marks = new boolean[genes];
        for (int t = 0, at = 0; t < SHARES.length; t++)
            for (int m = 0; m < MARKERS_PER_TYPE; m++, at++) {
                profile[t][shuffled[at]] *= fold;
                marks[shuffled[at]] = true;
            }
        double[][] effect = new double[2][genes];
        for (double[] batch : effect)
            for (int g = 0; g < genes; g++) batch[g] = batches ? Math.exp(SPREAD_OF_BATCHES * gaussian(random)) : 1;
        double[][] counts = new double[cells][genes];
        List<String> types = new ArrayList<>();
        for (double[] cell : counts) {
            int type = type(random.nextDouble());
            types.add("type" + type);
            double[] batch = effect[random.nextInt(2)];
            double sum = 0;
            for (int g = 0; g < genes; g++) sum += profile[type][g] * batch[g];
            double depth = DEPTH * Math.exp(SPREAD_OF_DEPTH * gaussian(random)) / sum;
            for (int g = 0; g < genes; g++) {
                double rate = profile[type][g] * batch[g] * depth;
                double overdispersed = -rate / 2 * Math.log(random.nextDouble() * random.nextDouble());
                cell[g] = random.nextDouble() < DROPOUT ? 0 : poisson(random, overdispersed);
            }
        }
        if (permuted) permute(random, counts);
        List<Boolean> markers = new ArrayList<>();
        for (boolean mark : marks) markers.add(mark);
        return new SimulatedCells(Dataset.ofSamples(counts).withLabels(types), markers);
    }

    private static int type(double u) {
        double sum = 0;
        for (int t = 0; t < SHARES.length; t++) {
            sum += SHARES[t];
            if (u < sum) return t;
        }
        return SHARES.length - 1;
    }

    private static void permute(SplittableRandom random, double[][] counts) {
        for (int g = 0; g < counts[0].length; g++) {
            int[] order = permutation(random, counts.length);
            double[] column = new double[counts.length];
            for (int j = 0; j < column.length; j++) column[j] = counts[order[j]][g];
            for (int j = 0; j < column.length; j++) counts[j][g] = column[j];
        }
    }

    static int[] permutation(SplittableRandom random, int n) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    /** Knuth's method for small rates, and the normal approximation above. */
    private static int poisson(SplittableRandom random, double rate) {
        if (rate > 50) return (int) Math.max(0, Math.round(rate + Math.sqrt(rate) * gaussian(random)));
        double limit = Math.exp(-rate);
        int count = 0;
        for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) count++;
        return count;
    }
}
