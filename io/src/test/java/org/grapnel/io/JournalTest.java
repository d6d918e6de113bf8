package org.grapnel.io;

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
import org.grapnel.FeatureChoice;
import org.grapnel.Spec;
import org.grapnel.compare.Contender;
import org.grapnel.compare.Contest;
import org.grapnel.compare.Measure;
import org.grapnel.compare.Protocol;
import org.grapnel.compare.Spectator;
import org.grapnel.compare.Trial;
import org.grapnel.compare.Way;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.graph.Metric;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Model;
import org.grapnel.solve.StopSpec;
import org.grapnel.tune.Candidate;
import org.grapnel.tune.Criterion;
import org.grapnel.tune.Point;
import org.grapnel.tune.Stage;
import org.grapnel.tune.Tried;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.Tuner;
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
            List.of(new Trial.Point(0, Double.NaN, 0.1 + 0.2), new Trial.Point(1, 0.5, Double.NaN)),
            List.of("a note\nof two lines"));

    @TempDir
    Path home;

    private Prepared data = null;

    @BeforeEach
    void draw() {
        DenseMatrix X = DenseMatrix.zeros(6, 20);
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 20; j++) X.set(i, j, Randoms.uniform(1, i, j) + (i % 2 == j % 2 ? 1 : 0));
        data = Preparation.none().of(Dataset.of(X));
    }

    @AfterEach
    void free() {
        data.close();
    }

    private Contest contest(long seed, double lambda) {
        return Contest.of(
                data,
                Optional.empty(),
                List.of(
                        new Contender("gnmf", Way.model(Spec.of(Model.GNMF, 2).withLambda(lambda))),
                        new Contender("all", Way.allFeatures())),
                Protocol.of(2).withRepeats(2).withSeed(seed));
    }

    private RunFolder folder() throws IOException {
        return RunFolder.createOrContinue(home.resolve("out"), false, Unfinished.of("1", List.of("compare")), true);
    }

    private Path file() {
        return home.resolve("out.partial").resolve(Journal.NAME);
    }

    /** Writes so many trials and leaves them. */
    private List<Trial> left(int count) throws IOException {
        Contest contest = contest(0, 1);
        List<Trial> trials = contest.run(List.of(), Spectator.none()).subList(0, count);
        try (RunFolder folder = folder();
                Journal<Trial> journal = Journal.open(folder, contest, false)) {
            for (Trial trial : trials) journal.add(trial);
            folder.keep();
        }
        return trials;
    }

    @Test
    void aTrialComesBackToTheBit() {
        byte[] text = Json.line(TrialJson.of(AWKWARD)).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        assertThat(TrialJson.read(Json.parse(text, "here"), "here")).isEqualTo(AWKWARD);
        assertThat(text).doesNotContain((byte) '\n');
    }

    @Test
    void whatWasDoneIsThereAgainAndATornLineIsNot() throws IOException {
        List<Trial> done = left(3);
        String whole = Files.readString(file());
        for (int cut : new int[] {0, 1, 40}) {
            String torn = cut == 0 ? "" : whole.lines().toList().get(1).substring(0, cut);
            Files.writeString(file(), whole + torn);
            try (RunFolder folder = folder();
                    Journal<Trial> journal = Journal.open(folder, contest(0, 1), false)) {
                assertThat(folder.continued()).isTrue();
                assertThat(journal.done()).isEqualTo(done);
            }
            assertThat(Files.readString(file())).isEqualTo(whole);
        }
    }

    @Test
    void aTornFirstLineIsABeginning() throws IOException {
        left(0);
        Files.writeString(file(), Files.readString(file()).substring(0, 30));
        try (RunFolder folder = folder();
                Journal<Trial> journal = Journal.open(folder, contest(0, 1), false)) {
            assertThat(journal.done()).isEmpty();
        }
        assertThat(Files.readAllLines(file())).hasSize(1);
    }

    @Test
    void anotherComparisonIsRefusedWithWhatDiffersUnlessBegunAnew() throws IOException {
        left(2);
        try (RunFolder folder = folder()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Journal.open(folder, contest(3, 1), false))
                    .withMessageContaining("is of another comparison: seed was 0 and is 3; give the same command");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Journal.open(folder, contest(0, 2), false))
                    .withMessageContaining("lambda of 'gnmf' was 1.0 and is 2.0");
            try (Journal<Trial> anew = Journal.open(folder, contest(0, 2), true)) {
                assertThat(anew.done()).isEmpty();
            }
        }
        assertThat(Files.readAllLines(file())).hasSize(1);
    }

    /** The same file, size and sum. */
    @Test
    void aSquareTableReadTheOtherWayRoundIsAnotherOne() throws IOException {
        DenseMatrix X = DenseMatrix.zeros(8, 8);
        for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) X.set(i, j, 1 + i * j + (i < j ? 3 : 0));
        List<Contender> all = List.of(new Contender("all", Way.allFeatures()));
        try (Prepared one = Preparation.none().of(Dataset.of(X));
                Prepared other = Preparation.none().of(Dataset.of(X.transpose()));
                RunFolder folder = folder()) {
            Protocol protocol = Protocol.of(2).withRepeats(1);
            Journal.open(folder, Contest.of(one, Optional.empty(), all, protocol), false)
                    .close();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Journal.open(folder, Contest.of(other, Optional.empty(), all, protocol), false))
                    .withMessageContaining("is of another comparison: feature_sums_hash was");
        }
    }

    @Test
    void theNumberOfThreadsMayDiffer() throws IOException {
        List<Trial> done = left(2);
        Contest other = Contest.of(
                data,
                Optional.empty(),
                contest(0, 1).contenders(),
                contest(0, 1).protocol().withThreads(3));
        try (RunFolder folder = folder();
                Journal<Trial> journal = Journal.open(folder, other, false)) {
            assertThat(journal.done()).isEqualTo(done);
        }
    }

    @Test
    void aDamagedLineIsNamed() throws IOException {
        left(2);
        Files.writeString(file(), "{\"contender\": 3}\n", StandardOpenOption.APPEND);
        try (RunFolder folder = folder()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Journal.open(folder, contest(0, 1), false))
                    .withMessageContaining("journal.jsonl, line 4: iteration cannot be null");
        }
    }

    @Test
    void twoRunsDoNotWriteAtOnce() throws IOException {
        left(1);
        try (RunFolder folder = folder();
                Journal<Trial> first = Journal.open(folder, contest(0, 1), false)) {
            assertThat(first.done()).hasSize(1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Journal.open(folder, contest(0, 1), true))
                    .withMessageContaining("is being written by another run");
        }
    }

    @Test
    void aFolderStaysWhenThereIsSomethingToContinueAndGoesWhenNot() throws IOException {
        try (RunFolder folder = folder();
                Journal<Trial> journal = Journal.open(folder, contest(0, 1), false)) {
            assertThat(journal.done()).isEmpty();
        }
        assertThat(home.resolve("out.partial")).doesNotExist();
        left(1);
        assertThat(file()).exists();
        try (RunFolder folder = folder()) {
            assertThat(folder.continued()).isTrue();
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunFolder.create(home.resolve("out"), false))
                .withMessageContaining("out.partial holds a run that is not finished");
        assertThat(file()).exists();
        try (RunFolder other = RunFolder.create(home.resolve("out"), true)) {
            assertThat(other.replacedStale()).isTrue();
        }
    }

    private Tuner tuner(int clusters) {
        return Tuner.of(data, Optional.empty(), TuneSpec.of(clusters));
    }

    private static Tried tried(long seed) {
        Candidate candidate = new Candidate(Stage.GRID, new Point(Optional.of(3), 0.5, 4), seed);
        return new Tried(
                candidate, 0.1 + 0.2, 0.3, 0.9, Optional.empty(), 7, "tolerance", Optional.empty(), Optional.empty());
    }

    @Test
    void theFitsOfATuningAreThereAgainAndThoseOfAnotherAreRefused() throws IOException {
        try (RunFolder folder = folder();
                Journal<Tried> journal = Journal.open(folder, tuner(2), false)) {
            journal.add(tried(1));
            journal.add(tried(2));
            folder.keep();
        }
        try (RunFolder folder = folder()) {
            try (Journal<Tried> journal = Journal.open(folder, tuner(2), false)) {
                assertThat(journal.done()).containsExactly(tried(1), tried(2));
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Journal.open(folder, tuner(3), false))
                    .withMessageContaining("is of another tuning: clusters was 2 and is 3; give the same command");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Journal.open(folder, contest(0, 1), false))
                    .withMessageContaining("is of another comparison: command was tune and is compare");
            assertThat(Files.readAllLines(file())).hasSize(3);
        }
    }

    /** Each of what decides a number, and nothing else. */
    @Test
    void everythingThatIsAskedTellsATuningFromAnother() throws IOException {
        TuneSpec plain = TuneSpec.of(2);
        Spec base = plain.base();
        Map<String, TuneSpec> others = new LinkedHashMap<>();
        others.put("clusters", plain.withoutClusters());
        others.put("keep", plain.withKeep(3));
        others.put("neighbors", plain.withNeighbors(4));
        others.put("alpha", plain.withAlpha(7));
        others.put("criterion", plain.withCriterion(Criterion.STABILITY));
        others.put("model", plain.withBase(base.withModel(Model.GNMF).withSelect(FeatureChoice.model())));
        others.put("select", plain.withBase(base.withSelect(FeatureChoice.of(FeatureChoice.By.VARIANCE))));
        others.put("seed", plain.withBase(base.withSeed(8)));
        others.put("metric", plain.withBase(base.withGraph(base.graph().withMetric(Metric.COSINE))));
        others.put("max_iter", plain.withBase(base.withStop(new StopSpec(1e-3, 5, Optional.empty()))));
        try (RunFolder folder = folder()) {
            Journal.open(folder, Tuner.of(data, Optional.empty(), plain), false).close();
            others.forEach((key, other) -> assertThatIllegalArgumentException()
                    .as(key)
                    .isThrownBy(() -> Journal.open(folder, Tuner.of(data, Optional.empty(), other), false))
                    .withMessageContaining("is of another tuning: " + key + " was "));
            TuneSpec threads = plain.withBase(base.withThreads(3).withControls(false));
            Journal.open(folder, Tuner.of(data, Optional.empty(), threads), false)
                    .close();
        }
    }

    /** Those of another format would otherwise stay beside what the run that goes on writes. */
    @Test
    void filesOfARunThatWasKilledWhileItWroteAreRemovedWhenItGoesOn() throws IOException {
        left(2);
        Path written = Files.writeString(home.resolve("out.partial/W.csv"), "1,2");
        try (RunFolder folder = folder();
                Journal<Trial> first = Journal.open(folder, contest(0, 1), false)) {
            assertThat(written).doesNotExist();
            assertThat(first.done()).hasSize(2);
            Files.writeString(written, "of the run that goes on");
            assertThatIllegalArgumentException().isThrownBy(() -> Journal.open(folder, contest(0, 1), true));
            assertThat(written).exists();
        }
    }
}
