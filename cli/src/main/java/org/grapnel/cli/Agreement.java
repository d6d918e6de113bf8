package org.grapnel.cli;

import org.grapnel.Restarts;
import org.grapnel.evaluate.Stability;

/** How far several fits agree on the features, in words. */
final class Agreement {
    /** Nogueira, Sechidis and Brown: above 0.75 agreement is excellent, below 0.4 poor. */
    private static final double GOOD = 0.75;

    private static final double POOR = 0.4;

    private Agreement() {}

    static String of(Restarts restarts) {
        Stability stability = restarts.stability();
        String best = Text.format(
                "the best of %s is shown, number %d", Text.count(restarts.count(), "fit"), restarts.best() + 1);
        if (!stability.jaccard().isDefined()) return best;
        double shared = stability.jaccard().get();
        if (!stability.corrected().isDefined()) return best + ": all of them keep the same features";
        double corrected = stability.corrected().get();
        String verdict = corrected >= GOOD
                ? "they mostly keep the same features"
                : corrected >= POOR ? "they agree on some of the features only" : "each keeps other features";
        return Text.format(
                "%s; %s (two share %.0f %% of what either keeps; corrected for chance %.2f)",
                best, verdict, 100 * shared, corrected);
    }
}
