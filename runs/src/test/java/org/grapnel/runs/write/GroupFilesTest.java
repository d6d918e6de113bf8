package org.grapnel.runs.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.cluster.GroupConfidence;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Markers;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runs.Runs;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.table.MarkersCsv;
import org.grapnel.runs.table.SavedTable;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.transform.FittedModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the files of a fit say about its groups. */
class GroupFilesTest {
    private static final int P = 8;
    private static final int N = 40;

    @TempDir
    Path home;

    /** Two groups, each marked by three features; the names need quotes. */
    private static Dataset data() {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++) X.set(i, j, CounterRandom.uniform(1, i, j) + (i < 6 && i % 2 == j % 2 ? 2 : 0));
        List<String> names =
                IntStream.range(0, P).mapToObj(i -> "gene, \"" + i + "\"").toList();
        return new Dataset(X, names, Dataset.numbered("s", N), Optional.empty(), DataSource.memory());
    }

    private static Spec graphSpec() {
        return Spec.paper(Model.GNMF_L20, 2).withKeep(6).withThreads(2).withBaselines(false);
    }

    private Path file(String name) {
        return home.resolve("run").resolve(name);
    }

    @Test
    void markersAndGroupsOfFeaturesAreReadBack() throws IOException {
        try (Dataset data = data();
                Fit fit = Grapnel.fit(data, graphSpec())) {
            Runs.save(fit, home.resolve("run"));
            Markers markers = fit.markers();
            List<MarkersCsv.NamedMarker> saved = MarkersCsv.read(SavedTable.read(file("markers.csv")), 2, P);
            assertThat(Files.readAllLines(file("markers.csv")).get(0))
                    .isEqualTo("group,rank,index,name,mean_in,mean_out,share_in,share_out,auc");
            assertThat(saved).extracting(MarkersCsv.NamedMarker::marker).isEqualTo(markers.all());
            assertThat(saved)
                    .isNotEmpty()
                    .allSatisfy(one -> assertThat(one.name())
                            .isEqualTo(data.features().get(one.marker().feature())));
            assertThat(Files.readAllLines(file("features.csv")).get(0))
                    .isEqualTo("rank,index,name,score,group,frequency");
            SavedTable features = SavedTable.read(file("features.csv"));
            List<Integer> index = features.indices("index", P);
            for (int i = 0; i < index.size(); i++)
                assertThat(features.texts("group").get(i))
                        .isEqualTo(String.valueOf(markers.groupOf(index.get(i)).orElseThrow()));
        }
    }

    @Test
    void confidenceIsWrittenToTheLastBit() throws IOException {
        try (Dataset data = data();
                Fit fit = Grapnel.fit(data, graphSpec())) {
            Runs.save(fit, home.resolve("run"));
            assertThat(Files.readAllLines(file("labels.csv")).get(0)).isEqualTo("sample,cluster,confidence");
            List<Double> saved = SavedTable.read(file("labels.csv")).numbers("confidence");
            GroupConfidence confidence = fit.groups().confidence().orElseThrow();
            for (int j = 0; j < N; j++) assertThat(saved.get(j)).isEqualTo(confidence.of(j));
        }
    }

    @Test
    void withoutAGraphTheConfidenceIsEmpty() throws IOException {
        Spec spec = Spec.paper(Model.NMF, 2).withThreads(2).withBaselines(false);
        try (Dataset data = data();
                Fit fit = Grapnel.fit(data, spec)) {
            Runs.save(fit, home.resolve("run"));
            assertThat(SavedTable.read(file("labels.csv")).texts("confidence")).containsOnly("");
            assertThat(Json.read(file("summary.json"))).containsEntry("edges_within_groups", null);
        }
    }

    @Test
    void summarySaysWhatWasJudged() throws IOException {
        Trust trust = new Trust(
                Trust.Level.DOUBTFUL,
                0.75,
                List.of(new Trust.Check("agreement", 0.5, 0.8), new Trust.Check("gap", 0.25, 0.25)),
                List.of("two ways disagree"));
        try (Dataset data = data();
                Fit fit = Grapnel.fit(data, graphSpec())) {
            Runs.save(fit.withTrust(trust), home.resolve("run"));
            assertThat(Json.read(file("summary.json")))
                    .containsEntry("groups_from", "k-means on H")
                    .containsEntry("edges_within_groups", 0.75)
                    .containsEntry("trust", "doubtful")
                    .containsEntry("warnings", List.of("two ways disagree"))
                    .containsEntry(
                            "trust_checks",
                            List.of(
                                    Map.of("what", "agreement", "value", 0.5, "needed", 0.8, "passes", false),
                                    Map.of("what", "gap", "value", 0.25, "needed", 0.25, "passes", true)));
        }
    }

    @Test
    void summaryWithoutAVerdictHasEmptyLists() throws IOException {
        try (Dataset data = data();
                Fit fit = Grapnel.fit(data, graphSpec())) {
            Runs.save(fit, home.resolve("run"));
            assertThat(Json.read(file("summary.json")))
                    .containsEntry("trust", null)
                    .containsEntry("warnings", List.of())
                    .containsEntry("trust_checks", List.of())
                    .containsEntry(
                            "edges_within_groups", fit.edgesWithinGroups().get());
        }
    }

    /** Version 0.1 wrote neither confidence nor groups of features. */
    @Test
    void modelOfAnOlderFolderIsLoaded() throws IOException {
        try (Dataset data = data();
                Fit fit = Grapnel.fit(data, graphSpec())) {
            Runs.save(fit, home.resolve("run"));
            dropLastColumn("labels.csv");
            dropLastColumn("features.csv");
            Files.delete(file("markers.csv"));
            try (FittedModel model = Runs.load(home.resolve("run"))) {
                assertThat(model.groups()).isEqualTo(fit.groups().clustering());
                assertThat(model.kept()).isEqualTo(fit.support());
            }
        }
    }

    private void dropLastColumn(String name) throws IOException {
        Files.write(
                file(name),
                Files.readAllLines(file(name)).stream()
                        .map(line -> line.substring(0, line.lastIndexOf(',')))
                        .toList());
    }
}
