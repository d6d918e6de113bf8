package org.grapnel.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.Preconditions;

/**
 * The paper's synthetic data: xᵢⱼ ~ N(μ, 1) with μ = −2, 0 or 2 by the class of sample j on the signal features, N(0, 1) on
 * the noise features, each of which is shuffled over the samples; then (x − min)/(max − min) over all of X [Application to
 * synthetic data].
 *
 * <p>The paper gives the number of noise features (the last three rows), but neither the other sizes nor the distribution of the noise; those are
 * chosen here. The classes differ along one direction only, so one component separates them: an easy case, not a benchmark.
 *
 * @param samples the number of samples, in three classes one after the other; if 3 does not divide it, the first classes have one more
 * @param signal the number of features that separate the classes
 * @param noise the number of features that do not
 */
public record SyntheticData(int samples, int signal, int noise, long seed) {
    private static final List<String> CLASSES = List.of("low", "middle", "high");
    private static final double[] MEANS = {-2, 0, 2};

    public SyntheticData {
        Preconditions.require(samples >= 3, "samples must be at least 3, one for each class, got %d", samples);
        Preconditions.require(signal >= 1, "signal must be at least 1 feature, got %d", signal);
        Preconditions.require(noise >= 0, "noise must be at least 0 features, got %d", noise);
        Preconditions.require(
                noise <= Integer.MAX_VALUE - signal,
                "signal and noise must be at most %d features together, got %d and %d",
                Integer.MAX_VALUE,
                signal,
                noise);
    }

    /** Returns 300 samples, 20 signal features and the paper's 3 noise features. */
    public static SyntheticData of(long seed) {
        return new SyntheticData(300, 20, 3, seed);
    }

    public SyntheticData withSamples(int count) {
        return new SyntheticData(count, signal, noise, seed);
    }

    public SyntheticData withSignal(int features) {
        return new SyntheticData(samples, features, noise, seed);
    }

    public SyntheticData withNoise(int features) {
        return new SyntheticData(samples, signal, features, seed);
    }

    /** Generates the data with the classes as labels; the signal features come first. The caller closes it. */
    public Dataset generate() {
        List<String> features = new ArrayList<>(names("signal-", signal));
        features.addAll(names("noise-", noise));
        List<String> labels = new ArrayList<>();
        for (int j = 0; j < samples; j++) labels.add(CLASSES.get(classOf(j)));
        return new Dataset(X(), features, names("sample-", samples), Optional.of(labels), DataSource.memory());
    }

    /** Class sizes differ by at most one, larger classes first. */
    private int classOf(int sample) {
        int larger = samples % 3;
        int size = samples / 3;
        int inLarger = larger * (size + 1);
        return sample < inLarger ? sample / (size + 1) : larger + (sample - inLarger) / size;
    }

    private DenseMatrix X() {
        DenseMatrix X = DenseMatrix.zeros(signal + noise, samples);
        long signalSeed = CounterRandom.split(seed, 1);
        long noiseSeed = CounterRandom.split(seed, 2);
        double[] row = new double[samples];
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < signal + noise; i++) {
            for (int j = 0; j < samples; j++)
                row[j] = i < signal
                        ? MEANS[classOf(j)] + CounterRandom.gaussian(signalSeed, i, j)
                        : CounterRandom.gaussian(noiseSeed, i - signal, j);
            if (i >= signal) shuffle(row, CounterRandom.split(seed, 3), i - signal);
            for (double x : row) {
                min = Math.min(min, x);
                max = Math.max(max, x);
            }
            X.setRow(i, row);
        }
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < samples; j++) row[j] = (row[j] - min) / (max - min);
            X.setRow(i, row);
        }
        return X;
    }

    /** Shuffles by Fisher and Yates. Independent draws would not need it, but the paper does it. */
    private static void shuffle(double[] values, long seed, int row) {
        for (int last = values.length - 1; last > 0; last--) {
            int other = (int) (CounterRandom.uniform(seed, row, last) * (last + 1));
            double x = values[last];
            values[last] = values[other];
            values[other] = x;
        }
    }

    /** Returns prefix000, prefix001, …, with enough digits that names sort as numbers do. */
    private static List<String> names(String prefix, int count) {
        int digits = Math.max(3, String.valueOf(count - 1).length());
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) names.add(prefix + String.format(Locale.ROOT, "%0" + digits + "d", i));
        return names;
    }
}
