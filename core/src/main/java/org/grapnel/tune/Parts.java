package org.grapnel.tune;

import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.linalg.Matrix;

/** Some samples of a data set, as a data set of its own. */
final class Parts {
    private Parts() {}

    /** The given matrix, which it takes over. */
    static Prepared of(Matrix X) {
        return Preparation.none().of(Dataset.of(X));
    }

    static Prepared samples(Prepared data, int[] samples) {
        return of(data.data().X().selectedColumns(samples));
    }
}
