package org.grapnel.formats.npy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.CoordinateBuffer;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.linalg.SparseMatrix;

/**
 * A sparse matrix as {@code scipy.sparse.save_npz} writes it: {@code format}, {@code shape} and {@code data}, with
 * {@code indices} and {@code indptr} for compressed rows (csr) or columns (csc), or {@code row} and {@code col} for
 * triples (coo). A place that is given twice is refused, although SciPy would add both: it may be a mistake.
 */
final class NpzSparseMatrix {
    private static final Set<String> REQUIRED = Set.of("format", "shape", "data");
    private static final Set<String> INDICES = Set.of("indices", "indptr", "row", "col");
    private static final int MAX_SIDE = 1 << 26;

    private final InputFile in;
    private final Map<String, int[]> indices = new HashMap<>();
    private String format = "";
    private int[] shape = {};
    private double[] data = {};

    NpzSparseMatrix(InputFile in) {
        this.in = in;
    }

    /** Tells whether these arrays are such a matrix. */
    static boolean isSparseMatrix(Map<String, NpyArrayHeader> heads) {
        return heads.keySet().containsAll(REQUIRED);
    }

    /** Tells whether an array of this name is a part of such a matrix. */
    static boolean isMatrixPart(String name) {
        return REQUIRED.contains(name) || INDICES.contains(name);
    }

    /** Reads one array; others than the parts of the matrix are skipped. */
    void read(String name, String label, InputStream content) throws IOException {
        long most = NpzArchive.maxNumbers(in);
        switch (name) {
            case "format" -> format = String.join(" ", new NpyVectorReader(label, content, 1).words());
            case "shape" -> shape = new NpyVectorReader(label, content, 2).indices(MAX_SIDE);
            case "data" -> data = new NpyVectorReader(label, content, most).numbers();
            default -> {
                if (INDICES.contains(name))
                    indices.put(name, new NpyVectorReader(label, content, most).indices(Integer.MAX_VALUE));
            }
        }
    }

    /** Returns the matrix, or its transpose. */
    SparseMatrix matrix(boolean transposed) {
        if (shape.length != 2)
            throw new DataException("%s: the shape has %d sides; a matrix is needed", in.name(), shape.length);
        int rows = shape[0];
        int cols = shape[1];
        InputFile.refuseEmpty(in.name(), rows, cols);
        CoordinateBuffer entries = switch (format) {
            case "csr" -> entries(lines(rows), get("indices"));
            case "csc" -> entries(get("indices"), lines(cols));
            case "coo" -> entries(get("row"), get("col"));
            default ->
                throw new DataException(
                        "%s: unsupported sparse format '%s'; supported are csr, csc, coo",
                        in.name(), Excerpt.of(format));
        };
        return entries.requireSides(rows, cols)
                .requireWithin(rows, cols)
                .requireDistinct(false)
                .toMatrix(rows, cols, transposed);
    }

    private CoordinateBuffer entries(int[] row, int[] column) {
        if (row.length != data.length || column.length != data.length)
            throw new DataException(
                    "%s: has %d numbers for %d rows and %d columns of entries",
                    in.name(), data.length, row.length, column.length);
        return CoordinateBuffer.ofArrays(in.name(), row, column, data);
    }

    private int[] get(String name) {
        int[] found = indices.get(name);
        if (found == null) throw new DataException("%s: has no array '%s', which %s needs", in.name(), name, format);
        return found;
    }

    /** The line of every entry, from the starts of the lines. */
    private int[] lines(int count) {
        int[] start = get("indptr");
        if (start.length != count + 1L || start[0] != 0 || start[count] != data.length)
            throw new DataException(
                    "%s: array 'indptr' has %d elements and ends at %d; %d lines with %d numbers need %d elements from 0 to %d",
                    in.name(),
                    start.length,
                    start.length == 0 ? 0 : start[start.length - 1],
                    count,
                    data.length,
                    count + 1L,
                    data.length);
        int[] line = new int[data.length];
        for (int i = 0; i < count; i++) {
            if (start[i] > start[i + 1] || start[i + 1] > data.length)
                throw new DataException(
                        "%s: array 'indptr' goes from %d to %d at element %d",
                        in.name(), start[i], start[i + 1], i + 1);
            Arrays.fill(line, start[i], start[i + 1], i);
        }
        return line;
    }
}
