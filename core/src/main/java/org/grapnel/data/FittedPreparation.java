package org.grapnel.data;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.grapnel.runtime.Preconditions;

/**
 * A {@link Preparation} with the numbers learned from data, to prepare other samples in the same way.
 *
 * <p>For each feature that was kept: x ← log(1 + x); a missing value becomes {@code fill}; x ← (x − shift)/divisor; the sample to unit norm;
 * x ← (x − featureShift)/featureDivisor.
 *
 * @param log1p whether logarithms are taken
 * @param unitSamples whether samples are scaled to unit norm
 * @param features the kept features, in the order of the prepared data
 */
public record FittedPreparation(boolean log1p, boolean unitSamples, List<FeatureTransform> features) {
    public FittedPreparation {
        features = List.copyOf(features);
    }

    /**
     * The transform of one feature.
     *
     * @param fill the value for missing values; NaN if they are refused
     */
    public record FeatureTransform(
            String name, double fill, double shift, double divisor, double featureShift, double featureDivisor) {
        /** Returns a transform that changes nothing. */
        public static FeatureTransform plain(String name) {
            return new FeatureTransform(name, Double.NaN, 0, 1, 0, 1);
        }
    }

    /**
     * Prepares other samples, on some of the features. Features are found by name, and other features are dropped. The given data are not changed.
     * Negative values are refused unless the preparation subtracts something: then a sample may lie below all samples of the fit.
     *
     * @param wanted indices into {@link #features}
     */
    public Dataset apply(Dataset fresh, int[] wanted) {
        for (int i : wanted)
            Preconditions.require(
                    i >= 0 && i < features.size(), "feature %d is not between 0 and %d", i, features.size() - 1);
        int[] used = unitSamples ? IntStream.range(0, features.size()).toArray() : wanted;
        int[] places = places(fresh, used);
        Dataset at = PreparationSteps.copyRows(fresh, places);
        try {
            boolean gapsStay = Arrays.stream(used)
                    .anyMatch(i -> Double.isNaN(features.get(i).fill()));
            PreparationSteps.requireNumbers(
                    at,
                    feature -> places[feature],
                    gapsStay
                            ? Optional.of(
                                    "the model was fitted without Preparation.withImpute, so nothing is known to fill %s with")
                            : Optional.empty());
            if (Arrays.stream(used)
                    .allMatch(
                            i -> features.get(i).shift() == 0 && features.get(i).featureShift() == 0))
                PreparationSteps.requireNonNegative(at, feature -> places[feature]);
            if (log1p) at = PreparationSteps.log1p(at, feature -> places[feature]);
            at = PreparationSteps.fill(at, column(used, FeatureTransform::fill));
            at = PreparationSteps.scale(
                    at, column(used, FeatureTransform::shift), column(used, FeatureTransform::divisor));
            if (unitSamples) at = PreparationSteps.unitSamples(at);
            at = PreparationSteps.scale(
                    at, column(used, FeatureTransform::featureShift), column(used, FeatureTransform::featureDivisor));
            return unitSamples ? PreparationSteps.keepRows(at, wanted) : at;
        } catch (RuntimeException | Error e) {
            at.close();
            throw e;
        }
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
