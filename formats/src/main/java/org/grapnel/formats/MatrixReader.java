package org.grapnel.formats;

import java.io.IOException;
import java.nio.file.Path;
import org.grapnel.data.DataException;
import org.grapnel.formats.csv.CsvRowReader;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;

/** Small matrices of plain numbers, such as a starting point, with the rows of the file as rows. */
public final class MatrixReader {
    private static final int FEW =
            64; // lines that are expected at first; every time that these were too few, twice as many

    private MatrixReader() {}

    /** Reads {@code .npy}, or {@code .csv} without names; a first line of text is a header and skipped. */
    public static DenseMatrix read(Path file) {
        String extension = InputFile.extension(file);
        return switch (extension) {
            case "npy" -> NpyFile.read(file);
            case "csv" -> InputFile.read(file, MatrixReader::csv);
            default ->
                throw new DataException(
                        "%s: a matrix is told by its ending, and '%s' is not one that is read; supported are .csv, .npy, each also .gz",
                        file, extension);
        };
    }

    private static DenseMatrix csv(InputFile in) throws IOException {
        CsvRowReader rows = new CsvRowReader(in);
        if (!rows.next()) throw new DataException("%s: is empty, a matrix is needed", in.name());
        int cols = rows.cells();
        if (rows.isText() && !rows.next()) throw new DataException("%s: has a header and no numbers", in.name());
        double[] row = new double[cols];
        try (DenseMatrixBuilder M = DenseMatrixBuilder.forRows(in.name(), cols)) {
            do {
                rows.requireCells(cols);
                rows.numbers(0, row);
                M.reserve(1, 2.0 * M.lines() + FEW).store(row);
            } while (rows.next());
            return M.build();
        }
    }
}
