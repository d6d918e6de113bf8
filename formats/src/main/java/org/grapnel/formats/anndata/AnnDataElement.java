package org.grapnel.formats.anndata;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.formats.output.RowSupplier;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.Preconditions;

/**
 * A part of an AnnData file in AnnData's encoding of it: an array, a table, a dictionary, …
 *
 * @see <a href="https://anndata.readthedocs.io/en/latest/fileformat-prose.html">the encodings</a>
 */
public final class AnnDataElement {
    private static final String INDEX = "_index";

    private final ElementWriter writer;
    private final long rows;

    private AnnDataElement(long rows, ElementWriter writer) {
        this.rows = rows;
        this.writer = writer;
    }

    private interface ElementWriter {
        Hdf5Header write(Hdf5Writer file) throws IOException;
    }

    /** Writes the element and returns its address. */
    long write(Hdf5Writer file) throws IOException {
        return writer.write(file).write();
    }

    private static AnnDataElement encoded(String type, String version, long rows, ElementWriter writer) {
        return new AnnDataElement(
                rows, file -> writer.write(file).text("encoding-type", type).text("encoding-version", version));
    }

    private static AnnDataElement array(Hdf5Type type, Hdf5Writer.Hdf5Content content, long... shape) {
        return encoded("array", "0.2.0", shape[0], file -> file.dataset(type, content, shape));
    }

    public static AnnDataElement numbers(double... numbers) {
        return array(
                Hdf5Type.FLOAT64,
                block -> {
                    for (double number : numbers) block.put(number);
                },
                numbers.length);
    }

    public static AnnDataElement integers(int... integers) {
        return array(
                Hdf5Type.INT32,
                block -> {
                    for (int integer : integers) block.put(integer);
                },
                integers.length);
    }

    public static AnnDataElement flags(boolean... flags) {
        return array(
                Hdf5Type.BOOLEAN,
                block -> {
                    for (boolean flag : flags) block.put((byte) (flag ? 1 : 0));
                },
                flags.length);
    }

    /** A dense matrix, whose rows are computed when they are written. */
    public static AnnDataElement matrix(int rows, int cols, RowSupplier supplier) {
        return array(
                Hdf5Type.FLOAT64,
                block -> {
                    double[] row = new double[cols];
                    for (int i = 0; i < rows; i++) {
                        supplier.row(i, row);
                        for (double x : row) block.put(x);
                    }
                },
                rows,
                cols);
    }

    public static AnnDataElement sparse(SparseMatrix M) {
        int entries = Math.toIntExact(M.nonZeros());
        int[] start = new int[M.rows() + 1];
        int[] column = new int[entries];
        double[] value = new double[entries];
        for (int i = 0; i < M.rows(); i++) {
            int row = i;
            start[row + 1] = start[row];
            M.forEachInRow(row, (j, x) -> {
                column[start[row + 1]] = j;
                value[start[row + 1]++] = x;
            });
        }
        Map<String, AnnDataElement> parts =
                Map.of("indptr", integers(start), "indices", integers(column), "data", numbers(value));
        return encoded(
                "csr_matrix",
                "0.1.0",
                M.rows(),
                file -> file.group(write(file, parts)).integers("shape", M.rows(), M.cols()));
    }

    public static AnnDataElement texts(List<String> texts) {
        return encoded(
                "string-array",
                "0.2.0",
                texts.size(),
                file -> file.dataset(
                        Hdf5Type.TEXT,
                        block -> {
                            for (String text : texts) block.put(text);
                        },
                        texts.size()));
    }

    /** Texts of which many are equal; an empty text is a missing value. */
    public static AnnDataElement categories(List<String> texts) {
        TreeSet<String> distinct = new TreeSet<>(texts);
        distinct.remove("");
        return categories(texts, List.copyOf(distinct));
    }

    /** Texts out of a list of categories; any other text is a missing value. */
    public static AnnDataElement categories(List<String> texts, List<String> categories) {
        Map<String, Integer> codes = new LinkedHashMap<>();
        for (String category : categories) codes.put(category, codes.size());
        AnnDataElement values = integers(
                texts.stream().mapToInt(text -> codes.getOrDefault(text, -1)).toArray());
        return encoded(
                "categorical",
                "0.2.0",
                texts.size(),
                file -> file.group(write(file, Map.of("codes", values, "categories", texts(categories))))
                        .flag("ordered", false));
    }

    public static AnnDataElement text(String text) {
        return encoded("string", "0.2.0", 1, file -> file.dataset(Hdf5Type.TEXT, block -> block.put(text)));
    }

    public static AnnDataElement number(double number) {
        return scalar(Hdf5Type.FLOAT64, block -> block.put(number));
    }

    public static AnnDataElement integer(long integer) {
        return scalar(Hdf5Type.INT64, block -> block.put(integer));
    }

    public static AnnDataElement flag(boolean flag) {
        return scalar(Hdf5Type.BOOLEAN, block -> block.put((byte) (flag ? 1 : 0)));
    }

    private static AnnDataElement scalar(Hdf5Type type, Hdf5Writer.Hdf5Content content) {
        return encoded("numeric-scalar", "0.2.0", 1, file -> file.dataset(type, content));
    }

    /** Elements by their names. */
    public static AnnDataElement dictionary(Map<String, AnnDataElement> elements) {
        Map<String, AnnDataElement> named = withKeys(elements, List.of());
        return encoded("dict", "0.1.0", named.size(), file -> file.group(write(file, named)));
    }

    /** A table with the names of its rows. */
    public static AnnDataElement table(List<String> names, Map<String, AnnDataElement> columns) {
        Map<String, AnnDataElement> named = withKeys(columns, List.of(INDEX));
        named.forEach((name, column) -> Preconditions.require(
                column.rows == names.size(),
                "column '%s' has %d rows, the table has %d",
                name,
                column.rows,
                names.size()));
        Map<String, AnnDataElement> all = new LinkedHashMap<>(Map.of(INDEX, texts(names)));
        all.putAll(named);
        return encoded(
                "dataframe",
                "0.2.0",
                names.size(),
                file -> file.group(write(file, all))
                        .text(INDEX, INDEX)
                        .texts("column-order", List.copyOf(named.keySet())));
    }

    /** The root of a file. */
    static AnnDataElement root(Map<String, AnnDataElement> parts) {
        return encoded("anndata", "0.1.0", parts.size(), file -> file.group(write(file, parts)));
    }

    private static Map<String, Long> write(Hdf5Writer file, Map<String, AnnDataElement> elements) throws IOException {
        Map<String, Long> addresses = new LinkedHashMap<>();
        // sorted, because the order of a Map.of differs between runs
        for (Map.Entry<String, AnnDataElement> element : new TreeMap<>(elements).entrySet())
            addresses.put(element.getKey(), element.getValue().write(file));
        return addresses;
    }

    /** Replaces names that HDF5 would read as paths; names stay different from each other and from those that are taken. */
    private static Map<String, AnnDataElement> withKeys(Map<String, AnnDataElement> elements, List<String> taken) {
        List<String> keys = new ArrayList<>(taken);
        for (String name : elements.keySet()) {
            String key = name.replace('/', '_');
            keys.add(key.isEmpty() || key.equals(".") || key.equals("..") ? key + "_" : key);
        }
        List<String> unique = NameValidator.makeUnique(keys).subList(taken.size(), keys.size());
        Map<String, AnnDataElement> named = new LinkedHashMap<>();
        int at = 0;
        for (AnnDataElement element : elements.values()) named.put(unique.get(at++), element);
        return named;
    }
}
