package org.grapnel.runs.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.compare.ClusteringMethod;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.ComparisonProtocol;
import org.grapnel.compare.NamedMethod;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.MatrixReader;
import org.grapnel.fuzz.FuzzHarness;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.runs.Runs;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.resume.FileCheckpointStore;
import org.grapnel.runs.resume.Journal;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runs.write.RunJournal;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.StopSpec;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.Tuner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Run folders in which one file was replaced by arbitrary bytes, under the law of {@link FuzzHarness}. */
class RunFolderFuzzTest {
    private static final long MB = 1 << 20;
    private static final long PER_BYTE = 1024;
    private static final int FEATURES = 8;
    private static final int SAMPLES = 12;
    private static final int STEPS = 3;

    /** The bytes of a checkpoint before its state. */
    private static final int HEAD = 44;

    @TempDir
    static Path dir;

    private static Path run() {
        return dir.resolve("run");
    }

    private static PreparedData data() {
        DenseMatrix X = DenseMatrix.zeros(FEATURES, SAMPLES);
        for (int i = 0; i < FEATURES; i++)
            for (int j = 0; j < SAMPLES; j++) X.set(i, j, CounterRandom.uniform(1, i, j) + (i % 2 == j % 2 ? 1 : 0));
        return Preparation.none().apply(Dataset.of(X));
    }

    @BeforeAll
    static void fit() throws IOException {
        try (PreparedData data = data();
                Fit fit = Grapnel.fit(
                        data,
                        Spec.paper(Model.GNMF_L20, 2)
                                .withKeep(3)
                                .withBaselines(false)
                                .withThreads(1))) {
            Runs.save(fit, run());
        }
    }

    /** Reads the folder with one file replaced, and restores the file. */
    private static void readTampered(String name, byte[] bytes, FuzzHarness.FuzzAction... actions) {
        Path file = run().resolve(name);
        try {
            byte[] original = Files.readAllBytes(file);
            try {
                FuzzHarness.write(file, bytes);
                for (FuzzHarness.FuzzAction action : actions)
                    new FuzzHarness(dir, 64 * MB, PER_BYTE).readOrRefuse(run(), run(), bytes.length, action);
            } finally {
                Files.write(file, original);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void load(Path folder) {
        FuzzHarness.closing(Runs::load).read(folder);
    }

    /** Reads what a report reads of a summary. */
    private static void inspect(Path folder) {
        SavedRun saved = SavedRun.read(folder);
        saved.count("features");
        saved.picture();
        saved.texts("notes");
        saved.findObject("controls");
    }

    @FuzzTest
    void summary(byte[] bytes) {
        readTampered("summary.json", bytes, RunFolderFuzzTest::load, RunFolderFuzzTest::inspect);
    }

    @FuzzTest
    void preparation(byte[] bytes) {
        readTampered("preparation.csv", bytes, RunFolderFuzzTest::load);
    }

    @FuzzTest
    void tables(byte[] bytes) {
        readTampered("features.csv", bytes, RunFolderFuzzTest::load, folder -> {
            SavedRun.read(folder).table("features.csv").numbers("score");
            SavedRun.read(folder).table("features.csv").indices("index", FEATURES);
        });
        readTampered("labels.csv", bytes, RunFolderFuzzTest::load);
        readTampered(
                "trace.csv",
                bytes,
                folder -> SavedRun.read(folder).table("trace.csv").numbers("objective"));
    }

    @FuzzTest
    void factors(byte[] bytes) {
        readTampered("W.npy", bytes, RunFolderFuzzTest::load);
        readTampered("H.npy", bytes, RunFolderFuzzTest::load);
        readTampered(
                "kept.npy",
                bytes,
                RunFolderFuzzTest::load,
                FuzzHarness.closing(folder -> SavedRun.read(folder).rows("kept.npy", List.of(0, 3))));
        readTampered("mean.npy", bytes, folder -> SavedRun.read(folder).means());
    }

    @FuzzTest
    void graph(byte[] bytes) {
        readTampered(
                "graph.mtx",
                bytes,
                RunFolderFuzzTest::load,
                folder -> SavedRun.read(folder).graph(SAMPLES));
    }

    @FuzzTest
    void comparison(byte[] bytes) {
        Path folder = dir.resolve("comparison");
        FuzzHarness.write(
                folder.resolve("summary.json"), "{\"command\": \"compare\"}".getBytes(StandardCharsets.UTF_8));
        FuzzHarness.write(folder.resolve("comparison.csv"), bytes);
        new FuzzHarness(dir, 64 * MB, PER_BYTE)
                .readOrRefuse(
                        folder, folder, bytes.length, at -> SavedRun.read(at).comparison());
    }

    /** Start matrices of the user. */
    @FuzzTest
    void starts(byte[] bytes) {
        FuzzHarness bounded = new FuzzHarness(dir, 64 * MB, PER_BYTE);
        bounded.read("start.npy", bytes, FuzzHarness.closing(MatrixReader::read));
        bounded.read("start.csv", bytes, FuzzHarness.closing(MatrixReader::read));
    }

    /** Lines after the line that identifies the tuning. */
    @FuzzTest
    void tried(byte[] bytes) {
        try (PreparedData data = data()) {
            Tuner tuner = Tuner.create(data, Optional.empty(), TuneSpec.of(2));
            readJournal("tried", bytes, folder -> RunJournal.open(folder, tuner, false));
        }
    }

    /** Lines after the line that identifies the comparison. */
    @FuzzTest
    void trials(byte[] bytes) {
        try (PreparedData data = data()) {
            Comparison contest = Comparison.create(
                    data,
                    Optional.empty(),
                    List.of(new NamedMethod("nmf", ClusteringMethod.model(Spec.paper(Model.NMF, 2)))),
                    ComparisonProtocol.of(2).withRepeats(2));
            readJournal("trials", bytes, folder -> RunJournal.open(folder, contest, false));
        }
    }

    /** What an unfinished run says of itself. */
    @FuzzTest
    void manifest(byte[] bytes) {
        Path folder = dir.resolve("unfinished");
        FuzzHarness.write(folder.resolve(RunManifest.NAME), bytes);
        new FuzzHarness(dir, 64 * MB, PER_BYTE).readOrRefuse(folder, folder, bytes.length, at -> {
            try {
                RunManifest.find(at).ifPresent(found -> {
                    found.isFromFirstVersion();
                    found.isContinuedBy("fit");
                    found.isSameCommand(found);
                    found.describeChange(found);
                    RunManifest.parse(found.format().getBytes(StandardCharsets.UTF_8), "again");
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** The solvers whose states are read, by the first byte; as a capital the state is that of a finished fit. */
    private static Spec solver(char kind) {
        return switch (kind) {
            case 'b' -> Spec.recommended(2, 3);
            case 'k' ->
                Spec.forSolver(SolverKind.BEST_SUPPORT, Model.GNMF_L20, 2)
                        .withKeep(3)
                        .withLoss(Loss.KL)
                        .withGraphTerm(GraphTerm.JOINT)
                        .withAlpha(1);
            case 'i' -> Spec.forSolver(SolverKind.IPALM, Model.GNMF_L20, 2).withKeep(3);
            default -> Spec.paper(Model.GNMF_L20, 2).withKeep(3);
        };
    }

    /** The state of a solver, in a file whose checksum is right. */
    @FuzzTest
    void state(byte[] bytes) throws IOException {
        if (bytes.length == 0) return;
        char kind = (char) bytes[0];
        Path folder = Files.createDirectories(dir.resolve("state"));
        Spec spec = solver(Character.toLowerCase(kind))
                .withStop(new StopSpec(0, STEPS, Optional.empty()))
                .withBaselines(false)
                .withThreads(1);
        try (PreparedData data = data()) {
            CheckpointHead head = HEADS.computeIfAbsent(spec, one -> head(folder, data, one));
            Path file = folder.resolve(head.file);
            Files.write(file, withState(head.bytes, kind, bytes));
            new FuzzHarness(dir, 64 * MB, PER_BYTE)
                    .readOrRefuse(folder, folder, bytes.length, at -> fit(data, spec, at, 3600));
            Files.delete(file);
        }
    }

    /** The name and the beginning of the file of a solver, which tell it from others. */
    private record CheckpointHead(String file, byte[] bytes) {}

    private static final Map<Spec, CheckpointHead> HEADS = new HashMap<>();

    private static CheckpointHead head(Path folder, PreparedData data, Spec spec) {
        fit(data, spec, folder, 0);
        try (Stream<Path> all = Files.list(folder)) {
            Path file = all.findFirst().orElseThrow();
            CheckpointHead head = new CheckpointHead(String.valueOf(file.getFileName()), Files.readAllBytes(file));
            Files.delete(file);
            return head;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param every seconds between checkpoints */
    private static void fit(PreparedData data, Spec spec, Path folder, double every) {
        Grapnel.fit(data, Optional.empty(), spec, context(folder, every)).close();
    }

    private static FitContext context(Path folder, double every) {
        return FitContext.none().withCheckpoints(new FileCheckpointStore(folder, every, () -> {}, warning -> {}));
    }

    /** The head of a checkpoint, then other bytes and their checksum. */
    private static byte[] withState(byte[] file, char kind, byte[] bytes) {
        ByteBuffer changed = ByteBuffer.allocate(HEAD + bytes.length - 1 + Long.BYTES);
        changed.put(file, 0, HEAD).putInt(Long.BYTES, Character.isUpperCase(kind) ? 2 : 1);
        changed.put(bytes, 1, bytes.length - 1);
        CRC32C sum = new CRC32C();
        sum.update(changed.array(), 0, changed.position());
        return changed.putLong(sum.getValue()).array();
    }

    private interface JournalOpener {
        Journal<?> of(RunFolder folder) throws IOException;
    }

    private static void readJournal(String name, byte[] bytes, JournalOpener opening) {
        Path out = dir.resolve(name);
        Path file = dir.resolve(name + ".partial").resolve(Journal.NAME);
        try (RunFolder folder = RunFolder.create(out, true)) {
            opening.of(folder).close();
            byte[] first = Files.readAllBytes(file);
            new FuzzHarness(dir, 64 * MB, PER_BYTE).readOrRefuse(file, dir, bytes.length, at -> {
                try {
                    Files.write(at, first);
                    Files.write(at, bytes, java.nio.file.StandardOpenOption.APPEND);
                    opening.of(folder).close();
                } catch (IllegalArgumentException e) {
                    // the journal adds what to do
                    if (e.getCause() instanceof DataException fault) throw fault;
                    throw e;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
