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
import org.grapnel.formats.TableOptions;
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
    void textColumnIsRefusedWithTheOptionThatSolvesIt() {
        refused("a,kind\n1,cat\n2,dog\n3,cat\n", PLAIN)
                .hasMessageEndingWith(
                        "a column cannot be read as numbers: 'kind' (2 categories such as 'cat'); add --labels kind");
        refused("a,kind\n1,cat\n", PLAIN).hasMessageEndingWith("'kind' (text such as 'cat'); add --drop kind");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1d", "2f", "0x10", "0x1p3", "1 2", "--1", "1e", ".", "NULL", "information", "%"})
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
    void repeatedFirstColumnDoesNotNameSamples() {
        refused("kind,a\ncat,1\ndog,2\ncat,3\n", PLAIN)
                .hasMessageEndingWith("'kind' (2 categories such as 'cat'); add --labels kind");
    }

    /** The first rows show different names; a repeat is found at the end. */
    @Test
    void lateRepeatOfASampleNameIsRefused() {
        StringBuilder text = new StringBuilder("who,a\n");
        for (int i = 0; i < 600; i++) text.append('s').append(i).append(",1\n");
        refused(text + "s7,2\n", PLAIN)
                .hasMessageContaining("column 1 ('who') holds text, and rows 9 and 602 have the same name 's7'")
                .hasMessageEndingWith("name it with --labels, otherwise leave it out with --drop");
        refused(text + "s7,2\n", PLAIN.withTable(TableOptions.plain().withId("who")))
                .hasMessageEndingWith("--id: column 'who' cannot name the samples: rows 9 and 602 both have 's7'");
    }

    @Test
    void unlistedWordIsNotAMissingValue() {
        refused("a,b\n1,NA\n2,3\n", PLAIN.withMissing(List.of("x")).withLabels("a"))
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
        refused("PK\u0003\u0004\0\0", PLAIN).hasMessageEndingWith("is a zip file, not text; unpack it first");
        refused("PK\u0003\u0004\0\0[Content_Types].xml", PLAIN)
                .hasMessageEndingWith("is an Excel workbook, not text; rename it to .xlsx");
        refused("PK\u0003\u0004\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet", PLAIN)
                .hasMessageEndingWith("is an OpenDocument sheet, not text; save it as .xlsx or .csv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0,72917", "-1,5", ",5", "1,5e-3"})
    void decimalCommaBetweenCommasNeedsTheOption(String cell) {
        refused("a,b\n0,0\n1,\"" + cell + "\"\n", PLAIN)
                .hasMessageEndingWith("'b' (numbers with a decimal comma such as '" + cell + "'); add --decimal ,");
    }

    @Test
    void decompressionBombIsRefusedWithTheLimit() {
        assertRefused(() -> InputFile.refuseBomb("b.gz", 10, 2001, 2000, "decompress it first"))
                .hasMessageContaining("its 10 bytes decompress to more than the 2000");
        InputFile.refuseBomb("b.gz", 10, 2000, 2000, "decompress it first");
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
        assertRefused(() -> Datasets.read(file, PLAIN)).hasMessageStartingWith(file + ": is not UTF-8 text");
    }
}
