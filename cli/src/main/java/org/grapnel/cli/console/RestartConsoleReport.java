package org.grapnel.cli.console;

import org.grapnel.RestartSummary;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.options.console.Text;

/** Describes how well the restarts of a fit agree on features and groups. */
final class RestartConsoleReport {
    private RestartConsoleReport() {}

    static String describe(RestartSummary restarts) {
        SelectionStability stability = restarts.stability();
        String best =
                Text.format("the best of %s is number %d", Text.count(restarts.count(), "fit"), restarts.best() + 1);
        if (!stability.jaccard().isDefined()) return best;
        if (!stability.corrected().isDefined()) return best + ": " + stability.verdict();
        return Text.format(
                "%s; %s (two fits share %.0f %% of their kept features; corrected for chance %.2f)",
                best,
                stability.verdict(),
                100 * stability.jaccard().get(),
                stability.corrected().get());
    }

    static String describe(Consensus consensus) {
        String unsure = consensus.uncertainSamples() == 0
                ? ""
                : Text.format(
                        "; %d of %s with their group in less than half of the fits",
                        consensus.uncertainSamples(),
                        Text.count(consensus.samples(), "sample")
                                + (consensus.uncertainSamples() == 1 ? " is" : " are"));
        return Text.format(
                "groups: %s (mean ARI between fits %.2f)%s", consensus.verdict(), consensus.agreement(), unsure);
    }
}
