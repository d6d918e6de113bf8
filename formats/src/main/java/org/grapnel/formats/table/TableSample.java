package org.grapnel.formats.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The beginning of a table, column by column. It shows how the numbers of the whole table are written.
 *
 * <p>A number is decisive if it can be read with one decimal mark only: {@code 1,5} and {@code 1.234,5} need a comma,
 * {@code 0.5} and {@code 1,234.5} a point. {@code 1,234} is not decisive.
 */
public final class TableSample {
    private final List<ColumnSample> columns;
    private final boolean commaDelimited;
    private final Optional<Character> decimal;
    private final Map<Long, String> rowNames;
    private final boolean hasPoint;
    private final boolean hasComma;

    /**
     * @param columns a sample of each column; without cells if its role is known
     * @param commaDelimited whether commas or blanks separate the cells, so that decimal commas are not expected
     * @param decimal the decimal mark that the user gives
     * @param rowNames the names of the rows by their lines, if a column holds them
     */
    public TableSample(
            List<ColumnSample> columns,
            boolean commaDelimited,
            Optional<Character> decimal,
            Map<Long, String> rowNames) {
        this.columns = List.copyOf(columns);
        this.commaDelimited = commaDelimited;
        this.decimal = decimal;
        this.rowNames = Map.copyOf(rowNames);
        hasPoint = numeric().anyMatch(ColumnSample::hasPoint);
        hasComma = numeric().anyMatch(ColumnSample::hasComma);
    }

    /** Creates the sample of a format that stores numbers as such. */
    public static TableSample ofTyped(List<ColumnSample> columns) {
        return new TableSample(columns, true, Optional.empty(), Map.of());
    }

    public ColumnSample column(int c) {
        return columns.get(c);
    }

    Optional<String> rowName(long line) {
        return Optional.ofNullable(rowNames.get(line));
    }

    private Stream<ColumnSample> numeric() {
        return columns.stream().filter(column -> !column.isEmpty() && column.isNumeric());
    }

    boolean hasPoint() {
        return hasPoint;
    }

    /** The decimal mark of the table. */
    public char mark() {
        if (decimal.isPresent()) return decimal.get();
        return !commaDelimited && hasComma && !hasPoint ? ',' : '.';
    }

    /** Tells whether the decimal mark was detected and is not the usual one. */
    public boolean hasFoundComma() {
        return decimal.isEmpty() && mark() == ',';
    }

    /** Tells whether the decimal mark is certain, so that {@code 1,234} has one meaning. */
    boolean isDecided() {
        return decimal.isPresent() || commaDelimited || hasComma || hasPoint;
    }

    boolean isGiven() {
        return decimal.isPresent();
    }
}
