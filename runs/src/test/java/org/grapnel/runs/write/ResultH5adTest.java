package org.grapnel.runs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.data.SampleColumn;
import org.grapnel.embed.Embedding2d;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runs.Runs;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runtime.CounterRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultH5adTest {
    private static final int N = 90;
    private static final int P = 70;

    @TempDir
    Path home;

    /** Three groups of cells with ten genes each, genes of noise and a constant gene; names of every kind. */
    private static Dataset cells() {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P - 1; i++)
            for (int j = 0; j < N; j++)
                X.set(i, j, Math.floor(3 * CounterRandom.uniform(1, i, j)) + (i / 10 == j % 3 ? 6 : 0));
        List<String> features = IntStream.range(0, P)
                .mapToObj(i -> i == 0 ? "gené" : i == 1 ? "HLA-A/B" : "g" + i)
                .toList();
        SampleColumn batch = new SampleColumn(
                "batch",
                IntStream.range(0, N).mapToObj(j -> j == 4 ? "" : "b" + j % 3).toList());
        SampleColumn odd = new SampleColumn(
                "plate/row",
                IntStream.range(0, N)
                        .mapToObj(j -> j % 2 == 0 ? "α β" : "x,\"y\"")
                        .toList());
        List<String> truth = IntStream.range(0, N).mapToObj(j -> "t" + j / 30).toList();
        try (X) {
            return new Dataset(
                            SparseMatrix.of(X),
                            features,
                            Dataset.numbered("cell-ü", N),
                            Optional.of(truth),
                            DataSource.memory())
                    .withColumns(List.of(batch, odd));
        }
    }

    private Path save(String name) throws IOException {
        Path run = home.resolve(name);
        FitContext context = FitContext.none();
        try (PreparedData data =
                        Preparation.none().withLog1p().withDropConstant().apply(cells());
                Fit fit = Grapnel.withFrequencies(
                        Grapnel.fit(data, Spec.recommended(3, 12).withBaselines(true)), context);
                RunFolder folder = RunFolder.create(run, false)) {
            Optional<Embedding2d> drawing = Optional.of(Grapnel.embed(fit, context));
            Map<String, @Nullable Object> summary = Runs.save(fit, drawing, folder, Map.of());
            Runs.saveH5ad(fit, drawing, summary, folder);
            folder.commit();
        }
        return run;
    }

    @Test
    void sameFitGivesTheSameBytes() throws IOException {
        byte[] once = Files.readAllBytes(save("once").resolve(ResultH5ad.FILE));
        assertThat(Files.readAllBytes(save("again").resolve(ResultH5ad.FILE))).isEqualTo(once);
    }

    @Test
    void colorsAreReadBackAndComparedWithTheGroups() throws IOException {
        Path run = save("run");
        assertThat(SavedRun.read(run).colors()).isEqualTo(cells().columns());
        Map<String, Object> summary = Json.read(run.resolve("summary.json"));
        List<?> colors = (List<?>) Objects.requireNonNull(summary.get("colors"));
        assertThat(colors.get(0)).isEqualTo(Map.of("name", "batch", "values", 3, "nmi", 1.0, "follows_groups", true));
        assertThat(((Map<?, ?>) colors.get(1)).get("follows_groups")).isEqualTo(false);
        assertThat(SavedRun.read(run).texts("warnings"))
                .contains("the groups follow 'batch' (NMI 1.00): if it is technical, as a batch is, they may not be the"
                        + " groups you look for");
        assertThat(summary).containsEntry("trust", "good");
    }

    @Test
    void fileIsReadByOurReaderUpToTheMissingMatrix() throws IOException {
        Path file = save("run").resolve(ResultH5ad.FILE);
        assertThat(Datasets.labelCandidates(file, ReadOptions.plain())).contains("grapnel_group", "label", "plate_row");
        assertThat(catchThrowableOfType(DataException.class, () -> Datasets.read(file, ReadOptions.plain())))
                .hasMessage(file + ": has no matrix 'X'; there is none");
    }

    /** All parts agree with the other files of the folder, and can be joined with the data. */
    @Test
    void annDataReadsWhatTheOtherFilesHold() throws IOException, InterruptedException, URISyntaxException {
        Optional<String> python = List.of("python3", "/usr/bin/python3").stream()
                .filter(command -> output(command, "-c", "import anndata, h5py, scipy") != null)
                .findFirst();
        assumeTrue(python.isPresent(), "skipped: no python3 has anndata and h5py (apt install python3-anndata)");
        Path script = Path.of(Objects.requireNonNull(ResultH5adTest.class.getResource("check_h5ad.py"))
                .toURI());
        Path errors = home.resolve("errors");
        Process check = new ProcessBuilder(
                        python.get(), script.toString(), save("run").toString())
                .redirectError(errors.toFile())
                .start();
        try {
            String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(check.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(said).as(Files.readString(errors)).isEqualTo("equal\n");
        } finally {
            check.destroyForcibly();
        }
    }

    /** The output of a command; null if it fails. */
    private static @Nullable String output(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? said : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
