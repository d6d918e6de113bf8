package org.grapnel.formats.csv;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;

/**
 * The roles of the columns of a CSV file: numbers, the name of the row, its label.
 *
 * @param columns the names of the columns, empty for a column without name
 * @param nameColumn the column with the names of the rows, or −1
 * @param labelColumn the column with the labels of the rows, or −1
 * @param labelRow the name of a row that holds labels instead of numbers
 * @param missing the words for a missing number
 */
record CsvLayout(
        char delimiter,
        List<String> columns,
        int nameColumn,
        int labelColumn,
        Optional<String> labelRow,
        Set<String> missing) {

    /** The number of numbers in a row. */
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

    /** Returns the exception for a fault in a line, counted from 1, and in a column unless that is negative. */
    DataException error(String file, long line, int c, String what) {
        if (c < 0) return new DataException("%s: row %d %s", file, line, what);
        return new DataException("%s: %s: %s", file, place(line, c), what);
    }

    /** Describes the place of a cell, with the line counted from 1. */
    String place(long line, int c) {
        boolean named = c < columns.size() && !columns.get(c).isEmpty();
        String name = named ? " ('" + Excerpt.of(columns.get(c)) + "')" : "";
        return "row " + line + ", column " + (c + 1) + name;
    }
}
