package org.grapnel.studio.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.grapnel.data.DataException;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.table.SavedTable;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExploreViewTest {
    private static final int N = SmallRuns.N;

    @TempDir
    Path home;

    private static JsonObjectView meta(ExploreView view) {
        return JsonObjectView.of("meta", view.meta());
    }

    @Test
    void bytesDecodeToTheTablesOfTheFolder() throws IOException {
        Path run = SmallRuns.write(home.resolve("run"), SmallRuns.spec(6, 0), true);
        ExploreView view = ExploreView.read(run);
        SavedTable labels = SavedTable.read(run.resolve("labels.csv"));
        int[] groups = SmallRuns.codes(view.colour("group"));
        float[] sure = SmallRuns.floats(view.colour("confidence"));
        for (int j = 0; j < N; j++) {
            assertThat(groups[j])
                    .isEqualTo(Integer.parseInt(labels.texts("cluster").get(j)));
            assertThat(sure[j]).isEqualTo(labels.numbers("confidence").get(j).floatValue());
        }
        assertThat(view.names()).isEqualTo(Map.of("names", labels.texts("sample")));
        List<String> truth = SavedTable.read(run.resolve("truth.csv")).texts("label");
        int[] label = SmallRuns.codes(view.colour("label"));
        List<String> classes = colouring(view, "label").texts("classes");
        for (int j = 0; j < N; j++) assertThat(classes.get(label[j])).isEqualTo(truth.get(j));
        float[] points = SmallRuns.floats(view.points());
        assertThat(points).hasSize(2 * N);
        for (int j = 0; j < N; j++) {
            assertThat(points[j]).isEqualTo(j);
            assertThat(points[N + j]).isEqualTo(-0.25f * j);
        }
    }

    /** Writes scores on components as the graph of a run with many features has them. */
    private static void writeScores(Path run, int samples) throws IOException {
        try (DenseMatrix scores = DenseMatrix.zeros(samples, 50)) {
            for (int j = 0; j < samples; j++) for (int c = 0; c < 50; c++) scores.set(j, c, (j + 0.1 * c) * (c + 1));
            NpyFile.write(run.resolve("scores.npy"), scores);
        }
    }

    private static JsonObjectView colouring(ExploreView view, String key) {
        return meta(view).objects("colourings").stream()
                .filter(one -> one.text("key").equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void keptFeaturesHaveTheValuesOfTheData() throws IOException {
        Path run = SmallRuns.write(home.resolve("run"), SmallRuns.spec(6, 0), true);
        ExploreView view = ExploreView.read(run);
        List<JsonObjectView> features = meta(view).objects("features");
        assertThat(features).hasSize(6);
        for (JsonObjectView feature : features) {
            int index = feature.count("index");
            assertThat(feature.text("name")).isEqualTo("gene" + index);
            float[] values = SmallRuns.floats(view.feature(index));
            for (int j = 0; j < N; j++)
                assertThat((double) values[j])
                        .isCloseTo(CounterRandom.uniform(3, index, j) + (index % 3 == j % 3 ? 5 : 0), within(1e-6));
        }
    }

    @Test
    void metaTellsGroupsColouringsAndMarkers() throws IOException {
        ExploreView view = ExploreView.read(SmallRuns.write(home.resolve("run"), SmallRuns.spec(6, 0), true));
        JsonObjectView meta = meta(view);
        assertThat(meta.count("samples")).isEqualTo(N);
        assertThat(meta.text("embedding")).isEqualTo("t-SNE");
        assertThat(meta.counts("groups").stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(N);
        assertThat(meta.objects("colourings"))
                .extracting(one -> one.text("key") + " " + one.text("kind"))
                .containsExactly(
                        "group class", "confidence number", "label class", "column:batch class", "column:age class");
        assertThat(colouring(view, "column:batch").texts("classes")).containsExactly("<b>", "a");
        assertThat(SmallRuns.codes(view.colour("column:batch"))[4]).isEqualTo(-1);
        assertThat(SmallRuns.codes(view.colour("column:age"))[7]).isEqualTo(-1);
        assertThat(meta.objects("markers")).isNotEmpty().allSatisfy(marker -> {
            assertThat(marker.count("group")).isLessThan(3);
            assertThat(marker.number("auc")).isBetween(0.0, 1.0);
        });
    }

    @Test
    void principalComponentsAreDrawnWhereTheEmbeddingIsOfAPart() throws IOException {
        Path run = SmallRuns.write(home.resolve("run"), SmallRuns.spec(6, 0), true);
        writeScores(run, N);
        assertThat(ExploreView.read(run).meta()).containsEntry("embedding", "t-SNE");
        List<String> lines = Files.readAllLines(run.resolve("embedding.csv"));
        Files.write(run.resolve("embedding.csv"), lines.subList(0, N));
        assertThat(ExploreView.read(run).meta())
                .containsEntry("embedding", "principal components")
                .containsEntry("drawn", N);
    }

    @Test
    void principalComponentsAreDrawnWithoutAnEmbedding() throws IOException {
        Path run = SmallRuns.write(home.resolve("run"), SmallRuns.spec(6, 0), false);
        writeScores(run, N);
        ExploreView view = ExploreView.read(run);
        assertThat(view.meta()).containsEntry("embedding", "principal components");
        float[] points = SmallRuns.floats(view.points());
        try (DenseMatrix scores = NpyFile.read(run.resolve("scores.npy"))) {
            for (int j = 0; j < N; j++) {
                assertThat(points[j]).isEqualTo((float) scores.get(j, 0));
                assertThat(points[N + j]).isEqualTo((float) scores.get(j, 1));
            }
        }
        Files.delete(run.resolve("scores.npy"));
        assertThatThrownBy(() -> ExploreView.read(run))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("neither embedding.csv nor scores.npy");
    }

    @Test
    void unknownKeysAreRefusedWithTheAllowedOnes() throws IOException {
        ExploreView view = ExploreView.read(SmallRuns.write(home.resolve("run"), SmallRuns.spec(6, 0), true));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> view.colour("colour"))
                .withMessage("key 'colour' is not among group, confidence, label, column:batch, column:age");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> view.feature(99))
                .withMessageStartingWith("index 99 is not that of a kept feature; allowed are ");
    }

    @Test
    void samplesOfAPartialEmbeddingWithoutComponentsHaveNoPlace() throws IOException {
        Path run = SmallRuns.write(home.resolve("run"), SmallRuns.spec(6, 0), false);
        try (CsvTableWriter out = CsvTableWriter.create(
                run.resolve("embedding.csv"), "sample", "index", "data_x", "data_y", "h_x", "h_y")) {
            out.row("sample3", 3, "", "", 1.5, 2.5);
        }
        ExploreView view = ExploreView.read(run);
        float[] points = SmallRuns.floats(view.points());
        assertThat(points[3]).isEqualTo(1.5f);
        assertThat(points[N + 3]).isEqualTo(2.5f);
        assertThat(points[4]).isNaN();
        assertThat(view.meta()).containsEntry("drawn", 1);
    }

    @Test
    void tablesOfTheWrongLengthAreRefused() throws IOException {
        Path run = SmallRuns.write(home.resolve("run"), SmallRuns.spec(6, 0), true);
        Files.write(run.resolve("truth.csv"), List.of("sample,label", "sample0,a"));
        assertThatThrownBy(() -> ExploreView.read(run))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("truth.csv: has 1 rows, but the run has 30 samples");
    }

    @Test
    void sizesThatTheFilesCannotHaveAreRefused() throws IOException {
        Path run = SmallRuns.write(home.resolve("run"), SmallRuns.spec(6, 0), true);
        Map<String, Object> summary = Json.read(run.resolve("summary.json"));
        summary.put("clusters_found", 2_000_000_000);
        Json.write(run.resolve("summary.json"), summary);
        assertThatThrownBy(() -> ExploreView.read(run))
                .isInstanceOf(DataException.class)
                .hasMessage(run.resolve("summary.json") + ": says that 30 samples have 2000000000 groups");
        summary.put("samples", 2_000_000_000);
        Json.write(run.resolve("summary.json"), summary);
        assertThatThrownBy(() -> ExploreView.read(run))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(
                        "summary.json: says 2000000000 samples, but all files of the folder together have");
    }

    /** A folder of a large run, made by hand: a fit would take too long. */
    @Test
    void manySamplesAreRead() throws IOException {
        int n = 100_000;
        Path run = SmallRuns.write(home.resolve("run"), SmallRuns.spec(6, 0), false);
        Map<String, Object> summary = Json.read(run.resolve("summary.json"));
        summary.put("samples", n);
        Json.write(run.resolve("summary.json"), summary);
        Files.delete(run.resolve("colors.csv"));
        try (CsvTableWriter labels =
                        CsvTableWriter.create(run.resolve("labels.csv"), "sample", "cluster", "confidence");
                CsvTableWriter truth = CsvTableWriter.create(run.resolve("truth.csv"), "sample", "label")) {
            for (int j = 0; j < n; j++) {
                labels.row("cell" + j, j % 3, CounterRandom.uniform(1, 2, j));
                truth.row("cell" + j, "type " + j % 8);
            }
        }
        writeScores(run, n);
        ExploreView view = ExploreView.read(run);
        assertThat(view.meta()).containsEntry("samples", n);
        assertThat(SmallRuns.floats(view.points())[n - 1]).isEqualTo(n - 1);
    }
}
