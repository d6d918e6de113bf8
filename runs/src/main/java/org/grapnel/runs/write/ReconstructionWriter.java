package org.grapnel.runs.write;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.grapnel.Fit;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.formats.output.OutputFile;
import org.grapnel.runtime.Preconditions;

/**
 * X̂ = WH, what the model makes of the data, in the units of the prepared data: a row for each sample, a column for each feature, zero where a
 * feature was not kept. Made a sample at a time, so that it never lies in memory.
 */
public final class ReconstructionWriter {
    private final Fit fit;
    private final double[][] W;
    private final int[] kept;
    private final double[] h;

    private ReconstructionWriter(Fit fit) {
        this.fit = fit;
        kept = fit.support().toArray();
        W = new double[kept.length][fit.W().cols()];
        for (int q = 0; q < kept.length; q++) fit.W().row(kept[q], W[q]);
        h = new double[fit.W().cols()];
    }

    /** Refuses a name that says no format. */
    public static void requireKnownFormat(Path file) {
        String extension = InputFile.extension(file);
        Preconditions.require(
                extension.equals("csv") || extension.equals("npy"),
                "--reconstruction %s: the format is told by the ending, which must be .csv or .npy, each also .gz",
                file);
    }

    /** Writes a .npy file, or a .csv file with the names of features and samples. */
    public static void write(Path file, Fit fit) throws IOException {
        requireKnownFormat(file);
        ReconstructionWriter made = new ReconstructionWriter(fit);
        if (InputFile.extension(file).equals("csv")) {
            CsvTableWriter.table(file, fit.data().samples(), fit.data().features(), made::sample);
            return;
        }
        try (OutputStream out = OutputFile.open(file)) {
            NpyFile.write(out, fit.Ht().rows(), fit.W().rows(), made::sample);
        }
    }

    private void sample(int j, double[] into) {
        fit.Ht().row(j, h);
        for (int q = 0; q < kept.length; q++) {
            double sum = 0;
            for (int c = 0; c < h.length; c++) sum += W[q][c] * h[c];
            into[kept[q]] = sum;
        }
    }
}
