package org.grapnel.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.io.TestFiles.assertRefused;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.data.Dataset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFaultsTest {
    @TempDir
    Path dir;

    private static final ReadOptions PLAIN = ReadOptions.plain();

    private AbstractThrowableAssert<?, ?> refused(String text, ReadOptions options) {
        Path file = TestFiles.text(dir, "data.csv", text);
        return assertRefused(() -> Datasets.read(file, options).close()).hasMessageStartingWith(file + ": ");
    }

    @Test
    void anEmptyFileIsRefused() {
        refused("", PLAIN).hasMessageContaining("is empty");
        refused("\n\n", PLAIN).hasMessageContaining("is empty");
        refused("", PLAIN.withFeaturesInRows()).hasMessageContaining("is empty");
    }

    @Test
    void aHeaderAloneIsRefused() {
        refused("a,b\n", PLAIN).hasMessageContaining("has a header and no samples");
        refused(",s,t\n", PLAIN.withFeaturesInRows()).hasMessageContaining("has a header and no features");
    }

    @Test
    void aTableWithoutFeaturesIsRefused() {
        refused("kind\ncat\n", PLAIN.withLabels("kind")).hasMessageContaining("has no column of features");
        refused("\"\"\ngene\n", PLAIN.withFeaturesInRows()).hasMessageContaining("has no column of samples");
    }

    @Test
    void aRaggedRowIsNamedWithBothCounts() {
        refused("a,b\n1,2\n3\n", PLAIN).hasMessageContaining("row 3 has 1 cells, expected are 2");
        refused("a,b\n1,2\n\n3,4,5\n", PLAIN).hasMessageContaining("row 4 has 3 cells, expected are 2");
        refused(",s,t\ng,1,2\nh,3\n", PLAIN.withFeaturesInRows())
                .hasMessageContaining("row 3 has 2 cells, expected are 3");
    }

    @Test
    void aTextCellIsNamedAndCut() {
        refused("a,b\n1,2\n3,four\n", PLAIN).hasMessageContaining("row 3, column 2 ('b'): 'four' is not a number");
        refused("a\n1\n" + "x".repeat(41) + "\n", PLAIN)
                .hasMessageContaining("'" + "x".repeat(40) + "…' is not a number");
    }

    @Test
    void textInTheFirstRowMayBeLabelsThatNobodyNamed() {
        refused("a,kind\n1,cat\n", PLAIN)
                .hasMessageContaining("row 2, column 2 ('kind'): 'cat' is not a number; labels have to be named");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1d", "2f", "0x10", "0x1p3", "1,5", "1 2", "--1", "1e", ".", "NULL", "information", "%"})
    void whatOnlyLooksLikeANumberIsText(String cell) {
        refused("a,b\n0,0\n1,\"" + cell + "\"\n", PLAIN)
                .hasMessageContaining("row 3, column 2 ('b'): '" + cell + "' is not a number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "NA", "\"\""})
    void aMissingCellIsNamed(String cell) {
        refused("a,b\n1," + cell + "\n", PLAIN).hasMessageContaining("row 2, column 2 ('b'): missing value");
        refused(",s,t\ng,1," + cell + "\n", PLAIN.withFeaturesInRows())
                .hasMessageContaining("row 2, column 3 ('t'): missing value");
    }

    @Test
    void aMissingLabelIsNamed() {
        refused("a,kind\n1,cat\n2,\n", PLAIN.withLabels("kind"))
                .hasMessageContaining("row 3, column 2 ('kind'): the label is missing");
    }

    @Test
    void twoFeaturesOfOneNameAreBothNamed() {
        refused("a,b,c,b\n1,2,3,4\n", PLAIN).hasMessageContaining("columns 2 and 4 are both called 'b'");
        refused(",s\ng,1\nh,2\n\ng,3\n", PLAIN.withFeaturesInRows())
                .hasMessageContaining("rows 2 and 5 are both called 'g'");
    }

    @Test
    void aFileWithoutAHeaderDoesNotLoseItsFirstSample() {
        refused("0,0,255\n1,2,3\n", PLAIN).hasMessageContaining("is the header of feature names missing?");
        refused("0.5,0.1,0.7\n1,2,3\n", PLAIN).hasMessageContaining("the first row holds only numbers");
    }

    @Test
    void numbersInOrderMayBeNames() {
        for (String header : new String[] {"0,1,2", "400.5,401,401.5", "9,4,7"}) {
            Path file = TestFiles.text(dir, "numbers.csv", header + "\n1,2,3\n");
            try (Dataset data = Datasets.read(file, PLAIN)) {
                assertThat(data.features()).containsExactly(header.split(","));
            }
        }
    }

    @Test
    void labelsStandOnlyOnceAmongTheFeatures() {
        refused(",s\nkind,cat\ng,1\nkind,dog\n", PLAIN.withLabels("kind").withFeaturesInRows())
                .hasMessageContaining("row 4, column 1: the labels stand here a second time");
        refused(",s\nkind,cat\n", PLAIN.withLabels("kind").withFeaturesInRows())
                .hasMessageContaining("has labels and no features");
    }

    @Test
    void aQuoteThatNeverEndsIsRefused() {
        refused("a,b\n1,\"2\n3,4\n", PLAIN).hasMessageContaining("quote");
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        Path file = TestFiles.bytes(dir, "latin.csv", "größe\n1\n".getBytes(StandardCharsets.ISO_8859_1));
        assertRefused(() -> Datasets.read(file, PLAIN)).hasMessage(file + ": is not a text in UTF-8");
    }
}
