package org.grapnel.data;

import java.util.Optional;

/**
 * Turns a prepared number back into the units of the data as read: y ← x·featureDivisor + featureShift; y ← y·‖sample‖ where samples
 * were divided by their length; y ← y·divisor + shift; for tf-idf y > 1 becomes e^(y − 1); y ← e^y − 1 where logarithms were taken; y ← y·sum/total
 * where samples were scaled to a sum. A limit ({@link Preparation#withClip}) is not undone.
 */
public final class OriginalUnits {
    private final FittedPreparation steps;
    private final Optional<double[]> sums;
    private final Optional<double[]> lengths;

    OriginalUnits(FittedPreparation steps, Optional<double[]> sums, Optional<double[]> lengths) {
        this.steps = steps;
        this.sums = sums;
        this.lengths = lengths;
    }

    /**
     * Returns a number in the units of the data as read. NaN if the preparation has lost it: tf-idf makes all numbers of a feature 0 that every sample
     * has.
     *
     * @param feature an index of the prepared data
     */
    public double restore(int feature, int sample, double x) {
        FittedPreparation.FeatureTransform step = steps.features().get(feature);
        double y = x * step.featureDivisor() + step.featureShift();
        if (lengths.isPresent() && lengths.get()[sample] > 0) y *= lengths.get()[sample];
        y = y * step.divisor() + step.shift();
        if (steps.normalize() == Normalization.TFIDF && y > 1) y = Math.exp(y - 1);
        if (steps.log1p()) y = Math.expm1(y);
        return sums.isPresent() ? y * (sums.get()[sample] / steps.total().orElse(1)) : y;
    }
}
