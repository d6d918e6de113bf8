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
import java.util.Map;
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
        assertRefused(() -> Datasets.read(TestFiles.text(dir, "data.sav", ""), ReadOptions.plain()))
                .hasMessageContaining("'sav'")
                .hasMessageEndingWith(
                        "supported are .csv, .tsv, .txt, .npy, .npz, .mtx, .svm, .libsvm, .arff, .mat, .h5ad, .h5 (each also .gz), .parquet, .xlsx, .xlsm, folders of pictures and 10x folders");
        assertRefused(() -> Datasets.read(TestFiles.text(dir, "data", ""), ReadOptions.plain()))
                .hasMessageContaining("''");
        assertRefused(() -> Datasets.read(TestFiles.text(dir, "data.ods", ""), ReadOptions.plain()))
                .hasMessageEndingWith("sheets of this format are not read; save it as .xlsx or .csv");
    }

    /** Formats without columns of other kinds: features are selected after the file was read. */
    @Test
    void featuresOfEveryFormatAreSelectedByName() {
        Path file = TestFiles.text(dir, "a.svm", "1 1:2 2:3 4:5\n0 1:4 3:6\n");
        TableOptions table = TableOptions.plain();
        try (Dataset all = Datasets.read(file, ReadOptions.plain());
                Dataset some = Datasets.read(file, ReadOptions.plain().withTable(table.withDrop(List.of("f1:f2"))));
                Dataset kept =
                        Datasets.read(file, ReadOptions.plain().withTable(table.withKeep(List.of("f0", "f3"))))) {
            assertThat(all.features()).hasSize(4);
            for (Dataset left : List.of(some, kept)) {
                assertThat(left.features()).containsExactly("f0", "f3");
                for (int j = 0; j < 2; j++) {
                    assertThat(left.X().get(0, j)).isEqualTo(all.X().get(0, j));
                    assertThat(left.X().get(1, j)).isEqualTo(all.X().get(3, j));
                }
            }
        }
        assertRefused(() -> Datasets.read(file, ReadOptions.plain().withTable(table.withDrop(List.of("f*")))))
                .hasMessageEndingWith("--drop and --columns leave no feature");
        assertRefused(() -> Datasets.read(file, ReadOptions.plain().withTable(table.withDrop(List.of("f9")))))
                .hasMessageContaining("--drop: there is no feature 'f9'; did you mean f0 or f1 or f2?");
    }

    @Test
    void optionsWithoutMeaningForTheFormatAreRefused() {
        Path file = TestFiles.text(dir, "a.svm", "1 1:2 2:3\n");
        ReadOptions plain = ReadOptions.plain();
        Map<String, ReadOptions> options = Map.of(
                "--delimiter", plain.withDelimiter(';'),
                "--header", plain.withHeader(true),
                "--missing-words", plain.withMissing(List.of("x")),
                "--resize", plain.withResize(new ReadOptions.ImageSize(2, 2)));
        options.forEach((name, given) -> assertRefused(() -> Datasets.read(file, given))
                .hasMessage(file + ": " + name + " has no meaning for a .svm file"));
        assertRefused(() -> Datasets.read(dir.resolve("a.xlsx"), plain.withDelimiter(';')))
                .hasMessageEndingWith("--delimiter has no meaning for a .xlsx file");
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
