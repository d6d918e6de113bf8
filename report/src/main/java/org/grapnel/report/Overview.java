package org.grapnel.report;

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
import org.grapnel.evaluate.Stability;
import org.grapnel.io.SavedRun;

/** The answer in words: what was asked, what was kept, which groups there are, how sure that is. */
final class Overview {
    private static final int NAMES = 12;
    private static final int GROUPS = 20;

    private Overview() {}

    static String title(RunData run) {
        String data = run.saved().word("data").map(Overview::fileName).orElse("data");
        return data + ": " + found(run);
    }

    private static String fileName(String path) {
        Path name = Path.of(path).getFileName();
        return name == null ? path : name.toString();
    }

    private static String found(RunData run) {
        String kept = Words.count(run.kept().size(), "feature");
        return run.groupCount() == 0 ? kept : kept + ", " + Words.count(run.groupCount(), "group");
    }

    static String question(RunData run) {
        String which = run.kept().size() < run.features()
                ? Words.format("Which %,d of %s matter", run.kept().size(), Words.count(run.features(), "feature"))
                : Words.format("What do %s say", Words.count(run.features(), "feature"));
        if (run.saved().isChoice()) return which + "?";
        return which + ", and which groups do " + Words.count(run.samples(), "sample") + " form?";
    }

    static List<Part> of(RunData run) {
        SavedRun saved = run.saved();
        List<Cards.Card> cards = new ArrayList<>();
        cards.add(kept(run));
        if (run.groupCount() > 0) cards.add(groups(run));
        if (!saved.isChoice()) cards.add(sure(saved));
        saved.number("nmi").ifPresent(nmi -> cards.add(agreement(saved, nmi)));
        run.tuning().ifPresent(tuning -> cards.add(TuningCards.parameters(tuning)));
        List<Part> parts = new ArrayList<>();
        run.tuning().ifPresent(tuning -> parts.add(TuningCards.warnings(tuning)));
        parts.add(new Cards(cards));
        parts.add(new Notes("Worth knowing", notes(run)));
        return parts;
    }

    private static Cards.Card kept(RunData run) {
        String names = run.kept().stream()
                .limit(NAMES)
                .map(feature -> Words.cut(feature.name(), Words.LONGEST))
                .collect(Collectors.joining(", "));
        String how = run.saved().word("select").map(Overview::chosenBy).orElse("by the model");
        return new Cards.Card(
                "Kept features",
                Words.format("%,d of %,d", run.kept().size(), run.features()),
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
                .mapToObj(size -> Words.format("%,d", size))
                .collect(Collectors.joining(", "));
        String silhouette = run.saved()
                .number("silhouette")
                .map(s -> Words.format("Silhouette %.2f: 1 is apart, 0 is no border.", s))
                .orElse("");
        List<String> meaning = new ArrayList<>();
        run.tuning()
                .filter(tuning -> !tuning.groups().given())
                .ifPresent(tuning -> meaning.add("This number was suggested and not given: "
                        + tuning.groups().range() + " can be argued. Confirm it with --clusters."));
        meaning.add("Of " + sizes + (run.groupCount() > GROUPS ? ", …" : "") + " samples.");
        if (!silhouette.isEmpty()) meaning.add(silhouette);
        return new Cards.Card("Groups", Words.format("%,d", run.groupCount()), meaning);
    }

    private static Cards.Card sure(SavedRun saved) {
        List<String> meaning = new ArrayList<>();
        meaning.add(sentence(saved.word("stop_reason")
                .orElse("it stopped by " + saved.word("stop").orElse("an unknown rule"))));
        saved.number("residual_w")
                .ifPresent(w -> meaning.add(Words.format(
                        "Distance from a stationary point, which is at 0: W %.1e, H %.1e. The objective %s.",
                        w,
                        saved.number("residual_h").orElse(Double.NaN),
                        saved.is("monotone") ? "never rose" : "rose at times")));
        meaning.add(stability(saved));
        saved.number("consensus_agreement")
                .ifPresent(ari -> meaning.add(
                        Words.format("As to groups, %s (mean ARI of two starts %.2f).", Consensus.verdict(ari), ari)));
        return new Cards.Card("How sure", saved.is("converged") ? arrived(saved) : "not converged", meaning);
    }

    /** The word with which the reason begins: best-support settles, which is less than to converge. */
    private static String arrived(SavedRun saved) {
        return saved.word("stop_reason")
                        .filter(reason -> reason.startsWith("settled"))
                        .isPresent()
                ? "settled"
                : "converged";
    }

    private static String sentence(String words) {
        return words.isEmpty() ? words : Words.capital(words) + ".";
    }

    private static String stability(SavedRun saved) {
        Optional<Double> jaccard = saved.number("stability_jaccard");
        if (jaccard.isEmpty())
            return saved.word("select")
                            .filter(by -> !by.equals("model") && !by.equals("gain") && !by.equals("energy"))
                            .isPresent()
                    ? "The features do not depend on the start; the groups come from one start."
                    : "One start was tried: --restarts 10 shows how far the result depends on it.";
        Score corrected =
                saved.number("stability_corrected").map(Score::of).orElse(Score.undefined("the same features"));
        Stability stability = new Stability(Score.of(jaccard.orElseThrow()), corrected, Score.undefined("not shown"));
        String chance = corrected.isDefined() ? Words.format(", %.2f when corrected for chance", corrected.get()) : "";
        return Words.format(
                "Over %s: %s (two share %.0f %% of what either keeps%s).",
                Words.count(StartFigures.finished(saved), "start"),
                stability.verdict(),
                100 * stability.jaccard().get(),
                chance);
    }

    private static Cards.Card agreement(SavedRun saved, double nmi) {
        return new Cards.Card(
                "Agreement with the labels",
                Words.format("NMI %.2f", nmi),
                List.of(
                        Words.format(
                                "ACC %.2f, ARI %.2f, purity %.2f: 1 is perfect.",
                                saved.number("acc").orElse(Double.NaN),
                                saved.number("ari").orElse(Double.NaN),
                                saved.number("purity").orElse(Double.NaN)),
                        "The labels were not used to find the groups."));
    }

    private static List<String> notes(RunData run) {
        SavedRun saved = run.saved();
        List<String> notes = new ArrayList<>();
        if (!saved.isChoice() && run.groupCount() == 0) notes.add("There are no groups in this run.");
        if (saved.summary().get("controls") instanceof Map<?, ?> controls
                && controls.get("verdicts") instanceof List<?> verdicts)
            verdicts.forEach(verdict -> notes.add(sentence(String.valueOf(verdict))));
        saved.lines("notes").forEach(note -> notes.add(sentence(note)));
        String version = saved.word("version").orElse("an unknown version");
        if (!version.equals(Grapnel.version()))
            notes.add("The run was made by version " + version + ", this page by " + Grapnel.version() + ".");
        return notes;
    }
}
