package org.grapnel.cli;

import org.grapnel.Restarts;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.Stability;

/** How far several fits agree on the features and on the groups, in words. */
final class Agreement {
    private Agreement() {}

    static String of(Restarts restarts) {
        Stability stability = restarts.stability();
        String best = Text.format(
                "the best of %s is shown, number %d", Text.count(restarts.count(), "fit"), restarts.best() + 1);
        if (!stability.jaccard().isDefined()) return best;
        if (!stability.corrected().isDefined()) return best + ": " + stability.verdict();
        return Text.format(
                "%s; %s (two share %.0f %% of what either keeps; corrected for chance %.2f)",
                best,
                stability.verdict(),
                100 * stability.jaccard().get(),
                stability.corrected().get());
    }

    static String of(Consensus consensus) {
        String unsure = consensus.unsure() == 0
                ? ""
                : Text.format(
                        "; %d of %s with the others of their group in less than half of the fits",
                        consensus.unsure(),
                        Text.count(consensus.samples(), "sample") + (consensus.unsure() == 1 ? " is" : " are"));
        return Text.format(
                "groups: %s (mean ARI between fits %.2f)%s", consensus.verdict(), consensus.agreement(), unsure);
    }
}
