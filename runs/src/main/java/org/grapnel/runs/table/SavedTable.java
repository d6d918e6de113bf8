package org.grapnel.runs.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.formats.csv.CsvRowReader;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;

/** A CSV table of a run folder, read by the names of its columns. */
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

    /** Returns the number of rows without the header. */
    public int size() {
        return columns.isEmpty() ? 0 : columns.get(0).size();
    }

    public boolean has(String column) {
        return header.contains(column);
    }

    /** Returns the names of the columns. */
    public List<String> header() {
        return List.copyOf(header);
    }

    /** Returns the cells of a column as text. */
    public List<String> texts(String column) {
        int c = header.indexOf(column);
        if (c < 0) throw new DataException("%s: has no column '%s'", file, column);
        return texts(c);
    }

    /** Returns the cells of column {@code c}, counted from 0, as text. */
    List<String> texts(int c) {
        return List.copyOf(columns.get(c));
    }

    /** Returns the cells of a column as numbers; NaN for empty cells. */
    public List<Double> numbers(String column) {
        List<Double> numbers = new ArrayList<>(size());
        for (String cell : texts(column)) {
            try {
                numbers.add(cell.isEmpty() ? Double.NaN : Double.parseDouble(cell));
            } catch (NumberFormatException e) {
                throw new DataException(
                        file + ": data row " + (numbers.size() + 1) + ", column '" + column + "': '" + Excerpt.of(cell)
                                + "' is not a number",
                        e);
            }
        }
        return numbers;
    }

    /** Returns the cells of a column as integers from 0 to {@code below} − 1. */
    public List<Integer> indices(String column, int below) {
        List<Integer> indices = new ArrayList<>(size());
        for (double number : numbers(column)) {
            if (!(number >= 0 && number < below && number == Math.rint(number)))
                throw new DataException(
                        "%s: data row %d, column '%s': %s is not an integer from 0 to %d",
                        file, indices.size() + 1, column, number, below - 1);
            indices.add((int) number);
        }
        return indices;
    }
}
