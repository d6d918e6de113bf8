package org.grapnel.cli.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.options.console.Text;
import org.grapnel.runtime.CounterRandom;

/**
 * Synthetic data with a known answer: samples in four groups. Every fifth feature is a marker of one group, with higher values in its
 * samples; the other features are noise.
 */
public final class MarkerData {
    static final int GROUPS = 4;
    static final int MARKERS = 12;
    static final String GROUP_COLUMN = "group";
    static final String MARKER = "marker";

    /** The size of the data, for lists. */
    public static final String SHAPE = "240 samples, 60 features";

    private static final int FEATURES = 60;
    private static final int SPACING = FEATURES / MARKERS;
    private static final int[] SIZES = {80, 70, 50, 40};
    private static final double LIFT = 1.0;
    private static final long SEED = 2024;

    private MarkerData() {}

    /** Writes the data as a table: one row per sample, with its name and its group. */
    static void write(Path file) throws IOException {
        List<String> header = new ArrayList<>(List.of("sample", GROUP_COLUMN));
        for (int i = 0; i < FEATURES; i++) header.add(feature(i));
        try (CsvTableWriter out = CsvTableWriter.create(file, header)) {
            for (int g = 0, j = 0; g < GROUPS; g++) {
                for (int end = j + SIZES[g]; j < end; j++) {
                    List<Object> row = new ArrayList<>(List.of(Text.format("s%03d", j), group(g)));
                    for (int i = 0; i < FEATURES; i++) row.add(entry(i, j, g));
                    out.row(row);
                }
            }
        }
    }

    /** Noise, plus a lift on the markers of the sample's group; rounded to three decimals. */
    private static double entry(int i, int j, int group) {
        double noise = CounterRandom.uniform(CounterRandom.split(SEED, 1), i, j);
        double more = LIFT * (0.5 + CounterRandom.uniform(CounterRandom.split(SEED, 2), i, j));
        double value = isMarker(i) && marks(i) == group ? noise + more : noise;
        return Math.rint(value * 1000) / 1000;
    }

    private static boolean isMarker(int i) {
        return i % SPACING == 0;
    }

    private static int marks(int i) {
        return i / SPACING % GROUPS;
    }

    private static String feature(int i) {
        return isMarker(i)
                ? Text.format("%s-%s%d", MARKER, group(marks(i)), i / SPACING / GROUPS + 1)
                : Text.format("noise-%02d", i);
    }

    private static String group(int g) {
        return String.valueOf((char) ('A' + g));
    }
}
