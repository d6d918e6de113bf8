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
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.table.SavedTable;

/** The order in which features drop out when fewer are kept: the last ones by name, and pixels as a picture. */
final class EliminationOrderSection {
    private static final String FILE = "leaving.csv";
    private static final int LAST = 20;

    private EliminationOrderSection() {}

    /** Returns no elements where all features are kept. */
    static List<PageElement> build(SavedRun saved) {
        List<PageElement> parts = new ArrayList<>();
        int all = saved.count("features");
        saved.findTable(FILE).filter(table -> table.size() > 0).ifPresent(table -> {
            List<Integer> features = table.indices("index", all);
            List<Integer> keptDownTo = table.indices("kept_down_to", all + 1);
            int nowhere = keptDownTo.indexOf(0);
            if (nowhere >= 0)
                throw new DataException(
                        "%s: kept_down_to of feature '%s' is 0; the smallest value is 1",
                        saved.folder().resolve(FILE),
                        TextFormat.truncate(table.texts("name").get(nowhere), TextFormat.LONGEST));
            int early = all - features.size();
            parts.add(Paragraphs.of(
                    "When fewer features are kept, they drop out in an order: \"kept down to 8\" means that a feature was still kept when only 8 were left. The last ones carry the groups."
                            + (early > 0
                                    ? TextFormat.format(
                                            " %s dropped out at the first step and %s not listed.",
                                            TextFormat.count(early, "feature"), early == 1 ? "is" : "are")
                                    : "")));
            PixelGrid.create(saved, PixelGrid.MOST_COMPONENTS)
                    .ifPresent(pixels -> parts.add(picture(all, pixels, features, keptDownTo)));
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
                                "The last %d of %,d features to drop out; %s lists all", shown, names.size(), FILE)
                        : "Features, the last to drop out first",
                List.of("feature", "rank", "kept down to"),
                rows);
    }

    /** Where several pixels are drawn as one, the one that is kept longest is shown. */
    private static Figure picture(int all, PixelGrid pixels, List<Integer> features, List<Integer> keptDownTo) {
        List<Double> lasting = new ArrayList<>(Collections.nCopies(all, 0.0));
        for (int i = 0; i < features.size(); i++) lasting.set(features.get(i), 1.0 / keptDownTo.get(i));
        List<Double> drawn = pixels.draw(lasting).stream()
                .map(v -> v > 0 ? Math.rint(1 / v) : 0)
                .toList();
        int fewest = keptDownTo.stream().min(Integer::compare).orElse(0);
        return PictureGrid.falling(
                new Caption(
                        "leaving-pixels",
                        "Pixels that drop out last",
                        TextFormat.format(
                                "Picture of %d × %d pixels in which %s have a colour, brighter where they are kept longer; the brightest are still kept when %,d are left.",
                                pixels.height(), pixels.width(), TextFormat.count(features.size(), "pixel"), fewest),
                        "Brighter pixels are kept longer; the scale is logarithmic. Black pixels dropped out at the first step or before the fit."
                                + pixels.note()),
                pixels.height(),
                pixels.width(),
                "kept down to",
                List.of(new PictureGrid.GridPicture("elimination order", drawn, List.of())));
    }
}
