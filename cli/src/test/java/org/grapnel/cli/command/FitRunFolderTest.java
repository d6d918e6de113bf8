package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The files of a run folder and their consistency. */
class FitRunFolderTest extends FitTestBase {
    @Test
    void theFolderHoldsTheFilesOfTheContract() throws IOException {
        Path run = fit("run");
        try (Stream<Path> files = Files.list(run)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "summary.json",
                            "trace.csv",
                            "features.csv",
                            "labels.csv",
                            "markers.csv",
                            "preparation.csv",
                            "W.npy",
                            "H.npy",
                            "kept.npy",
                            "mean.npy",
                            "embedding.csv",
                            "graph.mtx",
                            "path.csv",
                            "report.html");
        }
        assertThat(home.resolve("run.partial")).doesNotExist();
        assertThat(fit("nmf", data, "--model", "nmf", "--rank", 3).resolve("graph.mtx"))
                .doesNotExist();
    }

    @Test
    void theSummaryHasAllKeys() throws IOException {
        JsonNode summary = Cli.summary(fit("run", "--solver", "accpalm", "--seed", 5, "--max-seconds", 60));
        assertThat(summary.propertyNames())
                .contains(
                        "model",
                        "solver",
                        "rank",
                        "clusters",
                        "keep",
                        "lambda",
                        "alpha",
                        "graph_term_kind",
                        "init",
                        "tol",
                        "max_iter",
                        "max_seconds",
                        "beta",
                        "momentum",
                        "beta_max",
                        "fixed_beta",
                        "step_factor",
                        "project_start",
                        "variant",
                        "normalize",
                        "threads",
                        "kernel",
                        "features",
                        "samples",
                        "iterations",
                        "stop",
                        "converged",
                        "monotone",
                        "residual_w",
                        "residual_h",
                        "objective",
                        "loss",
                        "graph_term",
                        "relative_error",
                        "seconds",
                        "seed",
                        "data",
                        "data_sha256",
                        "graph",
                        "graph_sha256",
                        "version",
                        "notes");
        assertThat(summary.get("model").asString()).isEqualTo("gnmf-l20");
        assertThat(summary.get("clusters").asInt()).isEqualTo(3);
        assertThat(summary.get("lambda").asDouble()).isEqualTo(100);
        assertThat(summary.get("alpha").asDouble())
                .as("a ring with weights of one half")
                .isEqualTo(100);
        assertThat(summary.get("graph_term_kind").asString()).isEqualTo("trace");
        assertThat(summary.get("seed").asLong()).isEqualTo(5);
        assertThat(summary.get("data_sha256").asString()).hasSize(64);
        assertThat(summary.get("graph_sha256").asString()).hasSize(64);
        assertThat(summary.get("version").asString()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(summary.get("notes").isEmpty()).isTrue();
        assertThat(summary.get("objective").asDouble())
                .isCloseTo(
                        summary.get("loss").asDouble()
                                + summary.get("graph_term").asDouble(),
                        within(1e-9));
    }

    @Test
    void entriesThatDoNotApplyAreNull() {
        JsonNode summary = Cli.summary(fit("run", data, "--model", "nmf", "--rank", 3));
        for (String key : List.of("keep", "alpha", "graph_term_kind", "graph", "graph_sha256", "max_seconds"))
            assertThat(summary.get(key).isNull()).as(key).isTrue();
        assertThat(summary.get("lambda").asDouble()).isZero();
    }

    @Test
    void theFilesAgreeWithEachOther() {
        Path run = fit("run", "--solver", "accpalm");
        JsonNode summary = Cli.summary(run);
        try (DenseMatrix W = NpyFile.read(run.resolve("W.npy"));
                DenseMatrix H = NpyFile.read(run.resolve("H.npy"));
                DenseMatrix kept = NpyFile.read(run.resolve("kept.npy"))) {
            double loss = 0;
            double norm = 0;
            for (int i = 0; i < P; i++) {
                for (int j = 0; j < N; j++) {
                    double residual = samples[j][i];
                    norm += residual * residual;
                    for (int c = 0; c < 3; c++) residual -= W.get(i, c) * H.get(c, j);
                    loss += residual * residual / 2;
                }
            }
            assertThat(summary.get("loss").asDouble()).isCloseTo(loss, within(1e-9 * loss));
            assertThat(summary.get("relative_error").asDouble()).isCloseTo(Math.sqrt(2 * loss / norm), within(1e-9));

            List<String[]> features = Cli.rows(run.resolve("features.csv"));
            assertThat(features).hasSize(4);
            double above = Double.POSITIVE_INFINITY;
            for (int q = 0; q < features.size(); q++) {
                String[] row = features.get(q);
                int i = Integer.parseInt(row[1]);
                double score = Double.parseDouble(row[3]);
                assertThat(row[0]).isEqualTo(String.valueOf(q + 1));
                assertThat(row[2]).isEqualTo("g" + i);
                assertThat(score).isEqualTo(Math.sqrt(W.rowSquares(i))).isLessThanOrEqualTo(above);
                above = score;
            }
            int[] index = features.stream()
                    .mapToInt(row -> Integer.parseInt(row[1]))
                    .sorted()
                    .toArray();
            for (int j = 0; j < N; j++)
                for (int q = 0; q < index.length; q++)
                    assertThat(kept.get(j, q)).isEqualTo(samples[j][index[q]]);
        }
        List<String> trace = Cli.lines(run.resolve("trace.csv"));
        assertThat(trace.get(0))
                .isEqualTo("iteration,seconds,objective,loss,graph_term,change,beta,accepted,rows_computed");
        assertThat(trace.get(1)).matches("0,0\\.0{9},[^,]+,[^,]+,[^,]+,,,,\\d+");
        assertThat(trace.get(2)).matches("1,\\d+\\.\\d{9},[^,]+,[^,]+,[^,]+,[^,]+,[^,]+,[01],\\d+");
        String[] last =
                Cli.rows(run.resolve("trace.csv")).get(summary.get("iterations").asInt());
        assertThat(Double.parseDouble(last[2]))
                .isEqualTo(summary.get("objective").asDouble());
    }
}
