package org.grapnel.pipeline;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.Matrix;

/** Notes numbers that are no counts, for the loss kl, which allows them. */
final class CountNotes {
    private CountNotes() {}

    static Optional<String> of(PreparedData prepared) {
        Matrix X = prepared.data().X();
        long[] fractional = {0};
        for (int i = 0; i < X.rows(); i++)
            X.forEachInRow(i, (j, x) -> {
                if (x != Math.rint(x)) fractional[0]++;
            });
        if (fractional[0] == 0) return Optional.empty();
        Preparation how = prepared.preparation();
        boolean scaled =
                how.log1p() || how.normalize() != Normalization.NONE || how.featureScale() != FeatureScaling.NONE;
        return Optional.of(String.format(
                Locale.ROOT,
                "the loss kl is made for counts, and %,d %s not whole%s; the fit allows it",
                fractional[0],
                fractional[0] == 1 ? "number is" : "numbers are",
                scaled ? " after the preparation, which counts do not need" : ""));
    }
}
