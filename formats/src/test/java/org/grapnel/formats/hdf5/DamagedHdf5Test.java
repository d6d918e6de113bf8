package org.grapnel.formats.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.grapnel.formats.MatTestFiles.data;
import static org.grapnel.formats.MatTestFiles.vector;
import static org.grapnel.formats.MatTestFiles.with;
import static org.grapnel.formats.MatTestFiles.words;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.formats.DamagedCopies;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.MatTestFiles;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import us.hebi.matlab.mat.format.Mat5;

/** Damaged MATLAB and AnnData files are read, or soon refused with their name in one line. */
class DamagedHdf5Test {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path dir;

    private void damage(String name, byte[] whole, List<ReadOptions> ways) throws IOException {
        Path file = dir.resolve(name);
        int round = 0;
        for (byte[] bytes : DamagedCopies.create(whole, name.hashCode())) {
            Files.write(file, bytes);
            for (ReadOptions way : ways) readOrRefuse(file, way, round);
            round++;
        }
        assertThat(MatTestFiles.noTemporaryFiles()).isTrue();
    }

    private static void readOrRefuse(Path file, ReadOptions way, int round) {
        Throwable thrown = Assertions.assertTimeoutPreemptively(
                PATIENCE, () -> catchThrowable(() -> Datasets.read(file, way).close()), "round " + round);
        if (thrown == null) return;
        assertThat(thrown).as("round %d", round).isInstanceOf(DataException.class);
        assertThat(thrown.getMessage()).startsWith(file + ": ").doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource({
        "dense.mat, fea, kinds",
        "dense.mat, big, gnd",
        "sparse.mat, X, Y",
        "sparse5.mat, X, Y",
        "lying.mat, small, none"
    })
    void damagedMatlab73IsReadOrRefused(String fixture, String variable, String labels) throws IOException {
        ReadOptions plain = ReadOptions.plain().withVariable(variable);
        damage(fixture, MatTestFiles.fixture(fixture), List.of(plain, plain.withLabels(labels)));
    }

    @ParameterizedTest
    @CsvSource({"new.h5ad, kind", "middle.h5ad, kind", "old.h5ad, kind"})
    void damagedAnnDataIsReadOrRefused(String fixture, String labels) throws IOException {
        ReadOptions plain = ReadOptions.plain();
        damage(
                fixture,
                MatTestFiles.fixture(fixture),
                List.of(
                        plain,
                        plain.withLabels(labels),
                        plain.withVariable("csr").withFeaturesInRows()));
    }

    @Test
    void damagedMatlab5IsReadOrRefused() throws IOException {
        byte[] whole = MatTestFiles.bytes(with("fea", data(7, 5))
                .addArray("gnd", vector(1, 2, 3, 4, 5, 6, 7))
                .addArray("kinds", words("a", "b", "c", "d", "e", "f", "g"))
                .addArray("struct", Mat5.newStruct().set("inner", data(2, 2))));
        ReadOptions plain = ReadOptions.plain();
        List<ReadOptions> ways = List.of(plain, plain.withLabels("gnd"), plain.withLabels("kinds"));
        damage("data.mat", whole, ways);
        damage("packed.mat.gz", Files.readAllBytes(TestFiles.bytes(dir, "whole.mat.gz", whole)), ways);
    }

    @Test
    void damagedUncompressedMatlab5IsReadOrRefused() throws IOException {
        byte[] whole = MatTestFiles.uncompressed(with("fea", data(7, 5))
                .addArray("gnd", vector(1, 2, 3, 4, 5, 6, 7))
                .addArray("kinds", words("a", "b", "c", "d", "e", "f", "g")));
        ReadOptions plain = ReadOptions.plain();
        damage("plain.mat", whole, List.of(plain, plain.withLabels("gnd"), plain.withLabels("kinds")));
    }
}
