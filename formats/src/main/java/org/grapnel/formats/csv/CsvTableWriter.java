package org.grapnel.formats.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.grapnel.formats.output.OutputFile;
import org.grapnel.formats.output.RowSupplier;
import org.grapnel.runtime.Preconditions;

/**
 * Writes a CSV file. Cells are quoted where they hold commas, quotes, line ends, or blanks at their ends. Doubles keep
 * all digits, so that {@link CsvReader} reads the same bits.
 */
public final class CsvTableWriter implements Closeable {
    private static final QuoteStrategy KEEP_BLANKS = new QuoteStrategy() {
        @Override
        public boolean quoteValue(int line, int field, String value) {
            return !value.equals(value.strip());
        }
    };

    private final CsvWriter writer;
    private final int columns;

    private CsvTableWriter(CsvWriter writer, int columns) {
        this.writer = writer;
        this.columns = columns;
    }

    /** Creates a file with this header, compressed if its name ends in {@code .gz}. */
    public static CsvTableWriter create(Path file, String... header) throws IOException {
        return create(file, List.of(header));
    }

    /** Creates a file with this header, compressed if its name ends in {@code .gz}. */
    public static CsvTableWriter create(Path file, List<String> header) throws IOException {
        CsvWriter writer = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(KEEP_BLANKS)
                .build(OutputFile.open(file), StandardCharsets.UTF_8);
        CsvTableWriter output = new CsvTableWriter(writer, header.size());
        output.row(header);
        return output;
    }

    /** Continues a table on a stream: rows of so many columns, without a header. Closing it closes the stream. */
    public static CsvTableWriter resume(OutputStream out, int columns) {
        CsvWriter writer = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(KEEP_BLANKS)
                .build(out, StandardCharsets.UTF_8);
        return new CsvTableWriter(writer, columns);
    }

    /** Writes a table of numbers with column names and, in a first column without a name, row names. */
    public static void table(Path file, List<String> rowNames, List<String> columnNames, RowSupplier rows)
            throws IOException {
        List<String> header = new ArrayList<>(columnNames);
        header.add(0, "");
        double[] numbers = new double[columnNames.size()];
        List<Object> cells = new ArrayList<>(header.size());
        try (CsvTableWriter out = create(file, header)) {
            for (int i = 0; i < rowNames.size(); i++) {
                rows.row(i, numbers);
                cells.clear();
                cells.add(rowNames.get(i));
                for (double x : numbers) cells.add(x);
                out.row(cells);
            }
        }
    }

    /** Writes a row with one value per column. An empty cell is {@code ""}. */
    public CsvTableWriter row(Object... cells) throws IOException {
        return row(List.of(cells));
    }

    /** Writes a row with one value per column. An empty cell is {@code ""}. */
    public CsvTableWriter row(List<?> cells) throws IOException {
        Preconditions.require(
                cells.size() == columns, "a row has %d cells, the table has %d columns", cells.size(), columns);
        try {
            writer.writeRecord(cells.stream().map(String::valueOf).toList());
            return this;
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
