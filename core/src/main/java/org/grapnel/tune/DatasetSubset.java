package org.grapnel.tune;

import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.Matrix;

/** Some samples of a data set, as a data set of its own. */
final class DatasetSubset {
    private DatasetSubset() {}

    /** The given matrix, which it takes over. */
    static PreparedData of(Matrix X) {
        return Preparation.none().apply(Dataset.of(X));
    }

    static PreparedData ofSamples(PreparedData data, int[] samples) {
        return of(data.data().X().selectColumns(samples));
    }
}
