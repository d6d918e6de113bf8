package org.grapnel.runs.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.formats.csv.CsvRowReader;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;

/** A table that Grapnel wrote, read back by the names of its columns. */
public final class SavedTable {
    private final String file;
    private final List<String> header;
    private final List<List<String>> columns;

    private SavedTable(String file, List<String> header, List<List<String>> columns) {
        this.file = file;
        this.header = header;
        this.columns = columns;
    }

    public static SavedTable read(Path file) {
        return InputFile.read(file, in -> {
            CsvRowReader rows = new CsvRowReader(in);
            List<String> header = rows.header();
            List<List<String>> columns = new ArrayList<>();
            for (int c = 0; c < header.size(); c++) columns.add(new ArrayList<>());
            while (rows.next()) {
                rows.requireCells(header.size());
                for (int c = 0; c < header.size(); c++) columns.get(c).add(rows.text(c));
            }
            return new SavedTable(in.name(), header, columns);
        });
    }

    /** How many rows there are under the header. */
    public int size() {
        return columns.isEmpty() ? 0 : columns.get(0).size();
    }

    public boolean has(String column) {
        return header.contains(column);
    }

    /** The cells of a column as they stand. */
    public List<String> texts(String column) {
        int c = header.indexOf(column);
        if (c < 0) throw new DataException("%s: has no column '%s'", file, column);
        return List.copyOf(columns.get(c));
    }

    /** The cells of a column as numbers; NaN where a cell is empty. */
    public List<Double> numbers(String column) {
        List<Double> numbers = new ArrayList<>(size());
        for (String cell : texts(column)) {
            try {
                numbers.add(cell.isEmpty() ? Double.NaN : Double.parseDouble(cell));
            } catch (NumberFormatException e) {
                throw new DataException(
                        file + ": row " + (numbers.size() + 1) + " under the header, column '" + column + "': '"
                                + Excerpt.of(cell) + "' is not a number",
                        e);
            }
        }
        return numbers;
    }

    /** The cells of a column as whole numbers from 0 up to a bound. */
    public List<Integer> indices(String column, int below) {
        List<Integer> indices = new ArrayList<>(size());
        for (double number : numbers(column)) {
            if (!(number >= 0 && number < below && number == Math.rint(number)))
                throw new DataException(
                        "%s: row %d under the header, column '%s': %s is not a whole number from 0 to %d",
                        file, indices.size() + 1, column, number, below - 1);
            indices.add((int) number);
        }
        return indices;
    }
}
