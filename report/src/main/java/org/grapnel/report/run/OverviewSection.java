package org.grapnel.report.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.grapnel.Grapnel;
import org.grapnel.Groups;
import org.grapnel.report.page.Cards;
import org.grapnel.report.page.NoteBox;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.tuning.TuningCards;
import org.grapnel.runs.read.SavedRun;

/** The first section of a report: kept features, groups, and how reliable they are. */
public final class OverviewSection {
    private static final int NAMES = 12;
    private static final int NAME_LETTERS = 200;
    private static final int GROUPS = 20;
    private static final double OFTEN = 0.9 - 1e-9;

    private OverviewSection() {}

    public static String title(RunData run) {
        String data = run.saved().text("data").map(OverviewSection::fileName).orElse("data");
        return data + ": " + summary(run);
    }

    private static String fileName(String path) {
        Path name = Path.of(path).getFileName();
        return name == null ? path : name.toString();
    }

    private static String summary(RunData run) {
        String kept = TextFormat.count(run.kept().size(), "feature");
        return run.groupCount() == 0 ? kept : kept + ", " + TextFormat.count(run.groupCount(), "group");
    }

    public static String question(RunData run) {
        String which = run.kept().size() < run.features()
                ? TextFormat.format(
                        "Which %,d of %s matter", run.kept().size(), TextFormat.count(run.features(), "feature"))
                : TextFormat.format("What do %s show", TextFormat.count(run.features(), "feature"));
        if (run.saved().isSelection()) return which + "?";
        return which + ", and which groups do " + TextFormat.count(run.samples(), "sample") + " form?";
    }

    public static List<PageElement> build(RunData run) {
        SavedRun saved = run.saved();
        List<Cards.Card> cards = new ArrayList<>();
        cards.add(kept(run));
        if (run.groupCount() > 0) cards.add(groups(run));
        if (!saved.isSelection()) cards.add(ReliabilityCard.build(run));
        saved.number("nmi").ifPresent(nmi -> cards.add(agreement(saved, nmi)));
        run.tuning().ifPresent(tuning -> cards.add(TuningCards.parameters(tuning)));
        List<PageElement> parts = new ArrayList<>(TrustSection.build(saved));
        run.tuning().ifPresent(tuning -> parts.add(TuningCards.warnings(tuning)));
        parts.add(new Cards(cards));
        parts.add(new NoteBox("Notes", notes(run)));
        return parts;
    }

    /** The names of the best features, as many as a card has room for. */
    private static List<String> bestNames(RunData run) {
        List<String> names = new ArrayList<>();
        int letters = 0;
        for (RunData.KeptFeature feature : run.kept()) {
            String name = TextFormat.truncate(feature.name(), TextFormat.LONGEST);
            letters += name.length();
            if (names.size() == NAMES || (letters > NAME_LETTERS && !names.isEmpty())) break;
            names.add(name);
        }
        return names;
    }

    private static Cards.Card kept(RunData run) {
        List<String> best = bestNames(run);
        String names = String.join(", ", best);
        String how = run.saved()
                .text("select")
                .map(OverviewSection::describeSelection)
                .orElse("by the model");
        List<String> meaning = new ArrayList<>(List.of("Selected " + how + "."));
        suggestion(run.saved(), "keep_suggested")
                .map(found -> found.get("reason"))
                .ifPresent(reason -> meaning.add("Grapnel suggested this number: " + reason + "."));
        meaning.add(
                run.kept().isEmpty()
                        ? "None."
                        : "Best first: " + names + (run.kept().size() > best.size() ? ", …" : ""));
        if (run.hasFrequency())
            meaning.add(TextFormat.format(
                    "%,d of them are kept in at least 9 of 10 draws of four fifths of the samples.",
                    run.kept().stream()
                            .filter(feature -> feature.frequency() >= OFTEN)
                            .count()));
        return new Cards.Card(
                "Kept features", TextFormat.format("%,d of %,d", run.kept().size(), run.features()), meaning);
    }

    /** The evidence for a number that Grapnel suggested; empty for one that the user gave. */
    private static Optional<Map<?, ?>> suggestion(SavedRun saved, String key) {
        return saved.summary().get(key) instanceof Map<?, ?> found ? Optional.of(found) : Optional.empty();
    }

    private static String describeSelection(String select) {
        return switch (select) {
            case "model" -> "by the sparsity constraint of the model";
            case "groups" -> "by groups: together they best tell the groups of the graph apart";
            case "structure" -> "by structure: they keep neighbouring samples close and other samples apart";
            case "gain" -> "by gain: they explain the largest part of the data";
            case "energy" -> "by energy: they have the largest rows of W";
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
                .map(s -> TextFormat.format("Silhouette %.2f: 1 means well separated, 0 means no separation.", s))
                .orElse("");
        List<String> meaning = new ArrayList<>();
        run.tuning()
                .filter(tuning -> !tuning.groups().given())
                .ifPresent(tuning -> meaning.add("Grapnel suggested this number; "
                        + tuning.groups().range() + " would also be reasonable. Confirm it with --clusters."));
        suggestion(run.saved(), "clusters_suggested")
                .ifPresent(found -> meaning.add("Grapnel suggested this number; " + found.get("low") + " to "
                        + found.get("high") + " would also be reasonable. Confirm it with --clusters."));
        run.saved()
                .text("groups_from")
                .filter(from -> !from.equals(Groups.Origin.MEMBERSHIPS.jsonName()))
                .ifPresent(from -> meaning.add("They come from " + from + "."));
        meaning.add("Samples in each group: " + sizes + (run.groupCount() > GROUPS ? ", …" : "."));
        if (!silhouette.isEmpty()) meaning.add(silhouette);
        run.saved()
                .number("edges_within_groups")
                .ifPresent(share -> meaning.add(TextFormat.format(
                        "%s of the links between similar samples stay inside a group.", TextFormat.percent(share))));
        return new Cards.Card("Groups", TextFormat.format("%,d", run.groupCount()), meaning);
    }

    private static Cards.Card agreement(SavedRun saved, double nmi) {
        return new Cards.Card(
                "Agreement with the labels",
                TextFormat.format("NMI %.2f", nmi),
                List.of(
                        TextFormat.format(
                                "ACC %.2f, ARI %.2f, purity %.2f; 1 is perfect agreement.",
                                saved.number("acc").orElse(Double.NaN),
                                saved.number("ari").orElse(Double.NaN),
                                saved.number("purity").orElse(Double.NaN)),
                        "The labels were not used to find the groups."));
    }

    private static List<String> notes(RunData run) {
        SavedRun saved = run.saved();
        List<String> notes = new ArrayList<>();
        if (!saved.isSelection() && run.groupCount() == 0) notes.add("This run has no groups.");
        if (saved.summary().get("controls") instanceof Map<?, ?> controls
                && controls.get("verdicts") instanceof List<?> verdicts)
            verdicts.forEach(verdict -> notes.add(TextFormat.sentence(String.valueOf(verdict))));
        saved.texts("notes").forEach(note -> notes.add(TextFormat.sentence(note)));
        String version = saved.text("version").orElse("an unknown version");
        if (!version.equals(Grapnel.version()))
            notes.add("The run was made by Grapnel " + version + ", this page by Grapnel " + Grapnel.version() + ".");
        return notes;
    }
}
