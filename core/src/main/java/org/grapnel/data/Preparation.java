package org.grapnel.data;

import java.util.OptionalInt;
import org.grapnel.runtime.Preconditions;

/**
 * The preparation of X, in this order: log(1 + x), missing values filled, constant features dropped, the M features of largest variance kept, X
 * normalized, each feature scaled.
 *
 * @param topVariance M; of features with equal variance the one with the lower index is kept
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
                topVariance.orElse(1) >= 1, "topVariance must be at least 1, got %d", topVariance.orElse(1));
    }

    /** Returns a preparation that changes nothing. */
    public static Preparation none() {
        return new Preparation(
                false, Imputation.NONE, false, OptionalInt.empty(), Normalization.NONE, FeatureScaling.NONE);
    }

    public Preparation withLog1p() {
        return new Preparation(true, impute, dropConstant, topVariance, normalize, featureScale);
    }

    public Preparation withImpute(Imputation imputation) {
        return new Preparation(log1p, imputation, dropConstant, topVariance, normalize, featureScale);
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
     * Prepares the data and checks the result ({@link Dataset#check}). Dense data are changed in place to save memory, so the data set that is
     * passed in must not be used afterwards. Closing either frees it.
     */
    public PreparedData apply(Dataset data) {
        return new PreparationFitter(this, data).fit();
    }
}
