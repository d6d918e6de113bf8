package org.grapnel.tune;

import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.Matrix;

/** Builds a data set from some samples of another. */
final class DatasetSubset {
    private DatasetSubset() {}

    /** Wraps a matrix; the result owns it. */
    static PreparedData of(Matrix X) {
        return Preparation.none().apply(Dataset.of(X));
    }

    static PreparedData ofSamples(PreparedData data, int[] samples) {
        return of(data.data().X().selectColumns(samples));
    }
}
