package org.grapnel.pipeline;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;

/** Notes on a fit with the loss kl: numbers that are no counts, which it allows, and features that it does not keep. */
final class CountNotes {
    private CountNotes() {}

    /** Says that fewer features are kept than asked for: one that gains nothing over the background is not kept. */
    static Optional<String> ofKept(int asked, RowSet kept) {
        int found = kept.count();
        return found >= asked
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s of the %,d features asked for %s, because %s over the background",
                        found == 0 ? "none" : String.format(Locale.ROOT, "only %,d", found),
                        asked,
                        found > 1 ? "are kept" : "is kept",
                        found == 0 ? "no feature gains anything" : "no other gains anything"));
    }

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
