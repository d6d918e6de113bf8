package org.grapnel.runs.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.SampleColumn;
import org.grapnel.formats.csv.CsvTableWriter;

/** {@code colors.csv}: what is known about each sample besides its features, in the order of the data. */
public final class ColorsCsv {
    private ColorsCsv() {}

    public static void write(Path file, List<String> samples, List<SampleColumn> columns) throws IOException {
        List<String> header = new ArrayList<>(List.of("sample"));
        columns.forEach(column -> header.add(column.name()));
        try (CsvTableWriter out = CsvTableWriter.create(file, header)) {
            for (int j = 0; j < samples.size(); j++) {
                List<String> row = new ArrayList<>(List.of(samples.get(j)));
                for (SampleColumn column : columns) row.add(column.values().get(j));
                out.row(row);
            }
        }
    }

    /** Reads all columns but the first, which has the names of the samples. */
    public static List<SampleColumn> read(SavedTable table) {
        List<SampleColumn> columns = new ArrayList<>();
        for (int c = 1; c < table.header().size(); c++)
            columns.add(new SampleColumn(table.header().get(c), table.texts(c)));
        return columns;
    }
}
