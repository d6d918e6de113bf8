package org.grapnel.data;

import java.util.OptionalInt;
import org.grapnel.linalg.Check;

/**
 * What is done to X before anything else sees it, in this order: log(1 + x), gaps filled, constant features dropped, the M
 * features of largest variance kept, all of X scaled, each feature scaled.
 *
 * @param topVariance M; equal variances go to the lower feature
 */
public record Preparation(
        boolean log1p,
        Impute impute,
        boolean dropConstant,
        OptionalInt topVariance,
        Normalize normalize,
        FeatureScale featureScale) {
    public Preparation {
        Check.that(topVariance.orElse(1) >= 1, "top-variance must be at least 1, got %d", topVariance.orElse(1));
    }

    /** X as it is. */
    public static Preparation none() {
        return new Preparation(false, Impute.NONE, false, OptionalInt.empty(), Normalize.NONE, FeatureScale.NONE);
    }

    public Preparation withLog1p() {
        return new Preparation(true, impute, dropConstant, topVariance, normalize, featureScale);
    }

    public Preparation withImpute(Impute how) {
        return new Preparation(log1p, how, dropConstant, topVariance, normalize, featureScale);
    }

    public Preparation withDropConstant() {
        return new Preparation(log1p, impute, true, topVariance, normalize, featureScale);
    }

    public Preparation withTopVariance(int features) {
        return new Preparation(log1p, impute, dropConstant, OptionalInt.of(features), normalize, featureScale);
    }

    public Preparation withNormalize(Normalize scale) {
        return new Preparation(log1p, impute, dropConstant, topVariance, scale, featureScale);
    }

    public Preparation withFeatureScale(FeatureScale scale) {
        return new Preparation(log1p, impute, dropConstant, topVariance, normalize, scale);
    }

    /**
     * Learns from the data what the steps need, takes them, and refuses what no model can take afterwards ({@link
     * Dataset#check}). Dense data are changed in place, because they may be most of the memory there is: what was handed in
     * is used up, and closed with the result.
     */
    public Prepared of(Dataset data) {
        return new Learning(this, data).prepared();
    }
}
