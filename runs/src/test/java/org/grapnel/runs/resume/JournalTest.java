package org.grapnel.runs.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.compare.ClusteringMethod;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.ComparisonListener;
import org.grapnel.compare.ComparisonProtocol;
import org.grapnel.compare.Measure;
import org.grapnel.compare.NamedMethod;
import org.grapnel.compare.Trial;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.Metric;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Model;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.json.TrialJson;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runs.write.RunJournal;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.StopSpec;
import org.grapnel.tune.ParameterPoint;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.TuningCandidate;
import org.grapnel.tune.TuningCriterion;
import org.grapnel.tune.TuningFit;
import org.grapnel.tune.TuningStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    private static final Trial AWKWARD = new Trial(
            "name, with \"quotes\" and ü",
            1,
            Map.of(Measure.NMI, 1.0 / 3, Measure.SECONDS, 1e-9, Measure.ITERATIONS, 7.0),
            "tolerance",
            false,
            Optional.of(RowSet.of(9, 0, 3, 8)),
            List.of(new Trial.CurvePoint(0, Double.NaN, 0.1 + 0.2), new Trial.CurvePoint(1, 0.5, Double.NaN)),
            List.of("a note\nof two lines"));

    @TempDir
    Path home;

    private PreparedData data = null;

    @BeforeEach
    void createData() {
        DenseMatrix X = DenseMatrix.zeros(6, 20);
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 20; j++) X.set(i, j, CounterRandom.uniform(1, i, j) + (i % 2 == j % 2 ? 1 : 0));
        data = Preparation.none().apply(Dataset.of(X));
    }

    @AfterEach
    void closeData() {
        data.close();
    }

    private Comparison comparison(long seed, double lambda) {
        return Comparison.create(
                data,
                Optional.empty(),
                List.of(
                        new NamedMethod(
                                "gnmf",
                                ClusteringMethod.model(Spec.paper(Model.GNMF, 2).withLambda(lambda))),
                        new NamedMethod("all", ClusteringMethod.allFeatures())),
                ComparisonProtocol.of(2).withRepeats(2).withSeed(seed));
    }

    private RunFolder folder() throws IOException {
        return RunFolder.createOrContinue(
                home.resolve("out"), false, RunManifest.create("1", List.of("compare")), true);
    }

    private Path file() {
        return home.resolve("out.partial").resolve(Journal.NAME);
    }

    /** Writes the first trials of a comparison and closes the folder without a commit. */
    private List<Trial> writeTrials(int count) throws IOException {
        Comparison comparison = comparison(0, 1);
        List<Trial> trials = comparison
                .run(List.of(), ComparisonListener.none(), FitContext.none())
                .subList(0, count);
        try (RunFolder folder = folder();
                Journal<Trial> journal = RunJournal.open(folder, comparison, false)) {
            for (Trial trial : trials) journal.add(trial);
            folder.keepForResume();
        }
        return trials;
    }

    @Test
    void trialIsReadBackToTheBit() {
        byte[] text = Json.formatLine(TrialJson.toMap(AWKWARD)).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        assertThat(TrialJson.read(Json.parse(text, "here"), "here")).isEqualTo(AWKWARD);
        assertThat(text).doesNotContain((byte) '\n');
    }

    @Test
    void finishedTrialsAreReadBackAndATornLineIsDropped() throws IOException {
        List<Trial> trials = writeTrials(3);
        String whole = Files.readString(file());
        for (int cut : new int[] {0, 1, 40}) {
            String torn = cut == 0 ? "" : whole.lines().toList().get(1).substring(0, cut);
            Files.writeString(file(), whole + torn);
            try (RunFolder folder = folder();
                    Journal<Trial> journal = RunJournal.open(folder, comparison(0, 1), false)) {
                assertThat(folder.isContinued()).isTrue();
                assertThat(journal.entries()).isEqualTo(trials);
            }
            assertThat(Files.readString(file())).isEqualTo(whole);
        }
    }

    @Test
    void tornFirstLineIsWrittenAgain() throws IOException {
        writeTrials(0);
        Files.writeString(file(), Files.readString(file()).substring(0, 30));
        try (RunFolder folder = folder();
                Journal<Trial> journal = RunJournal.open(folder, comparison(0, 1), false)) {
            assertThat(journal.entries()).isEmpty();
        }
        assertThat(Files.readAllLines(file())).hasSize(1);
    }

    @Test
    void anotherComparisonIsRefusedWithTheDifferenceUnlessDiscarded() throws IOException {
        writeTrials(2);
        try (RunFolder folder = folder()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RunJournal.open(folder, comparison(3, 1), false))
                    .withMessageContaining(
                            "belongs to another comparison: seed was 0 and is 3; repeat the same command");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RunJournal.open(folder, comparison(0, 2), false))
                    .withMessageContaining("lambda of 'gnmf' was 1.0 and is 2.0");
            try (Journal<Trial> emptied = RunJournal.open(folder, comparison(0, 2), true)) {
                assertThat(emptied.entries()).isEmpty();
            }
        }
        assertThat(Files.readAllLines(file())).hasSize(1);
    }

    /** Both have the same file, size and sum. */
    @Test
    void transposedSquareTableIsAnotherRun() throws IOException {
        DenseMatrix X = DenseMatrix.zeros(8, 8);
        for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) X.set(i, j, 1 + i * j + (i < j ? 3 : 0));
        List<NamedMethod> all = List.of(new NamedMethod("all", ClusteringMethod.allFeatures()));
        try (PreparedData one = Preparation.none().apply(Dataset.of(X));
                PreparedData other = Preparation.none().apply(Dataset.of(X.transpose()));
                RunFolder folder = folder()) {
            ComparisonProtocol protocol = ComparisonProtocol.of(2).withRepeats(1);
            RunJournal.open(folder, Comparison.create(one, Optional.empty(), all, protocol), false)
                    .close();
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            RunJournal.open(folder, Comparison.create(other, Optional.empty(), all, protocol), false))
                    .withMessageContaining("belongs to another comparison: feature_sums_hash was");
        }
    }

    @Test
    void numberOfThreadsMayDiffer() throws IOException {
        List<Trial> trials = writeTrials(2);
        Comparison other = Comparison.create(
                data,
                Optional.empty(),
                comparison(0, 1).methods(),
                comparison(0, 1).protocol().withThreads(3));
        try (RunFolder folder = folder();
                Journal<Trial> journal = RunJournal.open(folder, other, false)) {
            assertThat(journal.entries()).isEqualTo(trials);
        }
    }

    @Test
    void damagedLineIsNamed() throws IOException {
        writeTrials(2);
        Files.writeString(file(), "{\"contender\": 3}\n", StandardOpenOption.APPEND);
        try (RunFolder folder = folder()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RunJournal.open(folder, comparison(0, 1), false))
                    .withMessageContaining("journal.jsonl, line 4: contender is '3', expected text");
        }
    }

    @Test
    void secondRunCannotOpenTheJournal() throws IOException {
        writeTrials(1);
        try (RunFolder folder = folder();
                Journal<Trial> first = RunJournal.open(folder, comparison(0, 1), false)) {
            assertThat(first.entries()).hasSize(1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RunJournal.open(folder, comparison(0, 1), true))
                    .withMessageContaining("is being written by another run");
        }
    }

    @Test
    void folderIsKeptOnlyWhereTheRunCanBeResumed() throws IOException {
        try (RunFolder folder = folder();
                Journal<Trial> journal = RunJournal.open(folder, comparison(0, 1), false)) {
            assertThat(journal.entries()).isEmpty();
        }
        assertThat(home.resolve("out.partial")).doesNotExist();
        writeTrials(1);
        assertThat(file()).exists();
        try (RunFolder folder = folder()) {
            assertThat(folder.isContinued()).isTrue();
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunFolder.create(home.resolve("out"), false))
                .withMessageContaining("out.partial holds an unfinished run");
        assertThat(file()).exists();
        try (RunFolder other = RunFolder.create(home.resolve("out"), true)) {
            assertThat(other.hasReplacedStale()).isTrue();
        }
    }

    private Tuner tuner(int clusters) {
        return Tuner.create(data, Optional.empty(), TuneSpec.of(clusters));
    }

    private static TuningFit fit(long seed) {
        TuningCandidate candidate =
                new TuningCandidate(TuningStage.GRID, new ParameterPoint(Optional.of(3), 0.5, 4), seed);
        return new TuningFit(
                candidate, 0.1 + 0.2, 0.3, 0.9, Optional.empty(), 7, "tolerance", Optional.empty(), Optional.empty());
    }

    @Test
    void fitsOfATuningAreReadBackAndThoseOfAnotherAreRefused() throws IOException {
        try (RunFolder folder = folder();
                Journal<TuningFit> journal = RunJournal.open(folder, tuner(2), false)) {
            journal.add(fit(1));
            journal.add(fit(2));
            folder.keepForResume();
        }
        try (RunFolder folder = folder()) {
            try (Journal<TuningFit> journal = RunJournal.open(folder, tuner(2), false)) {
                assertThat(journal.entries()).containsExactly(fit(1), fit(2));
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RunJournal.open(folder, tuner(3), false))
                    .withMessageContaining(
                            "belongs to another tuning: clusters was 2 and is 3; repeat the same command");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RunJournal.open(folder, comparison(0, 1), false))
                    .withMessageContaining("belongs to another comparison: command was tune and is compare");
            assertThat(Files.readAllLines(file())).hasSize(3);
        }
    }

    /** Everything that decides a number identifies the run, and nothing else. */
    @Test
    void everyParameterIdentifiesATuning() throws IOException {
        TuneSpec plain = TuneSpec.of(2);
        Spec base = plain.base();
        Map<String, TuneSpec> others = new LinkedHashMap<>();
        others.put("clusters", plain.withoutClusters());
        others.put("keep", plain.withKeep(3));
        others.put("neighbors", plain.withNeighbors(4));
        others.put("alpha", plain.withAlpha(7));
        others.put("criterion", plain.withCriterion(TuningCriterion.STABILITY));
        others.put("model", plain.withBase(base.withModel(Model.GNMF).withSelect(FeatureSelection.model())));
        others.put("select", plain.withBase(base.withSelect(FeatureSelection.of(FeatureSelection.Strategy.VARIANCE))));
        others.put("seed", plain.withBase(base.withSeed(8)));
        others.put("metric", plain.withBase(base.withGraph(base.graph().withMetric(Metric.COSINE))));
        others.put("max_iter", plain.withBase(base.withStop(new StopSpec(1e-3, 5, Optional.empty()))));
        try (RunFolder folder = folder()) {
            RunJournal.open(folder, Tuner.create(data, Optional.empty(), plain), false)
                    .close();
            others.forEach((key, other) -> assertThatIllegalArgumentException()
                    .as(key)
                    .isThrownBy(() -> RunJournal.open(folder, Tuner.create(data, Optional.empty(), other), false))
                    .withMessageContaining("belongs to another tuning: " + key + " was "));
            TuneSpec threads = plain.withBase(base.withThreads(3).withBaselines(false));
            RunJournal.open(folder, Tuner.create(data, Optional.empty(), threads), false)
                    .close();
        }
    }

    /** Otherwise files of another format would stay in the result. */
    @Test
    void filesOfAKilledRunAreRemovedWhenItContinues() throws IOException {
        writeTrials(2);
        Path written = Files.writeString(home.resolve("out.partial/W.csv"), "1,2");
        try (RunFolder folder = folder();
                Journal<Trial> first = RunJournal.open(folder, comparison(0, 1), false)) {
            assertThat(written).doesNotExist();
            assertThat(first.entries()).hasSize(2);
            Files.writeString(written, "of the continued run");
            assertThatIllegalArgumentException().isThrownBy(() -> RunJournal.open(folder, comparison(0, 1), true));
            assertThat(written).exists();
        }
    }
}
