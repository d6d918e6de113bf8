package org.grapnel.tune;

import java.util.Optional;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;

/** Builds a data set from some samples of another. */
final class DatasetSubset {
    private DatasetSubset() {}

    /** Wraps a matrix; the result owns it. */
    static PreparedData of(Matrix X) {
        return Preparation.none().apply(Dataset.of(X));
    }

    /** Wraps a complete matrix whose entries have weights; the result owns it. */
    static PreparedData of(Matrix X, Optional<EntryWeights> weights) {
        PreparedData whole = of(X);
        return new PreparedData(
                weights.map(whole.data()::withWeights).orElse(whole.data()),
                whole.preparation(),
                whole.fittedPreparation(),
                whole.origins(),
                whole.picture(),
                whole.notes());
    }

    static PreparedData ofSamples(PreparedData data, int[] samples) {
        return of(
                data.data().X().selectColumns(samples), data.weights().map(weights -> weights.selectColumns(samples)));
    }
}
