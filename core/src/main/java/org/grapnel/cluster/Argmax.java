package org.grapnel.cluster;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Preconditions;

/** label(i) = argmaxⱼ hᵢⱼ: assigns every sample to its largest component. Ties go to the lower component. */
public final class Argmax {
    private Argmax() {}

    /** Clusters the rows of Ht, one per sample, into as many groups as it has columns. */
    public static Clustering cluster(DenseMatrix Ht) {
        int r = Ht.cols();
        Preconditions.require(r >= 1, "argmax needs at least 1 component, got %d", r);
        int[] labels = new int[Ht.rows()];
        double[] h = new double[r];
        for (int i = 0; i < labels.length; i++) {
            Ht.row(i, h);
            for (int j = 1; j < r; j++) if (h[j] > h[labels[i]]) labels[i] = j;
        }
        return new Clustering(r, labels);
    }
}
