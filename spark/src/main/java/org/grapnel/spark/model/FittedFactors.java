package org.grapnel.spark.model;

import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.SampleGroups;

/** W and Hᵀ of a fit, with the groups of its samples. */
public final class FittedFactors {
    private final int[] kept;
    private final double[][] W;
    private final JavaRDD<double[]> Ht;
    private final SampleGroups groups;

    /**
     * Creates the factors.
     *
     * @param kept kept features, ascending
     * @param W kept rows of W
     * @param Ht one array per partition, with r numbers per sample; persisted, because it is read several times
     */
    public FittedFactors(int[] kept, double[][] W, JavaRDD<double[]> Ht, SampleGroups groups) {
        Preconditions.require(
                kept.length == W.length && kept.length > 0,
                "%d kept features, but %d rows of W",
                kept.length,
                W.length);
        this.kept = kept.clone();
        this.W = Arrays.stream(W).map(double[]::clone).toArray(double[][]::new);
        this.Ht = Ht;
        this.groups = groups;
    }

    /** Returns the kept features, ascending. */
    public int[] kept() {
        return kept.clone();
    }

    double[][] W() {
        return Arrays.stream(W).map(double[]::clone).toArray(double[][]::new);
    }

    JavaRDD<double[]> Ht() {
        return Ht;
    }

    SampleGroups groups() {
        return groups;
    }

    /** Returns the number of components, r. */
    public int rank() {
        return W[0].length;
    }
}
