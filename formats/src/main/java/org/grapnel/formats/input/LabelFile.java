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

/** The truth about the samples, where it does not stand among the data: in a file with one label a line. */
public final class LabelFile {
    private LabelFile() {}

    /**
     * The labels in the file that the options name.
     *
     * @param data the file of the data, for messages
     * @param names what the data call their columns: none of them is the one that was asked for
     */
    public static Optional<List<String>> read(ReadOptions options, String data, Collection<String> names, int samples) {
        return options.labels().map(wanted -> read(requireFile(wanted, data, names), data, samples));
    }

    /** The file of this name, or a fault that says what there is instead. */
    public static Path requireFile(String wanted, String data, Collection<String> names) {
        return requireFile(wanted, data, "column", "", names);
    }

    /**
     * The same for data that have no columns.
     *
     * @param what the labels could have been in
     * @param there a clause that lists all of those, or nothing
     */
    public static Path requireFile(String wanted, String data, String what, String there, Collection<String> names) {
        try {
            Path file = Path.of(wanted);
            if (Files.isRegularFile(file)) return file;
        } catch (InvalidPathException e) {
            // not a file then, which the fault below says
        }
        List<String> nearest = NameValidator.suggest(wanted, names);
        String hint = nearest.isEmpty() ? "" : "; did you mean " + String.join(" or ", nearest) + "?";
        throw new DataException(
                "%s: has no %s '%s' for the labels, and there is no file of that name%s%s",
                data, what, wanted, there, hint);
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
                columns.see(lines.text());
                read.add(label);
            }
            if (columns.isTable())
                throw new DataException(
                        "%s: is a table of %d columns, and a file of labels has one label a line; its last line is '%s'",
                        file, columns.count, Excerpt.of(columns.last));
            return read;
        });
        if (labels.size() == samples + 1) return labels.subList(1, labels.size());
        if (labels.size() == samples) return labels;
        throw new DataException("%s: has %d labels, and %s has %d samples", file, labels.size(), data, samples);
    }

    /**
     * Whether all lines have the same number of cells, and more than one: then whole rows would pass for labels, each a
     * class of its own. In a text that does not call itself a table, commas belong to the labels.
     */
    private static final class ColumnCounter {
        private final String delimiters;
        private char delimiter;
        private int count;
        private String last = "";

        ColumnCounter(String delimiters) {
            this.delimiters = delimiters;
        }

        void see(String line) {
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

    /** How a number is written as a label: a whole one without a fraction, so that 1 and 1.0 are the same class. */
    public static String formatNumber(double number) {
        boolean whole = number == Math.rint(number) && Math.abs(number) < 1L << 53;
        return whole ? Long.toString((long) number) : Double.toString(number);
    }

    private static String unquoted(String line) {
        boolean quoted = line.length() >= 2 && line.startsWith("\"") && line.endsWith("\"");
        return quoted ? line.substring(1, line.length() - 1).replace("\"\"", "\"") : line;
    }
}
