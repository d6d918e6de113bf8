package org.grapnel.cli.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.Fit;
import org.grapnel.baseline.Baseline;
import org.grapnel.baseline.Baselines;
import org.grapnel.evaluate.Score;
import org.grapnel.options.console.Text;

/** Prints how well the groups of a demo match the truth, beside k-means on all and on random features. */
final class DemoScores {
    private static final double OFTEN = 0.9 - 1e-9;

    private DemoScores() {}

    /**
     * Prints the scores.
     *
     * @param truth what the labels are, for example {@code digits}
     */
    static void print(Fit fit, String truth, PrintWriter out) {
        fit.scores()
                .ifPresent(scores -> out.println(Text.format(
                        "Against the true %s: NMI %s, ACC %s (1 is perfect).",
                        truth, format(scores.nmi()), format(scores.acc()))));
        List<Baseline> all = fit.baselines().map(Baselines::all).orElse(List.of());
        String others = all.stream()
                .filter(baseline -> baseline.kind() == Baseline.Kind.ALL_FEATURES
                        || baseline.kind() == Baseline.Kind.RANDOM_FEATURES)
                .filter(baseline -> baseline.scores().isPresent())
                .map(baseline -> Text.format(
                        "%s: NMI %s",
                        baseline.what(), format(baseline.scores().orElseThrow().nmi())))
                .collect(Collectors.joining("; "));
        if (!others.isEmpty()) out.println("For comparison, " + others + ".");
        fit.selection()
                .flatMap(selection -> selection.frequency())
                .ifPresent(shares -> out.println(Text.format(
                        "%d of the %d features are kept in at least 9 of 10 draws of four fifths of the samples.",
                        shares.stream().filter(share -> share >= OFTEN).count(), shares.size())));
        out.println("All settings are the defaults" + (all.isEmpty() ? "." : "; all baselines are compared below."));
        out.println();
    }

    private static String format(Score score) {
        return score.isDefined() ? Text.format("%.2f", score.get()) : "not defined";
    }
}
