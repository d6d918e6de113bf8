package org.grapnel.data;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.grapnel.runtime.Preconditions;

/**
 * A {@link Preparation} with the numbers learned from data, to prepare other samples in the same way.
 *
 * <p>The sample is scaled to the sum {@code total}, over all of its features. Then for each feature that was kept: x ← log(1 + x); x ← min(x, cap);
 * a missing value becomes {@code fill}; for tf-idf x > 1 becomes 1 + ln x; x ← (x − shift)/divisor; the sample to unit norm where the
 * normalization asks for it; x ← (x − featureShift)/featureDivisor.
 *
 * @param total the sum of every sample; empty if samples keep their sums
 * @param read the number of features over which the sums were taken: those of the data as read
 * @param log1p whether logarithms are taken
 * @param normalize how X is scaled as a whole
 * @param features the kept features, in the order of the prepared data
 */
public record FittedPreparation(
        OptionalDouble total, int read, boolean log1p, Normalization normalize, List<FeatureTransform> features) {
    public FittedPreparation {
        features = List.copyOf(features);
    }

    /**
     * The transform of one feature.
     *
     * @param cap the largest value that stays; infinite if none is clipped
     * @param fill the value for missing values; NaN if they are refused
     */
    public record FeatureTransform(
            String name,
            double cap,
            double fill,
            double shift,
            double divisor,
            double featureShift,
            double featureDivisor) {
        /** Returns a transform that changes nothing. */
        public static FeatureTransform plain(String name) {
            return divided(name, 1);
        }

        /** Returns a transform that only divides. */
        public static FeatureTransform divided(String name, double divisor) {
            return new FeatureTransform(name, Double.POSITIVE_INFINITY, Double.NaN, 0, divisor, 0, 1);
        }
    }

    /**
     * Prepares other samples, on some of the features. Features are found by name, and other features are dropped. The given data are not changed.
     * Negative values are refused unless the preparation subtracts something: then a sample may lie below all samples of the fit. Missing values
     * for which the fit has no {@code fill} stay missing if the data have weights ({@link Dataset#withMissing}), and are refused otherwise.
     *
     * @param wanted indices into {@link #features}
     */
    public Dataset apply(Dataset fresh, int[] wanted) {
        for (int i : wanted)
            Preconditions.require(
                    i >= 0 && i < features.size(), "feature %d is not between 0 and %d", i, features.size() - 1);
        boolean unitSamples = normalize.isUnitLength();
        boolean needsAll = unitSamples || total.isPresent(); // the length or sum of a sample needs all of its features
        int[] used = needsAll ? IntStream.range(0, features.size()).toArray() : wanted;
        int[] places = places(fresh, used);
        Dataset at = PreparationSteps.copyRows(fresh, places);
        try {
            boolean gapsStay = fresh.weights().isEmpty()
                    && Arrays.stream(used)
                            .anyMatch(i -> Double.isNaN(features.get(i).fill()));
            PreparationSteps.requireNumbers(
                    at,
                    feature -> places[feature],
                    gapsStay
                            ? Optional.of(new PreparationSteps.MissingRemedy(
                                    "the fit knows nothing to fill %s with; fill %s in the file",
                                    ", or Dataset.withMissing() leaves %s out of the placement"))
                            : Optional.empty());
            if (Arrays.stream(used)
                    .allMatch(
                            i -> features.get(i).shift() == 0 && features.get(i).featureShift() == 0))
                PreparationSteps.requireNonNegative(
                        at, feature -> places[feature], "those of the fit were numbers >= 0");
            if (total.isPresent()) at = PreparationSteps.scaleSamples(at, depths(fresh, read), total.getAsDouble());
            if (log1p) at = PreparationSteps.log1p(at, feature -> places[feature]);
            at = PreparationSteps.clip(at, column(used, FeatureTransform::cap));
            at = PreparationSteps.fill(at, column(used, FeatureTransform::fill));
            if (normalize == Normalization.TFIDF) at = PreparationSteps.dampFrequencies(at);
            at = PreparationSteps.scale(
                    at, column(used, FeatureTransform::shift), column(used, FeatureTransform::divisor));
            if (unitSamples) at = PreparationSteps.unitSamples(at);
            at = PreparationSteps.scale(
                    at, column(used, FeatureTransform::featureShift), column(used, FeatureTransform::featureDivisor));
            return needsAll ? PreparationSteps.keepRows(at, wanted) : at;
        } catch (RuntimeException | Error e) {
            at.close();
            throw e;
        }
    }

    /** The sums of other samples, which must be over as many features as in the fit, or they would be smaller. */
    private static double[] depths(Dataset fresh, int read) {
        if (fresh.X().rows() < read)
            throw new DataException(
                    "%s: has %d features, the fit had %d; every sample is scaled by its sum, which needs all of them",
                    fresh.source().path(), fresh.X().rows(), read);
        PreparationSteps.requireNonNegative(fresh, feature -> feature, "sums of samples need numbers >= 0");
        return PreparationSteps.depths(fresh);
    }

    /** Returns the features of the preparation that other samples do not have. */
    public List<String> missing(Dataset fresh) {
        Set<String> there = Set.copyOf(fresh.features());
        return features.stream()
                .map(FeatureTransform::name)
                .filter(name -> !there.contains(name))
                .toList();
    }

    @Override
    public String toString() {
        return "FittedPreparation[" + features.size() + " features]";
    }

    private int[] places(Dataset fresh, int[] used) {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < fresh.features().size(); i++)
            if (places.put(fresh.features().get(i), i) != null)
                throw new DataException(
                        "%s: two features are called '%s', so they cannot be told apart",
                        fresh.source().path(), fresh.features().get(i));
        List<String> missing = IntStream.of(used)
                .mapToObj(i -> features.get(i).name())
                .filter(name -> !places.containsKey(name))
                .toList();
        if (!missing.isEmpty())
            throw new DataException(
                    "%s: %d of the %d features that are needed are not there: %s%s",
                    fresh.source().path(),
                    missing.size(),
                    used.length,
                    String.join(", ", missing.subList(0, Math.min(5, missing.size()))),
                    missing.size() > 5 ? ", …" : "");
        return IntStream.of(used).map(i -> places.get(features.get(i).name())).toArray();
    }

    private double[] column(int[] used, ToDoubleFunction<FeatureTransform> of) {
        return IntStream.of(used)
                .mapToDouble(i -> of.applyAsDouble(features.get(i)))
                .toArray();
    }
}
