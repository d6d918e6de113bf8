package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Scores of the golden cases (see their README) and of scikit-learn (see the script next to them). */
class GoldenScoresTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
    private static final JsonNode SKLEARN =
            JsonMapper.shared().readTree(GOLDEN.resolve("scores/scores.json").toFile());

    static Stream<String> golden() throws IOException {
        return Files.readAllLines(GOLDEN.resolve("metrics/expected.csv")).stream()
                .skip(1);
    }

    @ParameterizedTest
    @MethodSource("golden")
    void scoresEqualTheGoldenCases(String line) throws IOException {
        String[] expected = line.split(",");
        List<String[]> rows = Files.readAllLines(GOLDEN.resolve("metrics/" + expected[0] + ".csv")).stream()
                .skip(1)
                .map(row -> row.split(","))
                .toList();
        List<String> truth = rows.stream().map(row -> row[0]).toList();
        int[] clusters = rows.stream().mapToInt(row -> Integer.parseInt(row[1])).toArray();
        ContingencyTable table = ContingencyTable.of(truth, clusters);
        assertThat(table.samples()).isEqualTo(Long.parseLong(expected[1]));
        assertThat(Nmi.compute(table)).isCloseTo(Double.parseDouble(expected[2]), within(1e-12));
        assertThat(Accuracy.compute(table)).isCloseTo(Double.parseDouble(expected[3]), within(1e-12));
        assertThat(AdjustedRand.compute(table)).isCloseTo(Double.parseDouble(expected[4]), within(1e-12));
        assertThat(Purity.compute(table)).isCloseTo(Double.parseDouble(expected[5]), within(1e-12));
    }

    private static int[] ints(JsonNode node) {
        return node.valueStream().mapToInt(JsonNode::asInt).toArray();
    }

    private static double[][] matrix(JsonNode node) {
        return node.valueStream()
                .map(row -> row.valueStream().mapToDouble(JsonNode::asDouble).toArray())
                .toArray(double[][]::new);
    }

    @ParameterizedTest
    @EnumSource
    void nmiEqualsScikitLearn(NmiNormalizer by) {
        for (JsonNode c : SKLEARN.get("partitions")) {
            ContingencyTable table = ContingencyTable.of(ints(c.get("truth")), ints(c.get("clusters")));
            double expected = c.get(by.name().toLowerCase(Locale.ROOT)).asDouble();
            assertThat(Nmi.compute(table, by)).isCloseTo(expected, within(1e-10));
        }
    }

    @Test
    void adjustedRandIndexEqualsScikitLearn() {
        for (JsonNode c : SKLEARN.get("partitions")) {
            ContingencyTable table = ContingencyTable.of(ints(c.get("truth")), ints(c.get("clusters")));
            assertThat(AdjustedRand.compute(table)).isCloseTo(c.get("ari").asDouble(), within(1e-10));
        }
    }

    @Test
    void silhouetteEqualsScikitLearn() {
        for (JsonNode c : SKLEARN.get("silhouettes")) {
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix points = DenseMatrix.of(matrix(c.get("points")))) {
                Score score = Silhouette.of(0).score(context, points, ints(c.get("clusters")));
                assertThat(score.get())
                        .as(c.get("name").asString())
                        .isCloseTo(c.get("silhouette").asDouble(), within(1e-10));
            }
        }
    }

    @Test
    void trustworthinessEqualsScikitLearnForDenseAndSparseData() {
        for (JsonNode c : SKLEARN.get("embeddings")) {
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(matrix(c.get("X")));
                    SparseMatrix sparse = SparseMatrix.of(X);
                    DenseMatrix embedding = DenseMatrix.of(matrix(c.get("embedding")))) {
                Trustworthiness metric =
                        Trustworthiness.of(0).withNeighbors(c.get("neighbors").asInt());
                double expected = c.get("trustworthiness").asDouble();
                assertThat(metric.score(context, X, embedding).get()).isCloseTo(expected, within(1e-10));
                assertThat(metric.score(context, sparse, embedding).get()).isCloseTo(expected, within(1e-10));
            }
        }
    }
}
