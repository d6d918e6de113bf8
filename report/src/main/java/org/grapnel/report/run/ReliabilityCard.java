package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.Trust;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.report.page.Cards;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.solve.SolverKind;

/** The card that says how sure the result is: first the groups, which the reader came for, and last how the fit ended. */
final class ReliabilityCard {
    private ReliabilityCard() {}

    static Cards.Card build(RunData run) {
        SavedRun saved = run.saved();
        Optional<Trust.Level> trust = TrustSection.level(saved);
        List<String> meaning = new ArrayList<>();
        trust.ifPresent(level -> meaning.add(describe(level) + countWarnings(saved)));
        confidence(run).ifPresent(meaning::add);
        saved.number("consensus_agreement")
                .ifPresent(ari -> meaning.add(
                        TextFormat.format("Groups: %s (mean ARI of two starts %.2f).", Consensus.verdict(ari), ari)));
        meaning.add(stability(saved));
        meaning.add(TextFormat.sentence(saved.text("stop_reason")
                .orElse("stopped by the rule " + saved.text("stop").orElse("unknown"))));
        saved.number("residual_w")
                .ifPresent(w -> meaning.add(TextFormat.format(
                        "Distance from a stationary point (0 at such a point): W %.1e, H %.1e. The objective %s.",
                        w,
                        saved.number("residual_h").orElse(Double.NaN),
                        saved.flag("monotone") ? "never increased" : "increased in some iterations")));
        String end = saved.flag("converged") ? convergence(saved) : "not converged";
        return new Cards.Card(
                "How sure", trust.map(level -> verdict(level, saved, end)).orElse(end), meaning);
    }

    /** Names a fit that did not converge beside the trust in its groups. */
    private static String verdict(Trust.Level level, SavedRun saved, String end) {
        String groups = switch (level) {
            case GOOD -> "trusted";
            case DOUBTFUL -> "doubtful";
            case NONE -> "not trusted";
        };
        return saved.flag("converged") ? groups : groups + ", " + end;
    }

    private static String describe(Trust.Level level) {
        return switch (level) {
            case GOOD -> "The groups can be trusted.";
            case DOUBTFUL -> "Not all of the groups can be trusted.";
            case NONE -> "The groups cannot be trusted.";
        };
    }

    private static String countWarnings(SavedRun saved) {
        int warnings = saved.texts("warnings").size();
        if (warnings == 0) return "";
        return " " + TextFormat.count(warnings, "warning") + (warnings == 1 ? " is" : " are") + " above.";
    }

    private static Optional<String> confidence(RunData run) {
        List<Double> means = run.meanConfidence();
        List<Integer> known = IntStream.range(0, means.size())
                .boxed()
                .filter(g -> !means.get(g).isNaN())
                .sorted(Comparator.comparing(means::get))
                .toList();
        if (known.isEmpty()) return Optional.empty();
        int least = known.get(0);
        int most = known.get(known.size() - 1);
        return Optional.of(TextFormat.format(
                "Mean confidence of the samples: from %.2f in %s to %.2f in %s.",
                means.get(least), RunData.groupName(least), means.get(most), RunData.groupName(most)));
    }

    /** Best-support stops when the objective hardly falls any more, which is weaker than convergence. */
    private static String convergence(SavedRun saved) {
        boolean settles = saved.text("solver")
                .filter(SolverKind.BEST_SUPPORT.cliName()::equals)
                .isPresent();
        return settles ? "settled" : "converged";
    }

    private static String stability(SavedRun saved) {
        Optional<Double> jaccard = saved.number("stability_jaccard");
        if (jaccard.isEmpty() && saved.text("init").filter("graph"::equals).isPresent())
            return "The fit starts from the groups of the graph, so no random number decides features or groups.";
        if (jaccard.isEmpty())
            return saved.text("select")
                            .filter(by -> !by.equals("model") && !by.equals("gain") && !by.equals("energy"))
                            .isPresent()
                    ? "The features do not depend on the random start. The groups come from one start."
                    : "Only one random start was tried. Use --restarts 10 to see how much the result depends on it.";
        Score corrected =
                saved.number("stability_corrected").map(Score::of).orElse(Score.undefined("the same features"));
        SelectionStability stability =
                new SelectionStability(Score.of(jaccard.orElseThrow()), corrected, Score.undefined("not shown"));
        String chance =
                corrected.isDefined() ? TextFormat.format(", %.2f after correction for chance", corrected.get()) : "";
        return TextFormat.format(
                "Over %s: %s (on average two of them share %.0f %% of the features that either keeps%s).",
                TextFormat.count(RestartSection.finishedStarts(saved), "start"),
                stability.verdict(),
                100 * stability.jaccard().get(),
                chance);
    }
}
