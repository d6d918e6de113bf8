package org.grapnel.formats.csv;

import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.output.OutputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderFaultsTest {
    @TempDir
    Path dir;

    private static final ReadOptions PLAIN = ReadOptions.plain();

    private AbstractThrowableAssert<?, ?> refused(String text, ReadOptions options) {
        Path file = TestFiles.text(dir, "data.csv", text);
        return assertRefused(() -> Datasets.read(file, options).close()).hasMessageStartingWith(file + ": ");
    }

    @Test
    void emptyFileIsRefused() {
        refused("", PLAIN).hasMessageContaining("is empty");
        refused("\n\n", PLAIN).hasMessageContaining("is empty");
        refused("", PLAIN.withFeaturesInRows()).hasMessageContaining("is empty");
    }

    @Test
    void headerAloneIsRefused() {
        refused("a,b\n", PLAIN).hasMessageContaining("has a header but no samples");
        refused(",s,t\n", PLAIN.withFeaturesInRows()).hasMessageContaining("has a header but no features");
    }

    @Test
    void tableWithoutFeaturesIsRefused() {
        refused("kind\ncat\n", PLAIN.withLabels("kind")).hasMessageContaining("has no column of features");
        refused("\"\"\ngene\n", PLAIN.withFeaturesInRows()).hasMessageContaining("has no column of samples");
    }

    @Test
    void raggedRowIsNamedWithBothCounts() {
        refused("a,b\n1,2\n3\n", PLAIN).hasMessageContaining("row 3 has 1 cells; expected 2");
        refused("a,b\n1,2\n\n3,4,5\n", PLAIN).hasMessageContaining("row 4 has 3 cells; expected 2");
        refused(",s,t\ng,1,2\nh,3\n", PLAIN.withFeaturesInRows()).hasMessageContaining("row 3 has 2 cells; expected 3");
    }

    @Test
    void textCellIsNamedAndShortened() {
        refused("a,b\n1,2\n3,four\n", PLAIN).hasMessageContaining("row 3, column 2 ('b'): 'four' is not a number");
        refused("a\n1\n" + "x".repeat(41) + "\n", PLAIN)
                .hasMessageContaining("'" + "x".repeat(40) + "…' is not a number");
    }

    @Test
    void textColumnIsRefusedWithAHintAboutLabels() {
        refused("a,kind\n1,cat\n", PLAIN)
                .hasMessageContaining(
                        "row 2, column 2 ('kind'): 'cat' is not a number; if the column holds the labels");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1d", "2f", "0x10", "0x1p3", "1,5", "1 2", "--1", "1e", ".", "NULL", "information", "%"})
    void javaNumberSyntaxIsText(String cell) {
        refused("a,b\n0,0\n1,\"" + cell + "\"\n", PLAIN)
                .hasMessageContaining("row 3, column 2 ('b'): '" + cell + "' is not a number");
    }

    @Test
    void missingLabelIsNamed() {
        refused("a,kind\n1,cat\n2,\n", PLAIN.withLabels("kind"))
                .hasMessageContaining("row 3, column 2 ('kind'): the label is missing");
    }

    @Test
    void duplicateFeatureNamesAreBothNamed() {
        refused("a,b,c,b\n1,2,3,4\n", PLAIN).hasMessageContaining("columns 2 and 4 have the same name 'b'");
        refused(",s\ng,1\nh,2\n\ng,3\n", PLAIN.withFeaturesInRows())
                .hasMessageContaining("rows 2 and 5 have the same name 'g'");
    }

    @Test
    void repeatedFirstColumnDoesNotNameSamples() {
        refused("kind,a\ncat,1\ndog,2\ncat,3\n", PLAIN)
                .hasMessageContaining("column 1 ('kind') holds text, and rows 2 and 4 have the same name 'cat'")
                .hasMessageEndingWith("if it holds the labels, name it with --labels");
    }

    @Test
    void unlistedWordIsNotAMissingValue() {
        refused("a,b\n1,NA\n", PLAIN.withMissing(List.of("x")).withLabels("a"))
                .hasMessageContaining("row 2, column 2 ('b'): 'NA' is not a number");
        refused("a,b\n1,2\n3,\n", PLAIN.withMissing(List.of("x")))
                .hasMessageContaining("row 3, column 2 ('b'): missing value ('')");
    }

    @Test
    void lineNumbersAreRightAcrossBlocksAndQuotes() {
        StringBuilder text = new StringBuilder("id,\"a\nb\"\n");
        for (int i = 0; i < 100; i++) text.append("\"s").append(i).append("\r\nx\",1\r");
        Path file = TestFiles.text(dir, "lines.csv", text + "y,oops\nz,worse\n");
        for (int threads = 1; threads <= 3; threads++) {
            CsvReader reader = new CsvReader(threads, 32);
            assertRefused(() -> reader.read(file, PLAIN))
                    .hasMessageContaining("row 203, column 2 ('a?b'): 'oops' is not a number");
        }
    }

    @Test
    void endlessRowIsRefused() throws IOException {
        Path file = dir.resolve("long.csv.gz");
        byte[] piece = "1,".repeat(1 << 19).getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = OutputFile.open(file)) {
            out.write("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 200; i++) out.write(piece);
        }
        assertRefused(() -> Datasets.read(file, PLAIN)).hasMessageContaining("row 3 is longer than 134217728 bytes");
    }

    @Test
    void tooLongQuotedCellIsRefused() {
        refused("a,b\n1,2\n3,\"4" + "\n5,6".repeat(1 << 20), PLAIN)
                .hasMessageContaining("row 3, column 2 ('b'): the quote that opens here is never closed");
    }

    @Test
    void textAfterAClosingQuoteIsRefused() {
        refused("a,b\n1,\"2\"3\n", PLAIN)
                .hasMessageContaining("row 2, column 2")
                .hasMessageContaining("closing quote");
    }

    @Test
    void binaryFileIsRefused() {
        refused("1,2\n\0\0", PLAIN).hasMessageContaining("is not a text file: byte 5 is 0");
    }

    @Test
    void renamedWorkbookIsRecognised() {
        refused("PK\u0003\u0004\0\0", PLAIN)
                .hasMessageEndingWith("is a zip file or an Excel workbook; export it as csv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0,72917", "-1,5", ",5", "1,5e-3"})
    void decimalCommaIsRecognised(String cell) {
        String hint = "'" + cell + "' is not a number; a decimal point is needed, not a comma";
        refused("a;b\n0;0\n1;" + cell + "\n", PLAIN).hasMessageEndingWith(hint);
        refused("a;b\n1;" + cell + "\n2;" + cell + "\n", PLAIN).hasMessageEndingWith(hint);
    }

    @Test
    void decompressionBombIsRefusedWithTheLimit() {
        assertRefused(() -> InputFile.refuseBomb("b.gz", 10, 2001, 2000))
                .hasMessageContaining("its 10 bytes decompress to more than the 2000");
        InputFile.refuseBomb("b.gz", 10, 2000, 2000);
    }

    @Test
    void secondRowOfLabelsIsRefused() {
        refused(",s\nkind,cat\ng,1\nkind,dog\n", PLAIN.withLabels("kind").withFeaturesInRows())
                .hasMessageContaining("row 4, column 1: a second row of labels");
        refused(",s\nkind,cat\n", PLAIN.withLabels("kind").withFeaturesInRows())
                .hasMessageContaining("has labels but no features");
    }

    @Test
    void unclosedQuoteIsRefused() {
        refused("a,b\n1,\"2\n3,4\n", PLAIN).hasMessageContaining("quote");
    }

    @Test
    void malformedUtf8IsRefused() {
        Path file = TestFiles.bytes(dir, "latin.csv", "größe\n1\n".getBytes(StandardCharsets.ISO_8859_1));
        assertRefused(() -> Datasets.read(file, PLAIN)).hasMessage(file + ": is not UTF-8 text");
    }
}
