package org.grapnel.formats.input;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;

/** Reads the labels of the samples from a file with one label per line. */
public final class LabelFile {
    private LabelFile() {}

    /**
     * Reads the file that the options name, if any.
     *
     * @param data the data file, for messages
     * @param names the names in the data, none of which is the one asked for
     */
    public static Optional<List<String>> read(ReadOptions options, String data, Collection<String> names, int samples) {
        return options.labels().map(name -> read(requireFile(name, data, names), data, samples));
    }

    /** Returns the file with this name; the exception lists similar names in the data. */
    public static Path requireFile(String name, String data, Collection<String> names) {
        return requireFile(name, data, "column", "", names);
    }

    /**
     * Returns the file with this name; the exception lists similar names in the data.
     *
     * @param what what the data could have held the labels in, such as a column
     * @param there a clause that lists all of those, or an empty text
     */
    public static Path requireFile(String name, String data, String what, String there, Collection<String> names) {
        try {
            Path file = Path.of(name);
            if (Files.isRegularFile(file)) return file;
        } catch (InvalidPathException e) {
            // not a file name; refused below
        }
        List<String> nearest = NameValidator.suggest(name, names);
        String hint = nearest.isEmpty() ? "" : "; did you mean " + String.join(" or ", nearest) + "?";
        throw new DataException(
                "%s: has no %s '%s' for the labels, and no file has that name%s%s", data, what, name, there, hint);
    }

    private static List<String> read(Path file, String data, int samples) {
        List<String> labels = InputFile.read(file, in -> {
            List<String> read = new ArrayList<>();
            ColumnCounter columns = new ColumnCounter(InputFile.extension(file).equals("txt") ? "\t" : "\t;,");
            LineReader lines = new LineReader(in);
            long empty = 0;
            while (lines.next()) {
                String label = unquoted(lines.text().strip());
                if (label.isEmpty()) {
                    if (empty == 0) empty = lines.number();
                    continue;
                }
                if (empty > 0) throw new DataException("%s: line %d: the label is missing", file, empty);
                columns.add(lines.text());
                read.add(label);
            }
            if (columns.isTable())
                throw new DataException(
                        "%s: a file of labels has one label per line, this one has %d columns; its last line is '%s'",
                        file, columns.count, Excerpt.of(columns.last));
            return read;
        });
        if (labels.size() == samples + 1) return labels.subList(1, labels.size());
        if (labels.size() == samples) return labels;
        throw new DataException("%s: has %s, but %s has %d samples", file, count(labels), data, samples);
    }

    /** Returns the number of labels in words: {@code 1 label}, {@code 2 labels}. */
    public static String count(List<String> labels) {
        return labels.size() + (labels.size() == 1 ? " label" : " labels");
    }

    /**
     * Detects a table: all lines have the same number of cells, more than one. Read as labels, each row would be a
     * class of its own. In a {@code .txt} file commas belong to the labels.
     */
    private static final class ColumnCounter {
        private final String delimiters;
        private char delimiter;
        private int count;
        private String last = "";

        ColumnCounter(String delimiters) {
            this.delimiters = delimiters;
        }

        void add(String line) {
            if (last.isEmpty()) {
                for (int i = 0; i < delimiters.length() && count <= 1; i++) {
                    delimiter = delimiters.charAt(i);
                    count = cells(line);
                }
            }
            if (cells(line) != count) count = 0;
            last = line;
        }

        boolean isTable() {
            return count > 1;
        }

        private int cells(String line) {
            int cells = 1;
            boolean quoted = false;
            for (int i = 0; i < line.length(); i++) {
                if (line.charAt(i) == '"') quoted = !quoted;
                else if (line.charAt(i) == delimiter && !quoted) cells++;
            }
            return cells;
        }
    }

    /** Formats a number as a label: whole numbers without a fraction, so that 1 and 1.0 are the same class. */
    public static String formatNumber(double number) {
        boolean isInteger = number == Math.rint(number) && Math.abs(number) < 1L << 53;
        return isInteger ? Long.toString((long) number) : Double.toString(number);
    }

    private static String unquoted(String line) {
        boolean quoted = line.length() >= 2 && line.startsWith("\"") && line.endsWith("\"");
        return quoted ? line.substring(1, line.length() - 1).replace("\"\"", "\"") : line;
    }
}
