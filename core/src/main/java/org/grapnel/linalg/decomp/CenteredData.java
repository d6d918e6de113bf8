package org.grapnel.linalg.decomp;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * The products with C = X − μ·1ᵀ, p × n, that principal components need, wherever the samples are stored. μ is the mean
 * sample, or zero.
 *
 * <p>The components are those of the smaller of CCᵀ, p × p, and CᵀC, n × n. Only products of that side are called.
 */
public interface CenteredData {
    /** Returns p. */
    int features();

    /** Returns n. */
    int samples();

    /** Returns μ. */
    double[] mean();

    /** Returns whether the smaller Gram matrix is formed once; otherwise every step of the iteration multiplies by C. */
    boolean formsGram();

    /** Returns CᵀC, n × n, owned by the caller. */
    DenseMatrix gramOfSamples(ExecutionContext context);

    /** Returns CCᵀ, p × p, owned by the caller. */
    DenseMatrix gramOfFeatures(ExecutionContext context);

    /** CtCV ← CᵀC·V, for V of n rows. */
    void applySampleGram(ExecutionContext context, DenseMatrix V, DenseMatrix CtCV);

    /** CCtV ← CCᵀ·V, for V of p rows. */
    void applyFeatureGram(ExecutionContext context, DenseMatrix V, DenseMatrix CCtV);

    /** U ← C·V, for V of n rows; called if n ≤ p. */
    void times(ExecutionContext context, DenseMatrix V, DenseMatrix U);

    /** S ← UᵀCCᵀU, r × r: the Gram matrix of the scores CᵀU, computed from the scores, so that small ones keep their digits. */
    void scoreGram(ExecutionContext context, DenseMatrix U, DenseMatrix S);
}
