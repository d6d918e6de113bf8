package org.grapnel.studio.view;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.data.DataException;
import org.grapnel.formats.csv.CsvRowReader;
import org.grapnel.formats.input.InputFile;

/**
 * A table of a run folder with columns of numbers in arrays: a list of boxed numbers would take most of the time for 100,000 samples.
 */
final class SampleTable {
    private final String file;
    private final List<String> header;
    private final Map<String, double[]> numbers = new HashMap<>();
    private final Map<String, List<String>> texts = new HashMap<>();
    private int rows;

    private SampleTable(String file, List<String> header) {
        this.file = file;
        this.header = header;
    }

    /**
     * Reads some columns; those that the file does not have are left out.
     *
     * @param numeric the columns of numbers; an empty cell is NaN
     * @param text the columns of text
     * @param expected the number of rows that is expected, which saves copies
     */
    static SampleTable read(Path file, List<String> numeric, List<String> text, int expected) {
        return InputFile.read(file, in -> {
            CsvRowReader cells = new CsvRowReader(in);
            List<String> header = List.copyOf(cells.header());
            SampleTable table = new SampleTable(in.name(), header);
            int[] numberPlaces = table.places(numeric);
            int[] textPlaces = table.places(text);
            int room = (int) Math.max(1, Math.min(expected, Files.size(file))); // a summary may say anything
            double[][] values = new double[numberPlaces.length][room];
            List<List<String>> words = new ArrayList<>();
            for (int c = 0; c < textPlaces.length; c++) words.add(new ArrayList<>(room));
            while (cells.next()) {
                cells.requireCells(header.size());
                int row = table.rows++;
                for (int c = 0; c < numberPlaces.length; c++) {
                    if (row == values[c].length) values[c] = Arrays.copyOf(values[c], 2 * row);
                    int place = numberPlaces[c];
                    values[c][row] = cells.text(place).isEmpty() ? Double.NaN : cells.number(place);
                }
                for (int c = 0; c < textPlaces.length; c++) words.get(c).add(cells.text(textPlaces[c]));
            }
            for (int c = 0; c < numberPlaces.length; c++)
                table.numbers.put(header.get(numberPlaces[c]), Arrays.copyOf(values[c], table.rows));
            for (int c = 0; c < textPlaces.length; c++) table.texts.put(header.get(textPlaces[c]), words.get(c));
            return table;
        });
    }

    private int[] places(List<String> columns) {
        return columns.stream().mapToInt(header::indexOf).filter(c -> c >= 0).toArray();
    }

    /** Returns the number of rows without the header. */
    int size() {
        return rows;
    }

    boolean has(String column) {
        return header.contains(column);
    }

    /** Returns a column that was read as numbers. */
    double[] numbers(String column) {
        double[] found = numbers.get(column);
        if (found == null) throw new DataException("%s: has no column '%s'", file, column);
        return found;
    }

    /** Returns a column that was read as text. */
    List<String> texts(String column) {
        List<String> found = texts.get(column);
        if (found == null) throw new DataException("%s: has no column '%s'", file, column);
        return found;
    }

    /** Returns a column of integers from 0 to {@code below} − 1. */
    int[] indices(String column, int below) {
        double[] values = numbers(column);
        int[] found = new int[values.length];
        for (int j = 0; j < found.length; j++) {
            double value = values[j];
            if (!(value >= 0 && value < below && value == Math.rint(value)))
                throw new DataException(
                        "%s: data row %d, column '%s': %s is not an integer from 0 to %d",
                        file, j + 1, column, value, below - 1);
            found[j] = (int) value;
        }
        return found;
    }

    /** Refuses a table that does not have a row for every sample. */
    SampleTable requireSize(int samples) {
        if (rows != samples)
            throw new DataException("%s: has %d rows, but the run has %d samples", file, rows, samples);
        return this;
    }
}
