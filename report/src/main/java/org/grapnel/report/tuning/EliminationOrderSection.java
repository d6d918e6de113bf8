package org.grapnel.report.tuning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.Figure;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.PictureGrid;
import org.grapnel.report.page.PixelGrid;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.run.FeatureSection;
import org.grapnel.report.run.RunData;
import org.grapnel.runs.table.SavedTable;

/** In which order the features leave when fewer and fewer are kept: the last ones by name, pixels as a picture. */
final class EliminationOrderSection {
    private static final String FILE = "leaving.csv";
    private static final int LAST = 20;

    private EliminationOrderSection() {}

    /** Nothing where all features are kept. */
    static List<PageElement> build(RunData run) {
        List<PageElement> parts = new ArrayList<>();
        run.saved().findTable(FILE).filter(table -> table.size() > 0).ifPresent(table -> {
            List<Integer> features = table.indices("index", run.features());
            List<Integer> keptDownTo = table.indices("kept_down_to", run.features() + 1);
            int nowhere = keptDownTo.indexOf(0);
            if (nowhere >= 0)
                throw new DataException(
                        "%s: feature '%s' is kept down to 0; the least is 1",
                        run.saved().folder().resolve(FILE),
                        TextFormat.truncate(table.texts("name").get(nowhere), TextFormat.LONGEST));
            int early = run.features() - features.size();
            parts.add(Paragraphs.of(
                    "Features leave in an order: kept down to 8 means that a feature was still there when 8 were left. The last to leave carry the groups."
                            + (early > 0
                                    ? TextFormat.format(
                                            " %s at the first step and %s not listed.",
                                            TextFormat.count(early, "feature") + " went", early == 1 ? "is" : "are")
                                    : "")));
            PixelGrid.create(run, FeatureSection.PICTURES)
                    .ifPresent(pixels -> parts.add(picture(run, pixels, features, keptDownTo)));
            parts.add(last(table, keptDownTo));
        });
        return parts;
    }

    private static Table last(SavedTable table, List<Integer> keptDownTo) {
        List<String> names = table.texts("name");
        int shown = Math.min(LAST, names.size());
        List<List<Table.Cell>> rows = new ArrayList<>();
        for (int i = 0; i < shown; i++)
            rows.add(List.of(
                    Table.Cell.of(names.get(i)),
                    Table.Cell.of(TextFormat.format("%,d", i + 1)),
                    Table.Cell.of(TextFormat.format("%,d", keptDownTo.get(i)))));
        return Table.ofNumbers(
                shown < names.size()
                        ? TextFormat.format(
                                "The last %d of %,d features to leave; all are in %s", shown, names.size(), FILE)
                        : "The features, the last to leave first",
                List.of("feature", "rank", "kept down to"),
                rows);
    }

    /** Where several pixels are drawn as one, the one that stays longest is seen. */
    private static Figure picture(RunData run, PixelGrid pixels, List<Integer> features, List<Integer> keptDownTo) {
        List<Double> lasting = new ArrayList<>(Collections.nCopies(run.features(), 0.0));
        for (int i = 0; i < features.size(); i++) lasting.set(features.get(i), 1.0 / keptDownTo.get(i));
        List<Double> drawn = pixels.draw(lasting).stream()
                .map(v -> v > 0 ? Math.rint(1 / v) : 0)
                .toList();
        int fewest = keptDownTo.stream().min(Integer::compare).orElse(0);
        return PictureGrid.falling(
                new Caption(
                        "leaving-pixels",
                        "Which pixels leave last",
                        TextFormat.format(
                                "A picture of %d x %d in which %s have a colour, the brighter the longer they stay; the brightest are still there when %,d are left.",
                                pixels.height(), pixels.width(), TextFormat.count(features.size(), "pixel"), fewest),
                        "The brighter, the longer a pixel stays; the scale is by powers. Black pixels went at the first step, or before the fit."
                                + pixels.note()),
                pixels.height(),
                pixels.width(),
                "kept down to",
                List.of(new PictureGrid.GridPicture("order of leaving", drawn, List.of())));
    }
}
