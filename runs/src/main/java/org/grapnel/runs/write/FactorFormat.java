package org.grapnel.runs.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.grapnel.Fit;
import org.grapnel.data.Dataset;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.output.OutputFile;
import org.grapnel.linalg.DenseMatrix;

/** Formats of W (features × components) and H (components × samples) in addition to {@code W.npy} and {@code H.npy}. */
public enum FactorFormat {
    /** No additional files. */
    NPY,
    /** W.csv and H.csv, with the names of features and samples. */
    CSV,
    /** W.mtx and H.mtx in Matrix Market format, {@code array real general}. */
    MTX;

    /** Returns the word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    public void write(Fit fit, RunFolder folder) throws IOException {
        if (this == NPY) return;
        List<String> components = Dataset.numbered("component", fit.W().cols());
        try (DenseMatrix H = fit.Ht().transpose()) {
            if (this == CSV) {
                CsvTableWriter.table(folder.file("W.csv"), fit.data().features(), components, fit.W()::row);
                CsvTableWriter.table(
                        folder.file("H.csv"), components, fit.data().samples(), H::row);
            } else {
                mtx(folder.file("W.mtx"), fit.W());
                mtx(folder.file("H.mtx"), H);
            }
        }
    }

    /** Writes the entries column by column, as the format requires. */
    private static void mtx(Path file, DenseMatrix M) throws IOException {
        try (Writer out =
                new BufferedWriter(new OutputStreamWriter(OutputFile.open(file), StandardCharsets.US_ASCII))) {
            out.write("%%MatrixMarket matrix array real general\n" + M.rows() + " " + M.cols() + "\n");
            for (int j = 0; j < M.cols(); j++) for (int i = 0; i < M.rows(); i++) out.write(M.get(i, j) + "\n");
        }
    }
}
