package org.grapnel.formats.csv;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.formats.table.CellFault;
import org.grapnel.formats.table.ColumnRole;
import org.grapnel.formats.table.ColumnRoles;

/**
 * What the cells of a CSV file are.
 *
 * @param comments whether lines that begin with {@code #} are skipped, unless they have as many cells as a row
 * @param textRows the names of rows that hold text instead of numbers: labels and other facts about the samples
 * @param labelRow the name of the row that holds the labels
 * @param missing the words for a missing number
 * @param typed whether cells without quotes are numbers with a decimal point
 */
record CsvLayout(
        char delimiter,
        boolean comments,
        ColumnRoles roles,
        Set<String> textRows,
        Optional<String> labelRow,
        Set<String> missing,
        boolean typed) {
    /** The names of the columns, empty for a first column without name. */
    List<String> columns() {
        return roles.names();
    }

    /** The number of numbers in a row. */
    int length() {
        return roles.all(ColumnRole.NUMBERS).size();
    }

    /** The column with the names of the rows, or −1. */
    int nameColumn() {
        return roles.nameColumn();
    }

    /** The columns whose cells are kept as text. */
    List<Integer> textColumns() {
        return Stream.of(ColumnRole.values())
                .filter(ColumnRole::isText)
                .flatMap(role -> roles.all(role).stream())
                .toList();
    }

    /** Tells whether the row at the scanner holds text instead of numbers. The scanner stays there. */
    boolean isTextRow(CsvCellScanner cells) {
        return !textRows.isEmpty()
                && cells.peek(nameColumn()).filter(textRows::contains).isPresent();
    }

    /** Returns the exception for a fault in a line, counted from 1, and in a column unless that is negative. */
    DataException error(String file, long line, int c, String what) {
        if (c < 0) return new DataException("%s: row %d %s", file, line, what);
        return new DataException("%s: %s: %s", file, place(line, c), what);
    }

    /** Describes the place of a cell, with the line counted from 1. */
    String place(long line, int c) {
        return CellFault.place(line, c, c < columns().size() ? columns().get(c) : "");
    }
}
