package org.grapnel.formats.csv;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;

/**
 * What the columns of a CSV file are: numbers, the name of the row, its label.
 *
 * @param columns how messages call them; without a name: empty
 * @param nameColumn that holds the name of its row, or -1
 * @param labelColumn that holds the label of its row, or -1
 * @param labelRow the name of a row that holds labels instead of numbers
 * @param missing the words for a number that is missing
 */
record CsvLayout(
        char delimiter,
        List<String> columns,
        int nameColumn,
        int labelColumn,
        Optional<String> labelRow,
        Set<String> missing) {

    /** How many numbers a row has. */
    int length() {
        return columns.size() - (nameColumn < 0 ? 0 : 1) - (labelColumn < 0 ? 0 : 1);
    }

    /** The names of the columns of numbers. */
    List<String> numberColumns() {
        return IntStream.range(0, columns.size())
                .filter(this::isNumber)
                .mapToObj(columns::get)
                .toList();
    }

    /** The column of the i-th number of a row. */
    int numberColumn(int i) {
        return IntStream.range(0, columns.size())
                .filter(this::isNumber)
                .skip(i)
                .findFirst()
                .orElseThrow();
    }

    boolean isNumber(int c) {
        return c != nameColumn && c != labelColumn;
    }

    /** What is wrong in a line of the file, counted from 1; with its column, unless that is negative. */
    DataException error(String file, long line, int c, String what) {
        if (c < 0) return new DataException("%s: row %d %s", file, line, what);
        return new DataException("%s: %s: %s", file, place(line, c), what);
    }

    /** Where a cell is, with the line counted from 1. */
    String place(long line, int c) {
        boolean named = c < columns.size() && !columns.get(c).isEmpty();
        String name = named ? " ('" + Excerpt.of(columns.get(c)) + "')" : "";
        return "row " + line + ", column " + (c + 1) + name;
    }
}
