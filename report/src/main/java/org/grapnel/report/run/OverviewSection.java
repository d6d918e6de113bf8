package org.grapnel.report.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.grapnel.Grapnel;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.report.page.Cards;
import org.grapnel.report.page.NoteBox;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.tuning.TuningCards;
import org.grapnel.runs.read.SavedRun;

/** The answer in words: what was asked, what was kept, which groups there are, how sure that is. */
public final class OverviewSection {
    private static final int NAMES = 12;
    private static final int GROUPS = 20;

    private OverviewSection() {}

    public static String title(RunData run) {
        String data = run.saved().text("data").map(OverviewSection::fileName).orElse("data");
        return data + ": " + found(run);
    }

    private static String fileName(String path) {
        Path name = Path.of(path).getFileName();
        return name == null ? path : name.toString();
    }

    private static String found(RunData run) {
        String kept = TextFormat.count(run.kept().size(), "feature");
        return run.groupCount() == 0 ? kept : kept + ", " + TextFormat.count(run.groupCount(), "group");
    }

    public static String question(RunData run) {
        String which = run.kept().size() < run.features()
                ? TextFormat.format(
                        "Which %,d of %s matter", run.kept().size(), TextFormat.count(run.features(), "feature"))
                : TextFormat.format("What do %s say", TextFormat.count(run.features(), "feature"));
        if (run.saved().isSelection()) return which + "?";
        return which + ", and which groups do " + TextFormat.count(run.samples(), "sample") + " form?";
    }

    public static List<PageElement> build(RunData run) {
        SavedRun saved = run.saved();
        List<Cards.Card> cards = new ArrayList<>();
        cards.add(kept(run));
        if (run.groupCount() > 0) cards.add(groups(run));
        if (!saved.isSelection()) cards.add(sure(saved));
        saved.number("nmi").ifPresent(nmi -> cards.add(agreement(saved, nmi)));
        run.tuning().ifPresent(tuning -> cards.add(TuningCards.parameters(tuning)));
        List<PageElement> parts = new ArrayList<>();
        run.tuning().ifPresent(tuning -> parts.add(TuningCards.warnings(tuning)));
        parts.add(new Cards(cards));
        parts.add(new NoteBox("Worth knowing", notes(run)));
        return parts;
    }

    private static Cards.Card kept(RunData run) {
        String names = run.kept().stream()
                .limit(NAMES)
                .map(feature -> TextFormat.truncate(feature.name(), TextFormat.LONGEST))
                .collect(Collectors.joining(", "));
        String how = run.saved().text("select").map(OverviewSection::chosenBy).orElse("by the model");
        return new Cards.Card(
                "Kept features",
                TextFormat.format("%,d of %,d", run.kept().size(), run.features()),
                List.of(
                        "Chosen " + how + ".",
                        run.kept().isEmpty()
                                ? "None."
                                : "Best first: " + names + (run.kept().size() > NAMES ? ", …" : "")));
    }

    private static String chosenBy(String select) {
        return switch (select) {
            case "model" -> "by the constraint inside the model";
            case "structure" -> "by structure: on them neighbours stay near and strangers far";
            case "gain" -> "by gain: no others explain more of the data";
            case "energy" -> "by energy: the largest rows of W";
            default -> "by " + select;
        };
    }

    private static Cards.Card groups(RunData run) {
        String sizes = Arrays.stream(run.sizes())
                .limit(GROUPS)
                .mapToObj(size -> TextFormat.format("%,d", size))
                .collect(Collectors.joining(", "));
        String silhouette = run.saved()
                .number("silhouette")
                .map(s -> TextFormat.format("Silhouette %.2f: 1 is apart, 0 is no border.", s))
                .orElse("");
        List<String> meaning = new ArrayList<>();
        run.tuning()
                .filter(tuning -> !tuning.groups().given())
                .ifPresent(tuning -> meaning.add("This number was suggested and not given: "
                        + tuning.groups().range() + " can be argued. Confirm it with --clusters."));
        meaning.add("Of " + sizes + (run.groupCount() > GROUPS ? ", …" : "") + " samples.");
        if (!silhouette.isEmpty()) meaning.add(silhouette);
        return new Cards.Card("Groups", TextFormat.format("%,d", run.groupCount()), meaning);
    }

    private static Cards.Card sure(SavedRun saved) {
        List<String> meaning = new ArrayList<>();
        meaning.add(sentence(saved.text("stop_reason")
                .orElse("it stopped by " + saved.text("stop").orElse("an unknown rule"))));
        saved.number("residual_w")
                .ifPresent(w -> meaning.add(TextFormat.format(
                        "Distance from a stationary point, which is at 0: W %.1e, H %.1e. The objective %s.",
                        w,
                        saved.number("residual_h").orElse(Double.NaN),
                        saved.flag("monotone") ? "never rose" : "rose at times")));
        meaning.add(stability(saved));
        saved.number("consensus_agreement")
                .ifPresent(ari -> meaning.add(TextFormat.format(
                        "As to groups, %s (mean ARI of two starts %.2f).", Consensus.verdict(ari), ari)));
        return new Cards.Card("How sure", saved.flag("converged") ? arrived(saved) : "not converged", meaning);
    }

    /** The word with which the reason begins: best-support settles, which is less than to converge. */
    private static String arrived(SavedRun saved) {
        return saved.text("stop_reason")
                        .filter(reason -> reason.startsWith("settled"))
                        .isPresent()
                ? "settled"
                : "converged";
    }

    private static String sentence(String words) {
        return words.isEmpty() ? words : TextFormat.capitalize(words) + ".";
    }

    private static String stability(SavedRun saved) {
        Optional<Double> jaccard = saved.number("stability_jaccard");
        if (jaccard.isEmpty())
            return saved.text("select")
                            .filter(by -> !by.equals("model") && !by.equals("gain") && !by.equals("energy"))
                            .isPresent()
                    ? "The features do not depend on the start; the groups come from one start."
                    : "One start was tried: --restarts 10 shows how far the result depends on it.";
        Score corrected =
                saved.number("stability_corrected").map(Score::of).orElse(Score.undefined("the same features"));
        SelectionStability stability =
                new SelectionStability(Score.of(jaccard.orElseThrow()), corrected, Score.undefined("not shown"));
        String chance =
                corrected.isDefined() ? TextFormat.format(", %.2f when corrected for chance", corrected.get()) : "";
        return TextFormat.format(
                "Over %s: %s (two share %.0f %% of what either keeps%s).",
                TextFormat.count(RestartSection.finishedStarts(saved), "start"),
                stability.verdict(),
                100 * stability.jaccard().get(),
                chance);
    }

    private static Cards.Card agreement(SavedRun saved, double nmi) {
        return new Cards.Card(
                "Agreement with the labels",
                TextFormat.format("NMI %.2f", nmi),
                List.of(
                        TextFormat.format(
                                "ACC %.2f, ARI %.2f, purity %.2f: 1 is perfect.",
                                saved.number("acc").orElse(Double.NaN),
                                saved.number("ari").orElse(Double.NaN),
                                saved.number("purity").orElse(Double.NaN)),
                        "The labels were not used to find the groups."));
    }

    private static List<String> notes(RunData run) {
        SavedRun saved = run.saved();
        List<String> notes = new ArrayList<>();
        if (!saved.isSelection() && run.groupCount() == 0) notes.add("There are no groups in this run.");
        if (saved.summary().get("controls") instanceof Map<?, ?> controls
                && controls.get("verdicts") instanceof List<?> verdicts)
            verdicts.forEach(verdict -> notes.add(sentence(String.valueOf(verdict))));
        saved.texts("notes").forEach(note -> notes.add(sentence(note)));
        String version = saved.text("version").orElse("an unknown version");
        if (!version.equals(Grapnel.version()))
            notes.add("The run was made by version " + version + ", this page by " + Grapnel.version() + ".");
        return notes;
    }
}
