package org.grapnel.formats.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.MatTestFiles.FEATURES;
import static org.grapnel.formats.MatTestFiles.SAMPLES;
import static org.grapnel.formats.MatTestFiles.fixture;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.MatTestFiles;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.formats.matlab.Mat73VariablesTest;
import org.grapnel.formats.matlab.MatReaderTest;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** AnnData files of three versions, made by make.py in the fixtures. */
class H5adReaderTest {
    private static final ReadOptions PLAIN = ReadOptions.plain();
    private static final String COLUMNS = "age, batch, donor, doublet, passed, plate, type";

    @TempDir
    Path dir;

    private Path file;

    @BeforeEach
    void copyFixture() {
        file = fixture(dir, "new.h5ad", "new.h5ad");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data.h5ad", "data.h5ad.gz"})
    void namesComeFromTheTables(String name) {
        Path data = fixture(dir, "new.h5ad", name);
        try (Dataset read = Datasets.read(data, PLAIN)) {
            MatReaderTest.assertHolds(read.X(), 1);
            assertThat(read.features()).containsExactly("gene-α", "gene-b", "gene-c", "gene-d", "gene-e");
            assertThat(read.samples()).startsWith("cell0", "cell1").hasSize(SAMPLES);
            assertThat(read.labels()).isEmpty();
        }
        assertThat(MatTestFiles.noTemporaryFiles()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"csr", "csc", "layers/csr"})
    void aSparseLayerStaysSparse(String layer) {
        try (Dataset read = Datasets.read(file, PLAIN.withVariable(layer))) {
            Mat73VariablesTest.assertSparse(read.X());
        }
    }

    @Test
    void aDenseLayerAndTheRawMatrixAreRead() {
        try (Dataset counts = Datasets.read(file, PLAIN.withVariable("counts"));
                Dataset raw = Datasets.read(file, PLAIN.withVariable("raw/X"))) {
            MatReaderTest.assertHolds(counts.X(), 16);
            assertThat(raw.X()).isInstanceOf(SparseMatrix.class);
            assertThat(raw.features()).hasSize(2 * FEATURES).startsWith("r0", "r1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "kind, b a b c a a c",
        "word, b a b c a a c",
        "number, 3 1 3 2 1 1 2.5",
        "whole, 0 1 2 3 4 5 6",
        "full, 0 1 2 3 4 5 6",
        "flag, TRUE FALSE TRUE FALSE TRUE FALSE TRUE"
    })
    void labelsAreAColumnOfObs(String column, String expected) {
        try (Dataset read = Datasets.read(file, PLAIN.withLabels(column))) {
            assertThat(read.labels()).contains(List.of(expected.split(" ")));
        }
    }

    @Test
    void featuresInRowsSwapTheTables() {
        ReadOptions turned = PLAIN.withFeaturesInRows().withLabels("chromosome");
        try (Dataset read = Datasets.read(file, turned);
                Dataset sparse = Datasets.read(file, turned.withVariable("csr"))) {
            assertThat(read.samples()).startsWith("gene-α").hasSize(FEATURES);
            assertThat(read.features()).startsWith("cell0").hasSize(SAMPLES);
            assertThat(read.labels()).contains(List.of("x", "x", "y", "y", "x"));
            assertThat(read.X().get(3, 2)).isEqualTo(MatTestFiles.x(3, 2));
            assertThat(sparse.X().get(4, 2)).isEqualTo(MatTestFiles.x(4, 2));
        }
    }

    @Test
    void missingPartsAreNamedWithTheExistingOnes() {
        assertRefused(() -> Datasets.read(file, PLAIN.withLabels("kinds")))
                .hasMessage(file + ": has no column 'kinds' for the labels, and no file has that name;"
                        + " did you mean kind?");
        assertRefused(() -> Datasets.read(file, PLAIN.withVariable("count")))
                .hasMessageStartingWith(file + ": has no layer 'count'; there are X, raw/X, ")
                .hasMessageEndingWith("; did you mean counts?");
        assertRefused(() -> Datasets.read(file, PLAIN.withLabels("gaps")))
                .hasMessage(file + ": 'obs/gaps': the label of sample 4 is missing");
        assertRefused(() -> Datasets.read(file, PLAIN.withVariable("words")))
                .hasMessage(file + ": 'layers/words': does not hold real numbers");
    }

    @Test
    void categoriesOfAnnData07AreRead() {
        Path middle = fixture(dir, "middle.h5ad", "middle.h5ad");
        assertRefused(() -> Datasets.read(middle, PLAIN.withLabels("kind")))
                .hasMessage(middle + ": 'obs/kind': the label of sample 5 is missing");
        try (Dataset read = Datasets.read(middle, PLAIN.withFeaturesInRows())) {
            assertThat(read.features()).startsWith("cell0", "cell1");
            assertThat(read.X()).isInstanceOf(SparseMatrix.class);
        }
    }

    @Test
    void repeatedNamesOfFeaturesAreMadeUniqueAndReported() {
        Path middle = fixture(dir, "middle.h5ad", "middle.h5ad");
        List<String> notices = new ArrayList<>();
        try (Dataset read = Datasets.read(middle, PLAIN, notices::add)) {
            assertThat(read.features()).containsExactly("gene0", "gene1", "gene0-1", "gene3", "gene4");
        }
        assertThat(notices).containsExactly("1 feature has the name of another and, as in AnnData, is called gene0-1");
    }

    @Test
    void colorsAreColumnsOfObsOfAnyKind() {
        Path cells = fixture(dir, "cells.h5ad", "cells.h5ad");
        ReadOptions options = PLAIN.withColors(List.of("batch", "donor", "age", "doublet", "passed", "plate", "type"));
        try (Dataset read = Datasets.read(cells, options.withLabels("doublet"))) {
            assertThat(read.columns())
                    .extracting(column -> column.name() + ": " + String.join(" ", column.values()))
                    .containsExactly(
                            "batch: a b  a b b",
                            "donor: d1 d2 d1 d2 d1 dé",
                            "age: 1.5  3 4 5 6",
                            "doublet: TRUE FALSE TRUE FALSE FALSE FALSE",
                            "passed: TRUE  FALSE TRUE TRUE FALSE",
                            "plate: 1 2  1 2 1",
                            "type: T B T B T B");
            assertThat(read.labels()).contains(List.of("TRUE", "FALSE", "TRUE", "FALSE", "FALSE", "FALSE"));
        }
    }

    @Test
    void colorsOfFeaturesInRowsAreColumnsOfVar() {
        Path cells = fixture(dir, "cells.h5ad", "cells.h5ad");
        ReadOptions turned = PLAIN.withFeaturesInRows().withColors(List.of("chromosome"));
        try (Dataset read = Datasets.read(cells, turned)) {
            assertThat(read.columns().get(0).values()).containsExactly("17", "8", "17", "");
        }
        assertRefused(() -> Datasets.read(cells, PLAIN.withColors(List.of("bacth"))))
                .hasMessage(cells + ": 'obs' has no column 'bacth' for --color; there are " + COLUMNS
                        + "; did you mean batch?");
        assertRefused(() -> Datasets.read(cells, PLAIN.withLabels("passed")))
                .hasMessage(cells + ": 'obs/passed': the label of sample 1 is missing");
    }

    @Test
    void recordTablesOfOldAnnDataAreRead() {
        Path old = fixture(dir, "old.h5ad", "old.h5ad");
        try (Dataset read = Datasets.read(old, PLAIN.withLabels("kind"));
                Dataset half = Datasets.read(old, PLAIN.withLabels("half"))) {
            Mat73VariablesTest.assertSparse(read.X());
            assertThat(read.samples()).startsWith("cell0", "cell1").hasSize(SAMPLES);
            assertThat(read.features()).containsExactly("g0", "g1", "g2", "g3", "g4");
            assertThat(read.labels()).contains(List.of("b", "a", "b", "c", "a", "a", "c"));
            assertThat(half.labels()).contains(List.of("0", "0.5", "1", "1.5", "2", "2.5", "3"));
        }
    }

    @Test
    void otherFilesAreRefused() {
        Path text = TestFiles.text(dir, "text.h5ad", "a,b\n1,2\n");
        assertRefused(() -> Datasets.read(text, PLAIN)).hasMessage(text + ": is not an HDF5 file, as .h5ad files are");
        Path matlab = fixture(dir, "dense.mat", "matlab.h5ad");
        assertRefused(() -> Datasets.read(matlab, PLAIN)).hasMessage(matlab + ": has no matrix 'X'; there is none");
    }

    @Test
    void repeatedReferencesToALongTextAreRefused() {
        Path file = TestFiles.fixture("hdf5/repeated-text.h5ad");
        assertRefused(() -> Datasets.read(file, ReadOptions.plain()))
                .hasMessage(file + ": 'obs/_index': refers to the same texts too often");
    }

    @Test
    void recordWithTooLongMembersIsRefused() {
        Path file = TestFiles.fixture("hdf5/long-member.h5ad");
        assertRefused(() -> Datasets.read(file, ReadOptions.plain()))
                .hasMessageStartingWith(file + ": 'var/index': has entries of 4 bytes with members of ");
    }
}
