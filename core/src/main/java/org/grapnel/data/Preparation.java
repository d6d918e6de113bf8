package org.grapnel.data;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.grapnel.runtime.Preconditions;

/**
 * The preparation of X, in this order: each sample scaled to the same sum, log(1 + x), large values clipped, missing values filled, constant
 * features dropped, the M features of largest variance kept, X normalized, each feature scaled.
 *
 * @param total the sum to which {@link Normalization#TOTAL} scales each sample; empty for the median of the sums
 * @param clip Q: no value of a feature stays above the quantile Q of its values that are not zero
 * @param recipe the recipe that added its steps; none if they were put together by hand
 * @param topVariance M; of features with equal variance the one with the lower index is kept
 */
public record Preparation(
        boolean log1p,
        OptionalDouble clip,
        Imputation impute,
        boolean dropConstant,
        OptionalInt topVariance,
        Normalization normalize,
        OptionalDouble total,
        FeatureScaling featureScale,
        Recipe recipe) {
    public Preparation {
        Preconditions.require(
                topVariance.orElse(1) >= 1, "topVariance must be at least 1, got %d", topVariance.orElse(1));
        Preconditions.require(
                clip.orElse(0.5) > 0 && clip.orElse(0.5) < 1,
                "clip must be between 0 and 1, such as 0.99, got %s",
                clip.orElse(0.5));
        Preconditions.require(
                total.orElse(1) > 0 && total.orElse(1) < Double.POSITIVE_INFINITY,
                "the total of a sample must be above 0, got %s",
                total.orElse(1));
        Preconditions.require(
                total.isEmpty() || normalize == Normalization.TOTAL,
                "a total of %s is only used by Preparation.withNormalize(TOTAL)",
                total.orElse(1));
    }

    /** Returns a preparation that changes nothing. */
    public static Preparation none() {
        return new Preparation(
                false,
                OptionalDouble.empty(),
                Imputation.NONE,
                false,
                OptionalInt.empty(),
                Normalization.NONE,
                OptionalDouble.empty(),
                FeatureScaling.NONE,
                Recipe.NONE);
    }

    public Preparation withLog1p() {
        return new Preparation(true, clip, impute, dropConstant, topVariance, normalize, total, featureScale, recipe);
    }

    public Preparation withClip(double quantile) {
        return new Preparation(
                log1p,
                OptionalDouble.of(quantile),
                impute,
                dropConstant,
                topVariance,
                normalize,
                total,
                featureScale,
                recipe);
    }

    public Preparation withImpute(Imputation imputation) {
        return new Preparation(
                log1p, clip, imputation, dropConstant, topVariance, normalize, total, featureScale, recipe);
    }

    public Preparation withDropConstant() {
        return new Preparation(log1p, clip, impute, true, topVariance, normalize, total, featureScale, recipe);
    }

    public Preparation withTopVariance(int features) {
        return new Preparation(
                log1p, clip, impute, dropConstant, OptionalInt.of(features), normalize, total, featureScale, recipe);
    }

    public Preparation withNormalize(Normalization scale) {
        return new Preparation(
                log1p, clip, impute, dropConstant, topVariance, scale, OptionalDouble.empty(), featureScale, recipe);
    }

    /** Scales each sample to this sum. */
    public Preparation withTotal(double sum) {
        return new Preparation(
                log1p,
                clip,
                impute,
                dropConstant,
                topVariance,
                Normalization.TOTAL,
                OptionalDouble.of(sum),
                featureScale,
                recipe);
    }

    public Preparation withFeatureScale(FeatureScaling scale) {
        return new Preparation(log1p, clip, impute, dropConstant, topVariance, normalize, total, scale, recipe);
    }

    /** Adds the steps of a recipe. Its normalization may have been chosen already; another one contradicts it. */
    public Preparation withRecipe(Recipe added) {
        Preparation steps = added == Recipe.COUNTS ? withLog1p() : this;
        Normalization own = added.normalization();
        Preconditions.require(
                normalize == Normalization.NONE || own == Normalization.NONE || normalize == own,
                "recipe %s normalizes by %s, not by %s",
                added,
                own,
                normalize);
        if (own != Normalization.NONE && normalize == Normalization.NONE) steps = steps.withNormalize(own);
        return new Preparation(
                steps.log1p,
                clip,
                impute,
                dropConstant,
                topVariance,
                steps.normalize,
                steps.total,
                featureScale,
                added);
    }

    /**
     * Prepares the data and checks the result ({@link Dataset#check}). Dense data are changed in place to save memory, so the data set that is
     * passed in must not be used afterwards. Closing either frees it.
     */
    public PreparedData apply(Dataset data) {
        return new PreparationFitter(this, data).fit();
    }
}
