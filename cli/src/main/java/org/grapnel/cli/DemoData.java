package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.io.CsvOutput;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.SparseMatrix;

/**
 * Data with a known answer: samples in four groups, and features of which every fifth marks one group, being higher in its
 * samples. The rest is noise of the same kind everywhere.
 */
final class DemoData {
    static final int GROUPS = 4;
    static final int MARKERS = 12;
    static final String GROUP_COLUMN = "group";
    static final String MARKER = "marker";

    private static final int FEATURES = 60;
    private static final int SPACING = FEATURES / MARKERS;
    private static final int[] SIZES = {80, 70, 50, 40};
    private static final double LIFT = 1.0;
    private static final long SEED = 2024;
    private static final int NEIGHBORS = 5;

    private DemoData() {}

    /** Writes the data as anybody would have them: a row per sample, with its name and its group. */
    static void write(Path file) throws IOException {
        List<String> header = new ArrayList<>(List.of("sample", GROUP_COLUMN));
        for (int i = 0; i < FEATURES; i++) header.add(feature(i));
        try (CsvOutput out = CsvOutput.create(file, header)) {
            for (int g = 0, j = 0; g < GROUPS; g++) {
                for (int end = j + SIZES[g]; j < end; j++) {
                    List<Object> row = new ArrayList<>(List.of(Text.format("s%03d", j), group(g)));
                    for (int i = 0; i < FEATURES; i++) row.add(entry(i, j, g));
                    out.row(row);
                }
            }
        }
    }

    /** Noise everywhere, and on a marker of the sample's group more on top; three decimals are enough for an eye. */
    private static double entry(int i, int j, int group) {
        double noise = Randoms.uniform(Randoms.split(SEED, 1), i, j);
        double more = LIFT * (0.5 + Randoms.uniform(Randoms.split(SEED, 2), i, j));
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

    /**
     * Joins every sample to its five nearest, with weight exp(−d²/2σ²), σ the mean distance of these pairs. Found by
     * comparing all pairs; an edge that both ends chose is the same edge.
     */
    static SparseMatrix neighbors(Matrix X) {
        int n = X.cols();
        List<int[]> pairs = new ArrayList<>();
        double sum = 0;
        double[][] distance = distances(X);
        for (int j = 0; j < n; j++) {
            int from = j;
            List<Integer> nearest = IntStream.range(0, n)
                    .filter(l -> l != from)
                    .boxed()
                    .sorted(Comparator.comparingDouble(l -> distance[from][l]))
                    .limit(NEIGHBORS)
                    .toList();
            for (int l : nearest) {
                pairs.add(new int[] {j, l});
                sum += distance[j][l];
            }
        }
        double sigma = sum / pairs.size();
        double[][] weight = new double[n][n];
        for (int[] pair : pairs) {
            double d = distance[pair[0]][pair[1]];
            weight[pair[0]][pair[1]] = weight[pair[1]][pair[0]] = Math.exp(-d * d / (2 * sigma * sigma));
        }
        int[][] edges = IntStream.range(0, n * n)
                .filter(e -> weight[e / n][e % n] > 0)
                .mapToObj(e -> new int[] {e / n, e % n})
                .toArray(int[][]::new);
        return SparseMatrix.ofTriples(
                n,
                n,
                IntStream.range(0, edges.length).map(e -> edges[e][0]).toArray(),
                IntStream.range(0, edges.length).map(e -> edges[e][1]).toArray(),
                IntStream.range(0, edges.length)
                        .mapToDouble(e -> weight[edges[e][0]][edges[e][1]])
                        .toArray());
    }

    /** ‖xⱼ − xₗ‖ for all samples. */
    private static double[][] distances(Matrix X) {
        int n = X.cols();
        double[][] distance = new double[n][n];
        double[] row = new double[n];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < n; j++)
                for (int l = 0; l < n; l++) distance[j][l] += (row[j] - row[l]) * (row[j] - row[l]);
        }
        for (double[] line : distance) for (int l = 0; l < n; l++) line[l] = Math.sqrt(line[l]);
        return distance;
    }
}
