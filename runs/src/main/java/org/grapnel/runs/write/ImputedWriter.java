package org.grapnel.runs.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.input.InputFile;
import org.grapnel.linalg.LineWeights;
import org.grapnel.runtime.Preconditions;

/**
 * Writes the missing entries of prepared data as they were completed, in the units of the data as read: a row for each, sample by sample, with the
 * names of the sample and the feature and the value. Features that the preparation dropped are not completed.
 */
public final class ImputedWriter {
    private ImputedWriter() {}

    /** Refuses a file name without a known ending. */
    public static void requireKnownFormat(Path file) {
        Preconditions.require(
                InputFile.extension(file).equals("csv"),
                "--imputed %s: the file name must end in .csv or .csv.gz",
                file);
    }

    /** Writes a .csv file, which has a header only if no entry is missing. */
    public static void write(Path file, PreparedData prepared) throws IOException {
        requireKnownFormat(file);
        Dataset data = prepared.data();
        Optional<LineWeights> gaps =
                prepared.missing().map(missing -> missing.weights().bySample());
        try (CsvTableWriter out = CsvTableWriter.create(file, "sample", "feature", "value")) {
            for (int j = 0; gaps.isPresent() && j < data.samples().size(); j++) {
                LineWeights lines = gaps.get();
                for (int e = lines.from(j); e < lines.from(j) + lines.count(j); e++) {
                    int i = lines.index(e);
                    double value = prepared.units().restore(i, j, data.X().get(i, j));
                    out.row(data.samples().get(j), data.features().get(i), value);
                }
            }
        }
    }
}
