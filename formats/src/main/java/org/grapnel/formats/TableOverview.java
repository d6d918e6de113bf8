package org.grapnel.formats;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What the first rows of a table show: its columns and what each is used for. It exists also where the table cannot be read with these options, so that
 * options can be chosen.
 *
 * @param columns the columns in the order of the file, at most {@link #MOST_COLUMNS}
 * @param rows the first cells of the first rows, as the file has them; empty for a format that shows no cells
 * @param rowCount how many rows were looked at
 * @param remedy the options with which the table can be read, by their names without dashes; empty if it can be read, or if no option helps
 */
public record TableOverview(
        List<Column> columns, List<List<String>> rows, int rowCount, Map<String, List<String>> remedy) {
    /** The most columns that are listed. */
    public static final int MOST_COLUMNS = 2000;

    /** The most rows that are looked at. */
    public static final int MOST_ROWS = 500;

    /** The columns and rows that show what the file looks like. */
    public static final int SHOWN_COLUMNS = 12;

    public static final int SHOWN_ROWS = 8;

    public TableOverview {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        remedy = Collections.unmodifiableMap(new LinkedHashMap<>(remedy)); // keeps the order
    }

    /**
     * A column. All counts are those of the rows that were looked at; they are empty where only the type of the column was.
     *
     * @param kind {@code number}, {@code whole}, {@code truth}, {@code mixed} (numbers and a few texts), {@code date}, {@code category}, {@code text}
     *     or {@code empty}
     * @param role {@code feature}, {@code id}, {@code label}, {@code color}, {@code one-hot}, {@code dropped}, {@code text} (no numbers, and no option
     *     says what it is, so the table is refused) or {@code unused} (something known about the samples that nothing asks for)
     * @param examples some different values
     * @param advice what to do about the column; empty if nothing must be done
     */
    public record Column(
            String name,
            String kind,
            String role,
            OptionalInt distinct,
            OptionalInt missing,
            OptionalDouble min,
            OptionalDouble max,
            List<String> examples,
            String advice) {
        public Column {
            examples = List.copyOf(examples);
        }

        /** Returns the column in another role, in which nothing must be done about it. */
        public Column withRole(String other) {
            return new Column(name, kind, other, distinct, missing, min, max, examples, "");
        }

        /** Returns the column with the counts and the range of all samples. */
        public Column withRange(int absent, OptionalDouble low, OptionalDouble high) {
            return new Column(name, kind, role, distinct, OptionalInt.of(absent), low, high, examples, advice);
        }
    }
}
