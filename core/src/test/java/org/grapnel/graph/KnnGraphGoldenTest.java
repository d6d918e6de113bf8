package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares every edge and weight with golden graphs from a NumPy oracle (see their README). */
class KnnGraphGoldenTest {
    static Stream<Path> cases() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("src", "test", "resources", "golden", "knn"))) {
            return folders.sorted().toList().stream();
        }
    }

    private static double[][] numbers(Path file, int skip) {
        try {
            return Files.readAllLines(file).stream()
                    .skip(skip)
                    .map(line -> Stream.of(line.split(","))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toArray(double[][]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GraphSpec spec(JsonNode json) {
        GraphSpec spec = GraphSpec.standard()
                .withNeighbors(json.get("k").asInt())
                .withWeights(WeightKind.valueOf(json.get("weight").asString().toUpperCase(Locale.ROOT)))
                .withSymmetrize(
                        Symmetrization.valueOf(json.get("symmetrise").asString().toUpperCase(Locale.ROOT)));
        JsonNode sigma = json.get("sigma_given");
        return sigma.isNull() ? spec : spec.withSigma(sigma.asDouble());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void edgesAndWeightsMatchTheOracle(Path folder) {
        JsonNode json = JsonMapper.shared().readTree(folder.resolve("case.json").toFile());
        double[][] edges = numbers(folder.resolve("edges.csv"), 1);
        assertThat(edges).hasNumberOfRows(json.get("directed_edges").asInt());
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(numbers(folder.resolve("X.csv"), 0));
                Matrix S = SparseMatrix.of(X)) {
            for (Matrix M : List.of(X, S)) {
                KnnGraph found = KnnGraph.build(context, M, spec(json));
                Graph graph = found.graph();
                assertThat(graph.size()).isEqualTo(json.get("n").asInt());
                assertThat(2 * graph.edges()).isEqualTo(edges.length);
                for (double[] edge : edges)
                    assertThat(graph.adjacency().get((int) edge[0], (int) edge[1]))
                            .as("weight of (%s, %s)", edge[0], edge[1])
                            .isCloseTo(edge[2], within(1e-12 * Math.max(1, edge[2])));
                if (spec(json).weights() == WeightKind.GAUSSIAN)
                    assertThat(found.sigma().orElseThrow())
                            .isCloseTo(json.get("sigma_used").asDouble(), within(1e-12));
                else assertThat(found.sigma()).isEmpty();
                assertThat(found.recall()).isEmpty();
                double norm = json.get("laplacian_norm2").asDouble();
                assertThat(graph.laplacian().norm()).isCloseTo(norm, within(1e-12 * norm));
            }
        }
    }
}
