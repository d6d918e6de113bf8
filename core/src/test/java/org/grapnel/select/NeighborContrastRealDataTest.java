package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.evaluate.Nmi;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with the selections of the NumPy prototype on public data (see the README of the golden orders). */
@EnabledIfEnvironmentVariable(
        named = "GRAPNEL_DATA",
        matches = ".+",
        disabledReason = "GRAPNEL_DATA does not name the folder of real data")
class NeighborContrastRealDataTest {
    private static final Set<String> IMAGES = Set.of("umist_644", "coil20", "yale");

    /** Samples in rows, the label in the last column. */
    private static double[][] readTable(String name) throws IOException {
        Path folder = Path.of(System.getenv("GRAPNEL_DATA"));
        Path plain = folder.resolve(name + ".csv");
        Path file = Files.exists(plain) ? plain : folder.resolve(name + ".csv.gz");
        List<double[]> rows = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file);
                BufferedReader reader = new BufferedReader(
                        new InputStreamReader(file == plain ? in : new GZIPInputStream(in), StandardCharsets.UTF_8))) {
            reader.readLine();
            for (String line = reader.readLine(); line != null; line = reader.readLine())
                rows.add(Stream.of(line.split(","))
                        .mapToDouble(Double::parseDouble)
                        .toArray());
        }
        return rows.toArray(double[][]::new);
    }

    private static double[][] features(String name, double[][] table) {
        int p = table[0].length - 1;
        double[][] x = new double[p][table.length];
        for (int i = 0; i < p; i++) for (int a = 0; a < table.length; a++) x[i][a] = table[a][i];
        double largest = TestMatrices.largest(x);
        return IMAGES.contains(name) ? TestMatrices.map(x, v -> v / largest) : x;
    }

    @ParameterizedTest
    @ValueSource(strings = {"libras", "umist_644", "coil20", "yale", "glioma"})
    void selectionEqualsThePrototypes(String name) throws IOException {
        Path golden = Path.of("src", "test", "resources", "golden", "select", "orders.csv");
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(features(name, readTable(name)))) {
            Graph graph = KnnGraph.build(context, X, GraphSpec.standard()).graph();
            for (String line : Files.readAllLines(golden)) {
                String[] part = line.split(",");
                if (!part[0].equals(name)) continue;
                int keep = Integer.parseInt(part[1]);
                Selection found = NeighborContrast.standard()
                        .withBlend(Double.parseDouble(part[2]))
                        .select(context, X, graph, keep);
                assertThat(found.order())
                        .as(line.substring(0, 30))
                        .isEqualTo(Stream.of(part[4].split(" "))
                                .map(Integer::valueOf)
                                .toList());
                assertThat(found.path().get(keep - 1)).isCloseTo(Double.parseDouble(part[3]), within(1e-12));
            }
        }
    }

    @Test
    void nineSelectedFeaturesOfLibrasClusterBetterThanRandomOnes() throws IOException {
        double[][] table = readTable("libras");
        int[] truth =
                Stream.of(table).mapToInt(row -> (int) row[row.length - 1]).toArray();
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(features("libras", table))) {
            Graph graph = KnnGraph.build(context, X, GraphSpec.standard()).graph();
            double ours = nmi(
                    context,
                    X,
                    NeighborContrast.standard().select(context, X, graph, 9).kept(),
                    truth);
            double random = 0;
            for (int draw = 0; draw < 10; draw++) {
                double[] shuffled = new double[90];
                for (int i = 0; i < 90; i++) shuffled[i] = TestMatrices.uniform(draw, 1, 90)[0][i];
                int[] nine = TopK.select(shuffled, 9);
                java.util.Arrays.sort(nine);
                random += nmi(context, X, RowSet.of(90, nine), truth) / 10;
            }
            assertThat(ours).isGreaterThan(random + 0.03);
        }
    }

    private static double nmi(ExecutionContext context, DenseMatrix X, RowSet kept, int[] truth) {
        try (KMeansResult groups =
                KMeans.clusterColumns(context, X, kept, KMeansOptions.of(15).withStarts(10))) {
            return Nmi.compute(ContingencyTable.of(truth, groups.clustering().toArray()));
        }
    }
}
