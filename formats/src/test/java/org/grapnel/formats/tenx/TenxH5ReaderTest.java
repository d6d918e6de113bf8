package org.grapnel.formats.tenx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.MatTestFiles;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as Cell Ranger 3 and 2 write them, made by cells.py in the fixtures. */
class TenxH5ReaderTest {
    private static final ReadOptions PLAIN = ReadOptions.plain();
    private static final int CELLS = 6;
    private static final int GENES = 4;

    @TempDir
    Path dir;

    private final List<String> notices = new ArrayList<>();

    private Path copy(String fixture, String name) {
        return MatTestFiles.fixture(dir, fixture, name);
    }

    private static void assertCounts(Dataset read, double times) {
        assertThat(read.X()).isInstanceOf(SparseMatrix.class);
        assertThat(read.X().rows()).isEqualTo(GENES);
        assertThat(read.X().cols()).isEqualTo(CELLS);
        for (int i = 0; i < GENES; i++)
            for (int j = 0; j < CELLS; j++) assertThat(read.X().get(i, j)).isEqualTo(times * ((j * GENES + i) % 5));
        assertThat(read.features()).containsExactly("TP53", "MYC", "TP53-1", "ACTB");
        assertThat(read.samples()).startsWith("AAA-0", "AAA-1").hasSize(CELLS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cells.h5", "cells.h5.gz"})
    void genesAreReadAndOtherTypesReported(String name) {
        try (Dataset read = Datasets.read(copy("tenx3.h5", name), PLAIN, notices::add)) {
            assertCounts(read, 1);
        }
        assertThat(notices)
                .containsExactly(
                        "only features of type Gene Expression are read (4 of 5); --layer chooses another type: 'Antibody"
                                + " Capture'",
                        "1 feature has the name of another and, as in AnnData, is called TP53-1");
    }

    @Test
    void anotherTypeIsReadByItsName() {
        Path file = copy("tenx3.h5", "cells.h5");
        try (Dataset read = Datasets.read(file, PLAIN.withVariable("Antibody Capture"))) {
            assertThat(read.features()).containsExactly("CD3_TotalSeqB");
            assertThat(read.X().get(0, 5)).isEqualTo(100);
        }
        assertRefused(() -> Datasets.read(file, PLAIN.withVariable("Antibody Captur")))
                .hasMessage(file + ": has no features of type 'Antibody Captur'; choose one with --layer: 'Gene"
                        + " Expression', 'Antibody Capture'; did you mean Antibody Capture?");
    }

    @Test
    void fileOfVersion2HasAGroupForEachGenome() {
        Path file = copy("tenx2.h5", "cells.h5");
        try (Dataset human = Datasets.read(file, PLAIN.withVariable("hg19"));
                Dataset mouse = Datasets.read(file, PLAIN.withVariable("mm10"))) {
            assertCounts(human, 1);
            assertCounts(mouse, 2);
        }
        assertRefused(() -> Datasets.read(file, PLAIN))
                .hasMessage(file + ": has 2 genomes; choose a genome with --layer: hg19, mm10");
        assertRefused(() -> Datasets.read(file, PLAIN.withVariable("hg18")))
                .hasMessage(
                        file + ": has no genome 'hg18'; choose a genome with --layer: hg19, mm10; did you mean hg19?");
    }

    @Test
    void labelsComeFromAFileAndColorsAreRefused() {
        Path file = copy("tenx3.h5", "cells.h5");
        Path labels = TestFiles.text(dir, "types.txt", "T\nB\nT\nB\nT\nB\n");
        try (Dataset read = Datasets.read(file, PLAIN.withLabels(labels.toString()))) {
            assertThat(read.labels()).contains(List.of("T", "B", "T", "B", "T", "B"));
        }
        assertRefused(() -> Datasets.read(file, PLAIN.withLabels("types")))
                .hasMessage(file + ": has no column 'types' for the labels, and no file has that name");
        assertRefused(() -> Datasets.read(file, PLAIN.withColors(List.of("batch"))))
                .hasMessage(file + ": has no columns about the samples, so there is no 'batch' for --color");
    }

    @Test
    void annDataIsRecognised() {
        Path file = copy("cells.h5ad", "cells.h5");
        try (Dataset read = Datasets.read(file, PLAIN.withColors(List.of("batch")), notices::add)) {
            assertThat(read.X().get(1, 1)).isZero();
            assertThat(read.columns()).hasSize(1);
        }
        assertThat(notices).startsWith("the file is AnnData, as .h5ad files are");
        assertThat(Datasets.labelCandidates(file, PLAIN)).contains("type");
    }

    @Test
    void otherFilesAreRefusedWithTheirContent() {
        Path matlab = copy("dense.mat", "other.h5");
        assertRefused(() -> Datasets.read(matlab, PLAIN))
                .hasMessageStartingWith(matlab + ": is not a 10x file, which has a group 'matrix'; it holds ");
        Path text = TestFiles.text(dir, "text.h5", "a,b\n1,2\n");
        assertRefused(() -> Datasets.read(text, PLAIN)).hasMessage(text + ": is not an HDF5 file, as .h5 files are");
    }

    @Test
    void folderLeavesOutOtherTypesToo() {
        TestFiles.text(dir, "matrix.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 5\n2 2 100\n");
        TestFiles.text(dir, "features.tsv", "E1\tTP53\tGene Expression\nA1\tCD3\tAntibody Capture\n");
        TestFiles.text(dir, "barcodes.tsv", "c1\nc2\n");
        try (Dataset genes = Datasets.read(dir, PLAIN, notices::add);
                Dataset antibodies = Datasets.read(dir, PLAIN.withVariable("Antibody Capture"))) {
            assertThat(genes.features()).containsExactly("TP53");
            assertThat(antibodies.X().get(0, 1)).isEqualTo(100);
        }
        assertThat(notices).hasSize(1);
    }
}
