package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code grapnel fit} gives the same result for every file format. The files are fixtures of the module formats. */
class FitFormatsTest {
    private static final Path FILES = Path.of("..", "formats", "src", "test", "resources", "fixtures", "same");

    @TempDir
    static Path home;

    private static Path reference;

    @BeforeAll
    static void reference() {
        reference = fit(FILES.resolve("same.npy"), "reference");
    }

    private static Path fit(Path file, String name) {
        Path run = home.resolve(name);
        Cli cli = Cli.run("fit", file, "--rank", 3, "--keep", 6, "--seed", 5, "-o", run);
        assertThat(cli.code()).as(cli.err()).isZero();
        return run;
    }

    private static Path packed(String name) {
        Path file = home.resolve(name + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            Files.copy(FILES.resolve(name), out);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> runs(String name) {
        Path plain = fit(FILES.resolve(name), "plain-" + name);
        return name.endsWith(".parquet") ? List.of(plain) : List.of(plain, fit(packed(name), "packed-" + name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "same.csv",
                "same.tsv",
                "same.npz",
                "array.mtx",
                "v5.mat",
                "v73.mat",
                "dense.h5ad",
                "same.arff",
                "same.parquet"
            })
    void denseFormatsLeadToTheSameBytes(String name) {
        for (Path run : runs(name))
            for (String result : List.of("W.npy", "H.npy", "features.csv"))
                assertThat(Cli.bytes(run.resolve(result)))
                        .as("%s of %s", result, run)
                        .isEqualTo(Cli.bytes(reference.resolve(result)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"csr.npz", "coordinate.mtx", "same.svm", "sparse5.mat", "csr.h5ad"})
    void sparseFormatsGiveTheSameFeaturesAndObjective(String name) {
        double objective = objective(reference);
        for (Path run : runs(name)) {
            assertSameFeatures(run);
            assertThat(objective(run)).as("%s", run).isCloseTo(objective, within(1e-9 * objective));
        }
    }

    /** Sparse products sum in another order, so that the last digits of scores may differ. */
    private static void assertSameFeatures(Path run) {
        List<String[]> expected = Cli.rows(reference.resolve("features.csv"));
        List<String[]> found = Cli.rows(run.resolve("features.csv"));
        assertThat(found).as("%s", run).hasSameSizeAs(expected);
        for (int r = 0; r < found.size(); r++) {
            assertThat(Arrays.copyOf(found.get(r), 3)).as("%s", run).isEqualTo(Arrays.copyOf(expected.get(r), 3));
            double score = Double.parseDouble(expected.get(r)[3]);
            assertThat(Double.parseDouble(found.get(r)[3])).as("%s", run).isCloseTo(score, within(1e-9 * score));
        }
    }

    private static double objective(Path run) {
        return Cli.summary(run).get("objective").asDouble();
    }
}
