package org.grapnel.runs.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.embed.Embedding2d;
import org.grapnel.formats.csv.CsvRowReader;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runs.Runs;
import org.grapnel.runs.json.Json;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files from which the report is drawn. */
class RunWriterTest {
    private static final int N = 24;
    private static final List<String> ODD = List.of(
            "a",
            "b,c",
            "\"d\"",
            " e ",
            "f\ng",
            "",
            "ü",
            "<script>",
            "8",
            "\u2028",
            "\uD83D\uDE00",
            "x\ty",
            "=1+1",
            "NA",
            "-0");

    @TempDir
    Path home;

    private static Dataset data(boolean sparse, boolean labelled) {
        double[][] x = new double[6][N];
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < N; j++)
                x[i][j] = i == 2 ? 1 : Math.max(0, CounterRandom.uniform(1, i, j) - 0.3) + (i % 2 == j % 2 ? 1 : 0);
        List<String> samples =
                IntStream.range(0, N).mapToObj(j -> ODD.get(j % ODD.size())).toList();
        List<String> labels =
                IntStream.range(0, N).mapToObj(j -> ODD.get(j % 5)).toList();
        Matrix X = DenseMatrix.of(x);
        return new Dataset(
                sparse ? SparseMatrix.of((DenseMatrix) X) : X,
                Dataset.numbered("f", 6),
                samples,
                labelled ? Optional.of(labels) : Optional.empty(),
                DataSource.memory(),
                Optional.of(new Dataset.ImageShape(2, 3, true)));
    }

    private static List<List<String>> rows(Path file) {
        return InputFile.read(file, in -> {
            CsvRowReader rows = new CsvRowReader(in);
            List<String> header = rows.header();
            int width = header.size();
            List<List<String>> all = new ArrayList<>(List.of(header));
            while (rows.next()) {
                rows.requireCells(width);
                all.add(IntStream.range(0, width).mapToObj(rows::text).toList());
            }
            return all;
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void labelsAndMeansAreReadBackWhateverTheNames(boolean sparse) throws IOException {
        try (PreparedData data = Preparation.none().withDropConstant().apply(data(sparse, true));
                Fit fit = Grapnel.fit(data, Spec.paper(Model.NMF, 2))) {
            Runs.save(fit, home.resolve("run"));
            List<List<String>> truth = rows(home.resolve("run/truth.csv"));
            assertThat(truth.get(0)).containsExactly("sample", "label");
            for (int j = 0; j < N; j++)
                assertThat(truth.get(j + 1))
                        .containsExactly(
                                data.data().samples().get(j),
                                data.data().labels().orElseThrow().get(j));
            assertThat(truth).hasSize(N + 1);
            assertMeans(data.data().X(), home.resolve("run/mean.npy"));
            Map<String, Object> summary = Json.read(home.resolve("run/summary.json"));
            assertThat(summary)
                    .containsEntry("picture_height", 2)
                    .containsEntry("picture_width", 3)
                    .containsEntry("picture_by_columns", true)
                    .containsEntry("features", 5)
                    .containsEntry("embedding_samples", null);
            List<List<String>> preparation = rows(home.resolve("run/preparation.csv"));
            assertThat(preparation.stream().skip(1).map(row -> row.get(0) + " " + row.get(1) + " " + row.get(7)))
                    .containsExactly("0 f0 0", "1 f1 1", "2 f3 3", "3 f4 4", "4 f5 5");
            assertThat(home.resolve("run/embedding.csv")).doesNotExist();
        }
    }

    private static void assertMeans(Matrix X, Path file) {
        double[] means = NpyFile.readVector(file);
        assertThat(means).hasSize(X.rows());
        for (int i = 0; i < means.length; i++) {
            double sum = 0;
            for (int j = 0; j < X.cols(); j++) sum += X.get(i, j);
            assertThat(means[i]).isEqualTo(sum / X.cols());
        }
    }

    @Test
    void selectionHasLabelsMeansAndPixels() throws IOException {
        Spec spec = Spec.paper(Model.GNMF_L20, 2)
                .withKeep(2)
                .withSelect(FeatureSelection.of(FeatureSelection.Strategy.VARIANCE));
        try (PreparedData data = Preparation.none().apply(data(false, true));
                RunFolder folder = RunFolder.create(home.resolve("chosen"), false)) {
            SelectionResult chosen = Grapnel.select(data, spec);
            Runs.save(chosen, Optional.empty(), folder, Map.of());
            folder.commit();
            assertMeans(data.data().X(), home.resolve("chosen/mean.npy"));
            assertThat(rows(home.resolve("chosen/truth.csv"))).hasSize(N + 1);
            assertThat(Json.read(home.resolve("chosen/summary.json")))
                    .containsEntry("picture_height", 2)
                    .doesNotContainKey("embedding_samples");
        }
    }

    @Test
    void withoutLabelsThereIsNoTruthFile() throws IOException {
        try (PreparedData data = Preparation.none().apply(data(false, false));
                Fit fit = Grapnel.fit(data, Spec.paper(Model.NMF, 2))) {
            Runs.save(fit, home.resolve("run"));
            assertThat(home.resolve("run/truth.csv")).doesNotExist();
            assertThat(home.resolve("run/mean.npy")).exists();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nmf", "kmeans"})
    void embeddingIsWrittenToTheLastBit(String model) throws IOException {
        try (PreparedData data = Preparation.none().apply(data(false, false));
                Fit fit = Grapnel.fit(data, Spec.paper(Model.parse(model), 2))) {
            Embedding2d drawing = Grapnel.embed(fit, FitContext.none());
            Runs.save(fit, drawing, home.resolve("run"));
            List<List<String>> rows = rows(home.resolve("run/embedding.csv"));
            assertThat(rows.get(0)).containsExactly("sample", "index", "data_x", "data_y", "h_x", "h_y");
            assertThat(rows).hasSize(N + 1);
            for (int j = 0; j < N; j++) {
                List<String> row = rows.get(j + 1);
                Embedding2d.Point2d point = drawing.data().orElseThrow().get(j);
                assertThat(row.subList(0, 4))
                        .containsExactly(
                                data.data().samples().get(j),
                                String.valueOf(j),
                                String.valueOf(point.x()),
                                String.valueOf(point.y()));
                int at = j;
                assertThat(row.subList(4, 6))
                        .isEqualTo(drawing.factors()
                                .map(points -> List.of(
                                        String.valueOf(points.get(at).x()),
                                        String.valueOf(points.get(at).y())))
                                .orElse(List.of("", "")));
            }
            assertThat(Json.read(home.resolve("run/summary.json"))).containsEntry("embedding_samples", N);
        }
    }

    @Test
    void missingEmbeddingIsNotedInTheSummary() throws IOException {
        Embedding2d none =
                new Embedding2d(List.of(), Optional.empty(), Optional.empty(), List.of("no picture: because"));
        try (PreparedData data = Preparation.none().apply(data(false, false));
                Fit fit = Grapnel.fit(data, Spec.paper(Model.NMF, 2))) {
            Runs.save(fit, none, home.resolve("run"));
        }
        Map<String, Object> summary = Json.read(home.resolve("run/summary.json"));
        assertThat(summary).containsEntry("embedding_samples", null);
        assertThat(summary.get("notes").toString()).contains("no picture: because");
        assertThat(home.resolve("run/embedding.csv")).doesNotExist();
    }
}
