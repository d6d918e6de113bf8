package org.grapnel.report.run;

import java.util.ArrayList;
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
        Optional<Trust.Level> level = saved.text("trust").flatMap(TrustSection::parse);
        List<PageElement> parts = new ArrayList<>();
        if (level.isPresent()) parts.add(verdict(saved, level.orElseThrow()));
        else parts.add(NoteBox.warning("Warnings", sentences(saved)));
        List<List<Table.Cell>> checks = new ArrayList<>();
        for (JsonObjectView check : saved.objects("trust_checks")) checks.add(row(check));
        if (!checks.isEmpty())
            parts.add(Table.ofNumbers(
                    "What was checked, without using labels",
                    List.of("check", "measured", "needed", "result"),
                    checks));
        return parts;
    }

    private static Optional<Trust.Level> parse(String word) {
        for (Trust.Level level : Trust.Level.values()) if (level.jsonName().equals(word)) return Optional.of(level);
        return Optional.empty();
    }

    private static NoteBox verdict(SavedRun saved, Trust.Level level) {
        List<String> notes = new ArrayList<>();
        notes.add(meaning(level));
        notes.addAll(sentences(saved));
        return switch (level) {
            case GOOD -> new NoteBox("These groups can be trusted", notes, NoteBox.Tone.GOOD);
            case DOUBTFUL -> NoteBox.warning("Not all of these groups can be trusted", notes);
            case NONE -> NoteBox.warning("Do not trust these groups", notes);
        };
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
