package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.Trust;
import org.grapnel.report.page.NoteBox;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.read.SavedRun;

/** How far the groups can be trusted, before everything else. */
public final class TrustSection {
    private TrustSection() {}

    /** Returns nothing where the groups were not judged. */
    public static List<PageElement> build(SavedRun saved) {
        Optional<Trust.Level> level = level(saved);
        List<PageElement> parts = new ArrayList<>();
        if (level.filter(found -> found != Trust.Level.GOOD).isEmpty())
            parts.add(NoteBox.warning("Warnings", sentences(saved)));
        level.ifPresent(found -> parts.add(verdict(saved, found)));
        List<List<Table.Cell>> checks = new ArrayList<>();
        for (JsonObjectView check : saved.objects("trust_checks")) checks.add(row(check));
        if (!checks.isEmpty())
            parts.add(Table.ofNumbers(
                    "What was checked, without using labels",
                    List.of("check", "measured", "needed", "result"),
                    checks));
        return parts;
    }

    /** Returns the verdict on the groups; empty where they were not judged. */
    static Optional<Trust.Level> level(SavedRun saved) {
        Optional<String> word = saved.text("trust");
        return Arrays.stream(Trust.Level.values())
                .filter(level -> word.filter(level.jsonName()::equals).isPresent())
                .findFirst();
    }

    private static NoteBox verdict(SavedRun saved, Trust.Level level) {
        if (level == Trust.Level.GOOD) // its warnings have a box of their own, in the colour of warnings
        return new NoteBox("These groups can be trusted", List.of(meaning(level)), NoteBox.Tone.GOOD);
        List<String> notes = new ArrayList<>();
        notes.add(meaning(level));
        notes.addAll(sentences(saved));
        return level == Trust.Level.DOUBTFUL
                ? NoteBox.warning("Not all of these groups can be trusted", notes)
                : NoteBox.warning("Do not trust these groups", notes);
    }

    private static String meaning(Trust.Level level) {
        return switch (level) {
            case GOOD ->
                "The samples form groups that are clearly more than chance, and different ways of looking at the data find the same groups.";
            case DOUBTFUL ->
                "There are signs of groups in the data, but some of the groups shown here may not be real. Check them before you build on them.";
            case NONE ->
                "Data without any groups would give a result like this one. The groups, their markers and the pictures below are no evidence of real differences between samples.";
        };
    }

    private static List<String> sentences(SavedRun saved) {
        return saved.texts("warnings").stream().map(TextFormat::sentence).toList();
    }

    private static List<Table.Cell> row(JsonObjectView check) {
        return List.of(
                Table.Cell.of(TextFormat.capitalize(check.text("what"))),
                Table.Cell.of(format(check.numberOrNaN("value"))),
                Table.Cell.of("at least " + format(check.numberOrNaN("needed"))),
                Table.Cell.of(check.flag("passes") ? "passed" : "not passed"));
    }

    private static String format(double value) {
        return Double.isFinite(value) ? TextFormat.format("%.2f", value) : "–";
    }
}
