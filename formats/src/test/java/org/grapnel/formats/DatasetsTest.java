package org.grapnel.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetsTest {
    @TempDir
    Path dir;

    @Test
    void sourceHasSizeAndHashOfTheFileOnDisk() throws IOException, NoSuchAlgorithmException {
        for (String name : List.of("data.csv", "data.csv.gz")) {
            Path file = TestFiles.text(dir, name, "a,b\n1,2\n");
            byte[] bytes = Files.readAllBytes(file);
            String hash = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
            try (Dataset data = Datasets.read(file, ReadOptions.plain())) {
                assertThat(data.source()).isEqualTo(new DataSource(file.toString(), bytes.length, hash));
            }
        }
    }

    @Test
    void extensionDecidesTheFormatInAnyCase() {
        Path file = TestFiles.text(dir, "DATA.CSV", "a\n1\n");
        try (Dataset data = Datasets.read(file, ReadOptions.plain())) {
            assertThat(data.features()).containsExactly("a");
        }
    }

    @Test
    void unknownExtensionIsRefusedWithTheSupportedOnes() {
        assertRefused(() -> Datasets.read(TestFiles.text(dir, "data.xlsx", ""), ReadOptions.plain()))
                .hasMessageContaining("'xlsx'")
                .hasMessageEndingWith(
                        "supported are .csv, .tsv, .txt, .npy, .npz, .mtx, .svm, .libsvm, .arff, .mat, .h5ad, .h5 (each also .gz), .parquet, folders of pictures and 10x folders");
        assertRefused(() -> Datasets.read(TestFiles.text(dir, "data", ""), ReadOptions.plain()))
                .hasMessageContaining("''");
    }

    @Test
    void missingFileIsNamed() {
        Path file = dir.resolve("absent.csv");
        assertRefused(() -> Datasets.read(file, ReadOptions.plain())).hasMessage(file + ": no such file");
    }

    @Test
    void folderIsNotReadAsAFile() throws IOException {
        Path folder = Files.createDirectory(dir.resolve("folder.csv"));
        assertRefused(() -> Datasets.read(folder, ReadOptions.plain())).hasMessageContaining("is a folder");
    }

    @Test
    void damagedGzipFileIsNamed() throws IOException {
        Path text = Files.writeString(dir.resolve("text.csv.gz"), "a,b\n1,2\n");
        assertRefused(() -> Datasets.read(text, ReadOptions.plain()))
                .hasMessageContaining("is not a complete gzip file");
        Path whole = TestFiles.text(dir, "cut.csv.gz", "a,b\n" + "1,2\n".repeat(1000));
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(whole, Arrays.copyOf(bytes, bytes.length - 12));
        assertRefused(() -> Datasets.read(whole, ReadOptions.plain())).hasMessageContaining("ends too early");
    }
}
