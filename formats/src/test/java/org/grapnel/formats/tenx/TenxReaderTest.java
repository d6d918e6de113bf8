package org.grapnel.formats.tenx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.formats.input.NameValidator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenxReaderTest {
    @TempDir
    Path dir;

    @BeforeEach
    void twoGenesAndThreeCells() {
        // as Cell Ranger 2 writes it: uncompressed, genes.tsv with two columns, rows descending within a cell
        TestFiles.text(
                dir,
                "matrix.mtx",
                "%%MatrixMarket matrix coordinate integer general\n%\n2 3 4\n2 1 5\n1 1 4\n2 2 1\n1 3 7\n");
        TestFiles.text(dir, "genes.tsv", "ENSG1\tTP53\nENSG2\tMYC\n");
        TestFiles.text(dir, "barcodes.tsv", "AAA-1\nAAC-1\nAAG-1\n");
    }

    private Dataset read() {
        return Datasets.read(dir, ReadOptions.plain());
    }

    private AbstractThrowableAssert<?, ?> refused() {
        return assertRefused(this::read);
    }

    @Test
    void folderHasFeaturesInRows() {
        try (Dataset data = read()) {
            assertThat(data.features()).containsExactly("TP53", "MYC");
            assertThat(data.samples()).containsExactly("AAA-1", "AAC-1", "AAG-1");
            assertThat(data.X().get(0, 0)).isEqualTo(4);
            assertThat(data.X().get(1, 0)).isEqualTo(5);
            assertThat(data.X().get(0, 2)).isEqualTo(7);
            assertThat(data.X().nonZeros()).isEqualTo(4);
        }
    }

    @Test
    void sourceCoversAllThreeFiles() throws IOException {
        DataSource before;
        try (Dataset data = read()) {
            before = data.source();
        }
        long bytes = 0;
        for (String name : List.of("matrix.mtx", "genes.tsv", "barcodes.tsv")) bytes += Files.size(dir.resolve(name));
        assertThat(before.path()).isEqualTo(dir.toString());
        assertThat(before.bytes()).isEqualTo(bytes);
        TestFiles.text(dir, "barcodes.tsv", "AAA-1\nAAC-1\nAAT-1\n");
        try (Dataset data = read()) {
            assertThat(data.source().sha256()).hasSize(64).isNotEqualTo(before.sha256());
        }
    }

    @Test
    void singleColumnOfNamesIsUsed() {
        TestFiles.text(dir, "genes.tsv", "TP53\nMYC\n");
        try (Dataset data = read()) {
            assertThat(data.features()).containsExactly("TP53", "MYC");
        }
    }

    @Test
    void missingOrInconsistentFilesAreNamed() throws IOException {
        TestFiles.text(dir, "genes.tsv", "a\nb\nc\n");
        refused()
                .hasMessage(
                        dir.resolve("genes.tsv") + ": has 3 names, but " + dir.resolve("matrix.mtx") + " has 2 rows");
        TestFiles.text(dir, "genes.tsv", "a\n\nb\n");
        refused().hasMessage(dir.resolve("genes.tsv") + ": line 2: the name is missing");
        TestFiles.text(dir, "genes.tsv", "a\t\nb\tc\n");
        refused().hasMessage(dir.resolve("genes.tsv") + ": line 1: the name is missing");
        TestFiles.text(dir, "genes.tsv", "a\nb\n");
        TestFiles.text(dir, "barcodes.tsv", "");
        refused().hasMessageContaining("barcodes.tsv: has 0 names, but ");
        Files.delete(dir.resolve("barcodes.tsv"));
        refused().hasMessage(dir + ": the 10x folder has no file barcodes.tsv, plain or .gz");
        Files.delete(dir.resolve("genes.tsv"));
        refused().hasMessageContaining("has no file features.tsv or genes.tsv");
        Files.delete(dir.resolve("matrix.mtx"));
        refused().hasMessageStartingWith(dir + ": is a folder with neither").hasMessageContaining("10x data");
    }

    @Test
    void repeatedNamesSkipExistingNames() {
        assertThat(NameValidator.makeUnique(List.of("a", "b", "a", "a-1", "a", "b")))
                .containsExactly("a", "b", "a-2", "a-1", "a-3", "b-1");
    }
}
