package org.grapnel.runs.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.data.FittedPreparation;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.csv.CsvRowReader;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.input.InputFile;

/**
 * {@code preparation.csv}: what was done to every feature, in the order of W's rows, and which of the data as they were read it is. Whether logarithms were taken and samples brought to
 * unit length stands in {@code summary.json}.
 */
public final class PreparationCsv {
    /** What a recipe needs; earlier versions wrote no more than that. */
    private static final List<String> NEEDED =
            List.of("index", "name", "fill", "shift", "divisor", "feature_shift", "feature_divisor");

    private static final List<String> HEADER =
            Stream.concat(NEEDED.stream(), Stream.of("origin")).toList();

    private PreparationCsv() {}

    public static void write(Path file, PreparedData data) throws IOException {
        write(file, data.recipe().features(), data.origins());
    }

    public static void write(Path file, List<FittedPreparation.FeatureTransform> features, List<Integer> origins)
            throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(file, HEADER)) {
            int index = 0;
            for (FittedPreparation.FeatureTransform f : features)
                out.row(
                        index,
                        f.name(),
                        Double.isNaN(f.fill()) ? "" : f.fill(),
                        f.shift(),
                        f.divisor(),
                        f.featureShift(),
                        f.featureDivisor(),
                        origins.get(index++));
        }
    }

    public static FittedPreparation read(Path file, boolean log1p, boolean unitSamples) {
        return InputFile.read(file, in -> {
            CsvRowReader rows = new CsvRowReader(in);
            List<String> header = rows.header();
            if (!header.equals(HEADER) && !header.equals(NEEDED))
                throw new DataException("%s: the header is not %s", in.name(), String.join(",", HEADER));
            List<FittedPreparation.FeatureTransform> features = new ArrayList<>();
            while (rows.next()) {
                rows.requireCells(header.size());
                features.add(new FittedPreparation.FeatureTransform(
                        rows.text(1),
                        rows.text(2).isEmpty() ? Double.NaN : rows.number(2),
                        rows.number(3),
                        rows.number(4),
                        rows.number(5),
                        rows.number(6)));
            }
            return new FittedPreparation(log1p, unitSamples, features);
        });
    }
}
