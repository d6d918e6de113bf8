package org.grapnel.report.run;

import java.util.List;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.read.SavedRun;

/** Compares the groups with the columns of {@code --color}, such as batch or donor. */
public final class ColorSection {
    /** The values of the columns, one line per sample. */
    static final String FILE = "colors.csv";

    private static final String KEY = "colors";

    private ColorSection() {}

    /** Returns nothing for folders without such columns. */
    public static List<PageElement> build(SavedRun saved) {
        List<List<Table.Cell>> rows =
                saved.objects(KEY).stream().map(ColorSection::row).toList();
        if (rows.isEmpty()) return List.of();
        return List.of(
                Paragraphs.of(
                        "NMI is 1 where a column divides the samples as the groups do, and 0 where the two have nothing in common; groups that follow a technical column, "
                                + "such as a batch, may show how the samples were handled instead of what they are."),
                Table.ofNumbers(
                        "Agreement of the groups with other columns",
                        List.of("column", "values", "NMI with the groups", "groups follow it"),
                        rows));
    }

    static boolean hasColors(SavedRun saved) {
        return !saved.objects(KEY).isEmpty();
    }

    private static List<Table.Cell> row(JsonObjectView column) {
        double nmi = column.numberOrNaN("nmi");
        boolean follows = column.flag("follows_groups");
        return List.of(
                Table.Cell.of(column.text("name")),
                Table.Cell.of(TextFormat.format("%,d", column.count("values"))),
                Table.Cell.of(Double.isFinite(nmi) ? TextFormat.format("%.2f", nmi) : "–"),
                new Table.Cell(follows ? "yes" : "no", follows));
    }
}
