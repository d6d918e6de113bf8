package org.grapnel.formats.csv;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.table.ColumnSample;
import org.grapnel.formats.table.TableSample;

/** Looks at the first rows of a CSV file to see what its columns hold. Faults are left for the parser to report. */
final class CsvSampler {
    private static final int MAX_ROWS = 500;

    /** The bytes after which no further row is looked at; a compressed file shows at least as many. */
    private static final int MAX_BYTES = 1 << 19;

    private static final int MIN_ROWS = 2;

    private final CsvHeader header;
    private final ReadOptions options;
    private final boolean[] wanted;
    private final boolean commaDelimited;
    private final Set<String> missing;
    private final FastDecimalParser decimal = new FastDecimalParser();
    private final List<ColumnSample> columns = new ArrayList<>();

    /** @param wanted the columns that are looked at */
    CsvSampler(CsvHeader header, ReadOptions options, boolean[] wanted, Set<String> missing) {
        this.header = header;
        this.options = options;
        this.wanted = wanted;
        this.missing = missing;
        boolean comma = options.table().decimal().filter(mark -> mark == ',').isPresent();
        commaDelimited = !comma && (header.delimiter == ',' || header.delimiter == ' ');
        for (int c = 0; c < wanted.length; c++) columns.add(new ColumnSample());
    }

    /**
     * Reads the first rows of the block.
     *
     * @param nameColumn the column with the names of the rows, or −1
     * @param textRows the names of rows that hold no numbers
     */
    TableSample read(int nameColumn, Set<String> textRows) {
        Map<Long, String> rowNames = new HashMap<>();
        CsvCellScanner cells = new CsvCellScanner(header.delimiter, header.comments).withWidth(wanted.length);
        cells.scan(header.block.bytes, 0, header.block.length).moveTo(header.start, header.line);
        for (int row = 0; row < MAX_ROWS && cells.nextRow(); row++) {
            if (row >= MIN_ROWS && cells.at - header.start > MAX_BYTES) break;
            if (nameColumn >= 0) {
                String name = cells.peek(nameColumn).orElse("");
                rowNames.put(cells.line + 1L, name);
                if (textRows.contains(name)) {
                    cells.skipRow();
                    continue;
                }
            }
            if (!readRow(cells)) break;
        }
        return new TableSample(columns, commaDelimited, options.table().decimal(), rowNames);
    }

    private boolean readRow(CsvCellScanner cells) {
        int c = 0;
        do {
            boolean used = c < wanted.length && wanted[c];
            if (used && isNumber(cells, columns.get(c))) {
                c++;
                continue;
            }
            long line = cells.line + 1L;
            if (!cells.skip().isEmpty()) return false;
            if (used) add(columns.get(c), cells.text().strip(), line);
            c++;
        } while (!cells.wasLast());
        return true;
    }

    /** Adds a plain number and steps over it; returns false for every other cell. */
    private boolean isNumber(CsvCellScanner cells, ColumnSample column) {
        byte[] bytes = cells.bytes;
        int from = cells.at;
        while (bytes[from] == ' ') from++;
        decimal.parse(bytes, from);
        int end = decimal.end();
        if (end < 0
                || (bytes[end] != cells.delimiter && !cells.isLineEnd(end))
                || options.missing().isPresent()) return false;
        boolean typed = header.blocks.isTyped();
        int point = from;
        while (point < end && bytes[point] != '.') point++;
        boolean groups = point < end && end - point == 4 && bytes[from] != '0';
        if (groups && !commaDelimited && !typed) return false; // 1.234 may be 1234
        column.addNumber(point < end && !groups && !typed);
        cells.at = end;
        cells.finishCell();
        return true;
    }

    private void add(ColumnSample column, String text, long line) {
        if (!missing.contains(text)) column.add(text, line);
    }
}
