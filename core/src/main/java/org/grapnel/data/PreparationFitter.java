package org.grapnel.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.linalg.Matrix;

/** Fits and applies a preparation: each step learns its numbers from the data as the step before left them. */
final class PreparationFitter {
    private final Preparation how;
    private final List<String> notes = new ArrayList<>();
    private Dataset at;
    private int[] stay;
    private double[] fill;
    private double[] shift;
    private double[] divisor;
    private double[] featureShift;
    private double[] featureDivisor;

    PreparationFitter(Preparation how, Dataset data) {
        this.how = how;
        at = data;
        int p = data.X().rows();
        stay = IntStream.range(0, p).toArray();
        fill = filledWith(p, Double.NaN);
        shift = new double[p];
        divisor = filledWith(p, 1);
        featureShift = new double[p];
        featureDivisor = filledWith(p, 1);
    }

    /** Frees intermediate data if the data are refused; the given data stay open. */
    PreparedData fit() {
        Dataset given = at;
        try {
            return stepByStep(given.picture());
        } catch (RuntimeException | Error e) {
            if (at.X() != given.X()) at.close();
            throw e;
        }
    }

    private PreparedData stepByStep(Optional<Dataset.ImageShape> picture) {
        PreparationSteps.requireNumbers(
                at,
                feature -> feature,
                how.impute() == Imputation.NONE
                        ? Optional.of("Preparation.withImpute(ZERO) or Preparation.withImpute(MEAN) fills %s")
                        : Optional.empty());
        if (how.log1p()) {
            at = PreparationSteps.log1p(at, feature -> feature);
            notes.add("log(1 + x) was taken");
        }
        if (how.impute() != Imputation.NONE) impute();
        if (how.dropConstant() || how.topVariance().isPresent()) choose();
        normalize();
        if (how.featureScale() != FeatureScaling.NONE) scaleFeatures();
        notes.addAll(at.check(feature -> stay[feature]));
        List<FittedPreparation.FeatureTransform> features = IntStream.range(
                        0, at.X().rows())
                .mapToObj(i -> new FittedPreparation.FeatureTransform(
                        at.features().get(i), fill[i], shift[i], divisor[i], featureShift[i], featureDivisor[i]))
                .toList();
        FittedPreparation recipe = new FittedPreparation(how.log1p(), how.normalize() == Normalization.L2, features);
        return new PreparedData(at, how, recipe, IntStream.of(stay).boxed().toList(), picture, notes);
    }

    private void impute() {
        double[] row = new double[at.X().cols()];
        long gaps = 0;
        for (int i = 0; i < fill.length; i++) {
            at.X().row(i, row);
            double mean = 0;
            int present = 0;
            for (double x : row) if (!Double.isNaN(x)) mean += (x - mean) / ++present;
            gaps += row.length - present;
            if (how.impute() == Imputation.MEAN && present == 0 && row.length > 0)
                throw new DataException(
                        "%s: feature %d (%s) has no value at all, so it has no mean; leave it out, or use Preparation.withImpute(ZERO)",
                        at.source().path(), i, at.features().get(i));
            fill[i] = how.impute() == Imputation.ZERO ? 0 : mean;
        }
        if (gaps == 0) return;
        at = PreparationSteps.fill(at, fill);
        notes.add(String.format(
                Locale.ROOT,
                "%d missing value%s filled with %s",
                gaps,
                gaps == 1 ? " was" : "s were",
                how.impute() == Imputation.ZERO ? "0" : "the mean of the feature"));
    }

    /** Selects features. Variances are divided by n, and are those of x over the largest |x|, whose square cannot overflow. */
    private void choose() {
        int p = at.X().rows();
        int n = at.X().cols();
        double size = largest(at.X());
        double[] variance = new double[p];
        boolean[] constant = new boolean[p];
        double[] row = new double[n];
        for (int i = 0; i < p; i++) {
            at.X().row(i, row);
            double first = n == 0 ? 0 : row[0];
            constant[i] = Arrays.stream(row).allMatch(x -> x == first);
            double mean = 0;
            for (double x : row) mean += (x - first) / size / n;
            for (double x : row) variance[i] += ((x - first) / size - mean) * ((x - first) / size - mean) / n;
        }
        stay = IntStream.range(0, p)
                .filter(i -> !how.dropConstant() || !constant[i])
                .toArray();
        if (stay.length == 0)
            throw new DataException(
                    "%s: all %d features are constant, so Preparation.withDropConstant leaves none",
                    at.source().path(), p);
        if (stay.length < p)
            notes.add(p - stay.length + " constant feature" + (p - stay.length == 1 ? " was" : "s were") + " dropped");
        int most = how.topVariance().orElse(stay.length);
        if (most > stay.length)
            notes.add("top variance " + most + " keeps all " + stay.length + " features: there are no more");
        if (most < stay.length) {
            stay = IntStream.of(stay)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(i -> -variance[i])
                            .thenComparing(i -> i))
                    .limit(most)
                    .mapToInt(i -> i)
                    .sorted()
                    .toArray();
            notes.add("the " + most + " features of largest variance were kept, of " + p);
        }
        if (stay.length == p) return;
        at = PreparationSteps.keepRows(at, stay);
        fill = IntStream.of(stay).mapToDouble(i -> fill[i]).toArray();
        shift = new double[stay.length];
        divisor = filledWith(stay.length, 1);
        featureShift = new double[stay.length];
        featureDivisor = filledWith(stay.length, 1);
    }

    private void normalize() {
        switch (how.normalize()) {
            case NONE -> {}
            case MAX -> {
                double most = most();
                if (!(most > 0))
                    throw new DataException(
                            "%s: no number is above 0, so Preparation.withNormalize(MAX) has nothing to divide by",
                            at.source().path());
                Arrays.fill(divisor, most);
                notes.add("all numbers were divided by the largest, " + most);
                at = PreparationSteps.scale(at, shift, divisor);
            }
            case MINMAX -> {
                double least = least();
                double range = most() - least;
                if (!(range > 0) || range == Double.POSITIVE_INFINITY)
                    throw new DataException(
                            "%s: the numbers go from %s to %s, which Preparation.withNormalize(MINMAX) cannot bring to [0, 1]",
                            at.source().path(), least, most());
                Arrays.fill(shift, least);
                Arrays.fill(divisor, range);
                notes.add("all numbers were brought from [" + least + ", " + (least + range) + "] to [0, 1]");
                at = PreparationSteps.scale(at, shift, divisor);
            }
            case L2 -> {
                at = PreparationSteps.unitSamples(at);
                notes.add("every sample was divided by its length");
            }
        }
    }

    /** Scales the features; a zero feature stays zero. */
    private void scaleFeatures() {
        boolean shifts = how.featureScale() == FeatureScaling.SHIFT_UNIT;
        double[] row = new double[at.X().cols()];
        for (int i = 0; i < featureShift.length; i++) {
            at.X().row(i, row);
            double least = shifts ? Arrays.stream(row).min().orElse(0) : 0;
            double size = 0;
            for (double x : row) size = Math.max(size, Math.abs(x - least));
            double squares = 0;
            for (double x : row) squares += size == 0 ? 0 : (x - least) / size * ((x - least) / size);
            featureShift[i] = least;
            featureDivisor[i] = size == 0 ? 1 : size * Math.sqrt(squares);
        }
        at = PreparationSteps.scale(at, featureShift, featureDivisor);
        notes.add(
                shifts
                        ? "every feature had its minimum subtracted and was divided by its norm"
                        : "every feature was divided by its norm");
    }

    private double least() {
        double least = Double.POSITIVE_INFINITY;
        double[] row = new double[at.X().cols()];
        for (int i = 0; i < at.X().rows(); i++) {
            at.X().row(i, row);
            for (double x : row) least = Math.min(least, x);
        }
        return least;
    }

    private double most() {
        double most = Double.NEGATIVE_INFINITY;
        double[] row = new double[at.X().cols()];
        for (int i = 0; i < at.X().rows(); i++) {
            at.X().row(i, row);
            for (double x : row) most = Math.max(most, x);
        }
        return most;
    }

    /** Returns the largest |x|; 1 if all are zero. */
    private static double largest(Matrix X) {
        double largest = 0;
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (double x : row) largest = Math.max(largest, Math.abs(x));
        }
        return largest == 0 ? 1 : largest;
    }

    private static double[] filledWith(int count, double value) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }
}
