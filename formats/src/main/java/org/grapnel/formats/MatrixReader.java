package org.grapnel.formats;

import java.io.IOException;
import java.nio.file.Path;
import org.grapnel.data.DataException;
import org.grapnel.formats.csv.CsvRowReader;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;

/** Reads a small matrix of plain numbers, such as a starting point. Rows of the file are rows of the matrix. */
public final class MatrixReader {
    /** The rows expected at first; the estimate doubles whenever it was too small. */
    private static final int FIRST_ROWS = 64;

    private MatrixReader() {}

    /** Reads {@code .npy}, or {@code .csv} without row names. A first line of text is a header and is skipped. */
    public static DenseMatrix read(Path file) {
        String extension = InputFile.extension(file);
        return switch (extension) {
            case "npy" -> NpyFile.read(file);
            case "csv" -> InputFile.read(file, MatrixReader::csv);
            default ->
                throw new DataException(
                        "%s: unknown file extension '%s' of a matrix; supported are .csv, .npy, each also .gz",
                        file, extension);
        };
    }

    private static DenseMatrix csv(InputFile in) throws IOException {
        CsvRowReader rows = new CsvRowReader(in);
        if (!rows.next()) throw new DataException("%s: the file is empty; a matrix is needed", in.name());
        int cols = rows.cells();
        if (rows.isText() && !rows.next())
            throw new DataException("%s: the file has a header but no numbers", in.name());
        double[] row = new double[cols];
        try (DenseMatrixBuilder M = DenseMatrixBuilder.forRows(in.name(), cols)) {
            do {
                rows.requireCells(cols);
                rows.numbers(0, row);
                M.reserve(1, 2.0 * M.lines() + FIRST_ROWS).store(row);
            } while (rows.next());
            return M.build();
        }
    }
}
