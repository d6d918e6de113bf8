package org.grapnel.examples.plugin;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.ReaderPlugin;
import org.grapnel.formats.input.InputFile;
import org.grapnel.linalg.DenseMatrix;

/** Reads {@code .points}: one sample a line, numbers between spaces, no header. */
public final class PointsReader implements ReaderPlugin {
    @Override
    public String name() {
        return "points";
    }

    @Override
    public List<String> extensions() {
        return List.of("points");
    }

    // quote
    @Override
    public Dataset read(Path file, ReadOptions options) {
        return InputFile.read(
                file,
                in -> { // opens .gz too, and takes the hash
                    List<double[]> samples = new BufferedReader(in.text())
                            .lines()
                            .map(line -> numbers(file, line))
                            .toList();
                    if (samples.isEmpty()) throw new DataException("%s: the file has no samples", file);
                    for (double[] sample : samples)
                        if (sample.length != samples.get(0).length)
                            throw new DataException(
                                    "%s: a line has %d numbers, the first has %d",
                                    file, sample.length, samples.get(0).length);
                    double[][] values = samples.toArray(double[][]::new);
                    try (DenseMatrix rows = DenseMatrix.of(values)) {
                        return new Dataset(
                                rows.transpose(),
                                Dataset.numbered("f", values[0].length),
                                Dataset.numbered("", values.length),
                                Optional.empty(),
                                in.source());
                    }
                });
    }
    // end

    private static double[] numbers(Path file, String line) {
        try {
            return Arrays.stream(line.trim().split(" +"))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        } catch (NumberFormatException e) {
            throw new DataException(file + ": '" + line + "' does not hold numbers between spaces", e);
        }
    }
}
