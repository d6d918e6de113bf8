package org.grapnel.pipeline;

import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;

/** Data with and without groups, for tests. Samples are columns. */
final class GroupedData {
    static final int FEATURES = 80;
    static final int SAMPLES = 150;
    static final int GROUPS = 3;

    private GroupedData() {}

    /** Normal features around 20; the first 30 have another mean in one of three groups, {@code shift} away. */
    static DenseMatrix blobs(double shift) {
        DenseMatrix X = DenseMatrix.zeros(FEATURES, SAMPLES);
        X.map((i, j, x) ->
                Math.max(0, 20 + CounterRandom.gaussian(7, i, j) + (i < 30 && i % GROUPS == j % GROUPS ? shift : 0)));
        return X;
    }

    /** One normal cloud. */
    static DenseMatrix cloud() {
        return blobs(0);
    }

    /** The blobs with each feature in another random order: the same values, and nothing that samples share. */
    static DenseMatrix permuted(double shift) {
        try (DenseMatrix X = blobs(shift)) {
            double[][] rows = X.toArray();
            for (int i = 0; i < FEATURES; i++)
                for (int j = SAMPLES - 1; j > 0; j--) {
                    int other = (int) (CounterRandom.uniform(11, i, j) * (j + 1));
                    double x = rows[i][j];
                    rows[i][j] = rows[i][other];
                    rows[i][other] = x;
                }
            return DenseMatrix.of(rows);
        }
    }

    static Clustering truth() {
        int[] label = new int[SAMPLES];
        for (int j = 0; j < SAMPLES; j++) label[j] = j % GROUPS;
        return Clustering.ofLabels(GROUPS, label);
    }
}
