package org.grapnel.formats.hdf5;

import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.GuardedCall;
import org.grapnel.formats.input.SparseTriples;
import org.grapnel.linalg.SparseMatrix;

/** A sparse matrix in HDF5: a group of three vectors with the values, their indices and the starts of the lines. */
public final class Hdf5SparseMatrix {
    private final Hdf5File file;
    private final Group group;
    private final String place;

    public Hdf5SparseMatrix(Hdf5File file, Group group, String place) {
        this.file = file;
        this.group = group;
        this.place = place;
    }

    private Hdf5NumericDataset vector(String name) {
        Dataset dataset = file.dataset(group, name)
                .orElseThrow(() -> new DataException("%s: the vector '%s' of a sparse matrix is missing", place, name));
        return new Hdf5NumericDataset(file, dataset, place + ": '" + name + "'");
    }

    public int starts(String name) {
        return vector(name).count();
    }

    /**
     * Reads the matrix.
     *
     * @param lines the number of lines, of {@code length} each
     * @param transposed whether lines become columns
     */
    public SparseMatrix read(
            String starts, String indices, String values, long lines, long length, boolean transposed) {
        if (lines < 0 || length < 0 || lines > Integer.MAX_VALUE - 8 || length > Integer.MAX_VALUE - 8)
            throw new DataException("%s: %d × %d is not a valid shape", place, lines, length);
        Hdf5NumericDataset start = vector(starts);
        if (start.count() != lines + 1)
            throw new DataException("%s: %d lines need %d starts, found %d", place, lines, lines + 1, start.count());
        Hdf5NumericDataset index = vector(indices);
        Hdf5NumericDataset value = vector(values);
        if (index.count() != value.count())
            throw new DataException("%s: has %d indices but %d values", place, index.count(), value.count());
        int entries = value.count();
        return GuardedCall.run(
                place,
                () -> SparseTriples.ofLines(
                        place,
                        (int) lines,
                        (int) length,
                        start.readIntegers(0, entries),
                        index.readIntegers(0, (int) Math.max(0, length - 1)),
                        value.readVector(),
                        transposed));
    }
}
