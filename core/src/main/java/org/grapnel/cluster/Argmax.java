package org.grapnel.cluster;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Preconditions;

/** label(i) = argmaxⱼ hᵢⱼ: a sample belongs to the component that weighs most in it. Ties go to the lower component. */
public final class Argmax {
    private Argmax() {}

    /** From Ht, a row for each sample; as many groups as it has columns. */
    public static Clustering cluster(DenseMatrix Ht) {
        int r = Ht.cols();
        Preconditions.require(r >= 1, "no largest entry in rows of %d numbers", r);
        int[] labels = new int[Ht.rows()];
        double[] h = new double[r];
        for (int i = 0; i < labels.length; i++) {
            Ht.row(i, h);
            for (int j = 1; j < r; j++) if (h[j] > h[labels[i]]) labels[i] = j;
        }
        return new Clustering(r, labels);
    }
}
