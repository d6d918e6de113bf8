package org.grapnel.runs.write;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.formats.output.OutputFile;
import org.grapnel.model.CountBackground;
import org.grapnel.model.Loss;
import org.grapnel.runtime.Preconditions;

/**
 * Writes the reconstruction X̂ = WH in the units of the prepared data: a row per sample, a column per feature, zero for features
 * that were not kept, or their background under the loss kl. It is computed one sample at a time and never held in memory.
 */
public final class ReconstructionWriter {
    private final Fit fit;
    private final double[][] W;
    private final int[] kept;
    private final double[] h;
    private final Optional<CountBackground> background;

    private ReconstructionWriter(Fit fit) {
        this.fit = fit;
        kept = fit.support().toArray();
        W = new double[kept.length][fit.W().cols()];
        for (int q = 0; q < kept.length; q++) fit.W().row(kept[q], W[q]);
        h = new double[fit.W().cols()];
        background = fit.spec().loss() == Loss.KL
                ? Optional.of(CountBackground.of(fit.data().X()))
                : Optional.empty();
    }

    /** Refuses a file name without a known ending. */
    public static void requireKnownFormat(Path file) {
        String extension = InputFile.extension(file);
        Preconditions.require(
                extension.equals("csv") || extension.equals("npy"),
                "--reconstruction %s: the file name must end in .csv or .npy, or with .gz after it",
                file);
    }

    /** Writes a .npy file, or a .csv file with the names of features and samples. */
    public static void write(Path file, Fit fit) throws IOException {
        requireKnownFormat(file);
        ReconstructionWriter writer = new ReconstructionWriter(fit);
        if (InputFile.extension(file).equals("csv")) {
            CsvTableWriter.table(file, fit.data().samples(), fit.data().features(), writer::computeSample);
            return;
        }
        try (OutputStream out = OutputFile.open(file)) {
            NpyFile.write(out, fit.Ht().rows(), fit.W().rows(), writer::computeSample);
        }
    }

    private void computeSample(int j, double[] row) {
        fit.Ht().row(j, h);
        if (background.isPresent())
            for (int i = 0; i < row.length; i++) row[i] = background.get().get(i, j);
        for (int q = 0; q < kept.length; q++) {
            double sum = 0;
            for (int c = 0; c < h.length; c++) sum += W[q][c] * h[c];
            row[kept[q]] = sum;
        }
    }
}
