package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The golden cases of the core, run by the command line from files to trace.csv. */
class GoldenCasesTest {
    @TempDir
    Path home;

    /** The cases that options can express: the l0 constraint counts entries there, and --keep counts entries over rank. */
    static Stream<Path> cases() {
        Path root = Path.of("..", "core", "src", "test", "resources", "golden", "solver");
        try (Stream<Path> folders = Files.list(root)) {
            return folders
                    .filter(folder -> {
                        JsonNode json = json(folder);
                        return !json.get("model").asString().equals("l0")
                                || json.get("k").asInt() % json.get("r").asInt() == 0;
                    })
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode json(Path folder) {
        return JsonMapper.shared().readTree(folder.resolve("case.json").toFile());
    }

    @Test
    void mostGoldenCasesAreCovered() {
        assertThat(cases()).hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theTraceMatchesTheGoldenCase(Path folder) {
        JsonNode json = json(folder);
        Path run = home.resolve("run");
        Cli cli = Cli.run(words(folder, json, run).toArray());
        assertThat(cli.code()).as(cli.err()).isZero();
        List<String[]> trace = Cli.rows(run.resolve("trace.csv"));
        JsonNode expected = json.get("expected_objective");
        assertThat(trace).hasSize(expected.size());
        for (int i = 0; i < trace.size(); i++) {
            double objective = expected.get(i).asDouble();
            assertThat(Double.parseDouble(trace.get(i)[2]))
                    .as("objective at iteration %d", i)
                    .isCloseTo(objective, within(1e-9 * objective));
            if (i > 0)
                assertThat(trace.get(i)[7])
                        .isEqualTo(json.get("accepted").get(i - 1).asString());
        }
    }

    private List<Object> words(Path folder, JsonNode json, Path run) {
        double lambda = json.get("lam").asDouble();
        int rank = json.get("r").asInt();
        List<Object> words = new ArrayList<>(List.of("fit", data(folder), "-o", run, "--rank", rank));
        words.addAll(List.of("--init-w", folder.resolve("W0.csv"), "--init-h", folder.resolve("H0.csv")));
        words.addAll(List.of("--max-iter", json.get("iterations").asInt(), "--tol", 0, "--lambda", lambda));
        if (lambda > 0) words.addAll(List.of("--graph", folder.resolve("edges.csv")));
        String sparsity = json.get("model").asString();
        words.addAll(List.of("--model", sparsity.equals("none") ? "gnmf" : "gnmf-" + sparsity));
        if (!sparsity.equals("none")) {
            int k = json.get("k").asInt();
            words.addAll(List.of("--keep", sparsity.equals("l0") ? k / rank : k));
        }
        words.addAll(solver(json));
        return words;
    }

    /** Cases 90 to 92 are those of {@code --variant theory}. */
    private static List<Object> solver(JsonNode json) {
        String algorithm = json.get("algo").asString();
        boolean proven = json.get("gamma").asDouble() > 1;
        List<Object> words = new ArrayList<>(List.of("--solver", algorithm.split("_", 2)[0]));
        words.addAll(List.of(
                "--beta",
                json.get("beta0").asString(),
                "--momentum",
                json.get("t").asString()));
        words.addAll(List.of("--beta-max", json.get("beta_max").asString()));
        if (!json.get("adaptive").asBoolean()) words.add("--fixed-beta");
        if (proven || algorithm.contains("_")) words.addAll(List.of("--variant", "theory"));
        return words;
    }

    /** Transposes X of a golden case, which has one row per feature and no header. */
    private Path data(Path folder) {
        double[][] X = Cli.lines(folder.resolve("X.csv")).stream()
                .map(line -> Stream.of(line.split(","))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toArray(double[][]::new);
        return Cli.csv(home.resolve("data.csv"), Cli.transposed(X));
    }
}
