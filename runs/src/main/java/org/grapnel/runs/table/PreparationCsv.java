package org.grapnel.runs.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.data.FittedPreparation;
import org.grapnel.data.Normalization;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.csv.CsvRowReader;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.input.InputFile;

/**
 * {@code preparation.csv}: how every feature was prepared, in the order of the rows of W, and its index in the data file. {@code
 * summary.json} holds the sum of the samples, whether logarithms were taken and how X was scaled.
 */
public final class PreparationCsv {
    /** The columns that are needed; earlier versions wrote only these. */
    private static final List<String> NEEDED =
            List.of("index", "name", "fill", "shift", "divisor", "feature_shift", "feature_divisor");

    /** The columns of version 0.1, which did not clip. */
    private static final List<String> WITH_ORIGIN =
            Stream.concat(NEEDED.stream(), Stream.of("origin")).toList();

    private static final List<String> HEADER =
            Stream.concat(WITH_ORIGIN.stream(), Stream.of("cap")).toList();

    private PreparationCsv() {}

    public static void write(Path file, PreparedData data) throws IOException {
        write(file, data.fittedPreparation().features(), data.origins());
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
                        origins.get(index++),
                        Double.isInfinite(f.cap()) ? "" : f.cap());
        }
    }

    public static FittedPreparation read(
            Path file, OptionalDouble total, OptionalInt read, boolean log1p, Normalization normalize) {
        return InputFile.read(file, in -> {
            CsvRowReader rows = new CsvRowReader(in);
            List<String> header = rows.header();
            boolean clips = header.equals(HEADER);
            if (!clips && !header.equals(WITH_ORIGIN) && !header.equals(NEEDED))
                throw new DataException("%s: the header is not %s", in.name(), String.join(",", HEADER));
            List<FittedPreparation.FeatureTransform> features = new ArrayList<>();
            while (rows.next()) {
                rows.requireCells(header.size());
                features.add(new FittedPreparation.FeatureTransform(
                        rows.text(1),
                        clips && !rows.text(8).isEmpty() ? rows.number(8) : Double.POSITIVE_INFINITY,
                        rows.text(2).isEmpty() ? Double.NaN : rows.number(2),
                        rows.number(3),
                        rows.number(4),
                        rows.number(5),
                        rows.number(6)));
            }
            return new FittedPreparation(total, read.orElse(features.size()), log1p, normalize, features);
        });
    }
}
