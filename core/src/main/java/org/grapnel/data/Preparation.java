package org.grapnel.data;

import java.util.OptionalInt;
import org.grapnel.runtime.Preconditions;

/**
 * What is done to X before anything else sees it, in this order: log(1 + x), gaps filled, constant features dropped, the M
 * features of largest variance kept, all of X scaled, each feature scaled.
 *
 * @param topVariance M; equal variances go to the lower feature
 */
public record Preparation(
        boolean log1p,
        Imputation impute,
        boolean dropConstant,
        OptionalInt topVariance,
        Normalization normalize,
        FeatureScaling featureScale) {
    public Preparation {
        Preconditions.require(
                topVariance.orElse(1) >= 1, "top-variance must be at least 1, got %d", topVariance.orElse(1));
    }

    /** X as it is. */
    public static Preparation none() {
        return new Preparation(
                false, Imputation.NONE, false, OptionalInt.empty(), Normalization.NONE, FeatureScaling.NONE);
    }

    public Preparation withLog1p() {
        return new Preparation(true, impute, dropConstant, topVariance, normalize, featureScale);
    }

    public Preparation withImpute(Imputation how) {
        return new Preparation(log1p, how, dropConstant, topVariance, normalize, featureScale);
    }

    public Preparation withDropConstant() {
        return new Preparation(log1p, impute, true, topVariance, normalize, featureScale);
    }

    public Preparation withTopVariance(int features) {
        return new Preparation(log1p, impute, dropConstant, OptionalInt.of(features), normalize, featureScale);
    }

    public Preparation withNormalize(Normalization scale) {
        return new Preparation(log1p, impute, dropConstant, topVariance, scale, featureScale);
    }

    public Preparation withFeatureScale(FeatureScaling scale) {
        return new Preparation(log1p, impute, dropConstant, topVariance, normalize, scale);
    }

    /**
     * Learns from the data what the steps need, takes them, and refuses what no model can take afterwards ({@link
     * Dataset#check}). Dense data are changed in place, because they may be most of the memory there is: what was handed in
     * is used up, and closed with the result.
     */
    public PreparedData apply(Dataset data) {
        return new PreparationFitter(this, data).fit();
    }
}
