package org.grapnel.spark.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;

/** Synthetic samples of three kinds, each with three distinctive features; the other features are noise. */
public final class ThreeKindsTable {
    public static final int SAMPLES = 90;
    public static final int FEATURES = 12;
    static final List<String> KINDS = List.of("ant", "bee", "cow");

    private ThreeKindsTable() {}

    public static String kind(int sample) {
        return KINDS.get(sample % 3);
    }

    /** Returns samples in rows, with a few zeros. */
    public static double[][] rows() {
        double[][] rows = new double[SAMPLES][FEATURES];
        for (int j = 0; j < SAMPLES; j++)
            for (int i = 0; i < FEATURES; i++) {
                double draw = CounterRandom.uniform(7, j, i);
                rows[j][i] = i / 3 == j % 3 ? 1 + draw : draw < 0.5 ? 0 : draw / 10;
            }
        return rows;
    }

    /** Returns the samples as a dataset. */
    public static Dataset dataset() {
        double[][] rows = rows();
        DenseMatrix X = DenseMatrix.zeros(FEATURES, SAMPLES);
        for (int j = 0; j < SAMPLES; j++) for (int i = 0; i < FEATURES; i++) X.set(i, j, rows[j][i]);
        List<String> kinds =
                IntStream.range(0, SAMPLES).mapToObj(ThreeKindsTable::kind).toList();
        return new Dataset(
                X,
                Dataset.numbered("g", FEATURES),
                Dataset.numbered("s", SAMPLES),
                Optional.of(kinds),
                DataSource.memory());
    }

    /** Writes a table with the columns cell, kind and g0, g1, … */
    public static Path csv(Path file) throws IOException {
        StringBuilder text = new StringBuilder("cell,kind");
        for (int i = 0; i < FEATURES; i++) text.append(",g").append(i);
        double[][] rows = rows();
        for (int j = 0; j < SAMPLES; j++) {
            StringJoiner line = new StringJoiner(",", "\n", "").add("s" + j).add(kind(j));
            for (double x : rows[j]) line.add(Double.toString(x));
            text.append(line);
        }
        return Files.writeString(file, text.append('\n'));
    }
}
