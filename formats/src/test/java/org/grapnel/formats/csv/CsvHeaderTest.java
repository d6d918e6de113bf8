package org.grapnel.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is detected about a file, and that threads and blocks do not change the result. */
class CsvHeaderTest {
    private static final ReadOptions PLAIN = ReadOptions.plain();

    @TempDir
    Path dir;

    private final List<String> notices = new ArrayList<>();

    private Dataset read(String name, String text, ReadOptions options) {
        notices.clear();
        return Datasets.read(TestFiles.text(dir, name, text), options, notices::add);
    }

    /** Returns the values as text, in which NaN equals NaN. */
    private static String text(Dataset data) {
        return Arrays.deepToString(values(data));
    }

    private static double[][] values(Dataset data) {
        return ((DenseMatrix) data.X()).toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {",", "\t", ";", "|", " ", "  "})
    void delimiterIsDetected(String between) {
        String text = "id,a,b\nx,1,2\ny,3,4\n".replace(",", between);
        for (String name : List.of("data.csv", "data.tsv", "data.txt", "data.tsv.gz")) {
            try (Dataset data = read(name, text, PLAIN)) {
                assertThat(values(data)).isDeepEqualTo(new double[][] {{1, 3}, {2, 4}});
                assertThat(data.samples()).containsExactly("x", "y");
                String said = DelimiterDetector.describe(between.charAt(0));
                assertThat(notices)
                        .singleElement()
                        .asString()
                        .endsWith(": cells are separated by " + said
                                + "; the first row is a header of names; the first column names the samples");
            }
        }
    }

    @Test
    void delimitersInNamesOrQuotesAreIgnored() {
        try (Dataset data = read("d.tsv", "\"a;1\"\t\"b;2\"\t\"c, or d\"\n1\t2\t3\n", PLAIN)) {
            assertThat(data.features()).containsExactly("a;1", "b;2", "c, or d");
        }
        try (Dataset data = read("d.csv", "a|b;c\n1;2\n", PLAIN.withDelimiter(';'))) {
            assertThat(data.features()).containsExactly("a|b", "c");
        }
    }

    @Test
    void firstRowOfNumbersIsASampleUnlessItCounts() {
        for (String first : List.of("0,1,255", "0.5,0.1,0.7", "1,2,3", "400.5,401,401.5", "7,,9")) {
            try (Dataset data = read("d.csv", first + "\n4,5,6\n", PLAIN)) {
                assertThat(data.features()).containsExactly("f0", "f1", "f2");
                assertThat(data.X().cols()).isEqualTo(2);
                assertThat(notices.get(0)).contains("there is no header");
            }
            try (Dataset data = read("d.csv", first + "\n4,5,6\n", PLAIN.withHeader(true))) {
                assertThat(data.features())
                        .containsExactly(first.replace(",,", ",column2,").split(","));
            }
        }
        try (Dataset data = read("d.csv", "0,1,2\n4,5,6\n", PLAIN)) {
            assertThat(data.features()).containsExactly("0", "1", "2");
        }
        try (Dataset data = read("d.csv", "0,1,2\n4,5,6\n", PLAIN.withHeader(false))) {
            assertThat(data.X().cols()).isEqualTo(2);
        }
    }

    @Test
    void headerMayLackTheCornerCell() {
        try (Dataset data = read("d.txt", "\"a\" \"b\"\n\"x\" 1 2\n\"y\" 3 4\n", PLAIN)) {
            assertThat(data.features()).containsExactly("a", "b");
            assertThat(data.samples()).containsExactly("x", "y");
        }
    }

    @Test
    void missingNumbersAreNaNAndCounted() {
        String text = "a,b,c\n1,NA,\n?,2,-\n, n/a ,3\n".replace("n/a", "N/A");
        try (Dataset data = read("d.csv", text, PLAIN)) {
            assertThat(text(data)).isEqualTo("[[1.0, NaN, NaN], [NaN, 2.0, NaN], [NaN, NaN, 3.0]]");
            assertThat(notices.get(1)).endsWith("6 numbers are missing: 2 empty cells, 1 '-', 1 '?', 1 'N/A', 1 'NA'");
        }
        try (Dataset data = read(
                "d.csv", "a,b\n1,-9\n2,3\n", PLAIN.withMissing(List.of("-9")).withHeader(true))) {
            assertThat(text(data)).isEqualTo("[[1.0, 2.0], [NaN, 3.0]]");
        }
    }

    @Test
    void allLineEndsAndUtf16AreRead() {
        try (Dataset old = read("d.csv", "a,b\r1,2\r\r3,4", PLAIN)) {
            assertThat(values(old)).isDeepEqualTo(new double[][] {{1, 3}, {2, 4}});
        }
        Path wide = TestFiles.bytes(dir, "wide.csv", "\uFEFFµ,b\n1,2\n".getBytes(StandardCharsets.UTF_16LE));
        try (Dataset data = Datasets.read(wide, PLAIN)) {
            assertThat(data.features()).containsExactly("µ", "b");
        }
    }

    /** Names contain quotes, delimiters and line ends; blocks are so small that they end everywhere. */
    @Test
    void resultDoesNotDependOnThreadsAndBlocks() {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("id,\"x,1\",y,kind\n");
        for (int j = 0; j < 300; j++) {
            String end = List.of("\n", "\r\n", "\n\n", "\r").get(random.nextInt(4));
            text.append("\"s")
                    .append(j)
                    .append(List.of("\"\"", "\n", ",", "\r\n").get(random.nextInt(4)))
                    .append("\",");
            text.append(random.nextDouble()).append(random.nextBoolean() ? ",NA," : ", \t".strip() + "\"1.5\",");
            text.append("k").append(j % 3).append(end);
        }
        Path file = TestFiles.text(dir, "d.csv", text.toString());
        ReadOptions options = PLAIN.withLabels("kind");
        try (Dataset whole = new CsvReader(1).read(file, options)) {
            assertThat(whole.X().cols()).isEqualTo(300);
            for (int threads = 1; threads <= 3; threads++) {
                for (int bytes = 1; bytes < 700; bytes += 37) {
                    try (Dataset data = new CsvReader(threads, bytes).read(file, options)) {
                        assertThat(text(data)).isEqualTo(text(whole));
                        assertThat(data.samples()).isEqualTo(whole.samples());
                        assertThat(data.labels()).isEqualTo(whole.labels());
                    }
                }
            }
        }
    }

    /** The first rows give an estimate of their number; here it is wrong, in both directions. */
    @Test
    void wrongEstimateOfRowsIsCorrected() {
        for (boolean rows : new boolean[] {false, true}) {
            ReadOptions options = rows ? PLAIN.withFeaturesInRows().withHeader(true) : PLAIN;
            for (boolean longer : new boolean[] {false, true}) {
                StringBuilder text = new StringBuilder("a,b,c\n");
                for (int j = 0; j < 500; j++)
                    text.append(j % 7).append(longer == j > 30 ? ".000000000,5,6\n" : ",5,6\n");
                Path file = TestFiles.text(dir, "d.csv", text.toString());
                try (Dataset data = new CsvReader(2, 64).read(file, options)) {
                    double[][] values = values(data);
                    for (int j = 0; j < 500; j++)
                        for (int i = 0; i < 3; i++)
                            assertThat(rows ? values[j][i] : values[i][j]).isEqualTo(i == 0 ? j % 7 : i + 4);
                }
            }
        }
    }

    @Test
    void commentThatIsNoRowOfCellsIsNoHeader() {
        for (String comment : List.of("# \"Smith\" et al. 2020", "# \"never closed", "# a,\"b", "# \"x\" \"y\"")) {
            try (Dataset data = read("d.csv", comment + "\na,b\n1,2\n3,4\n", PLAIN)) {
                assertThat(data.features()).as(comment).containsExactly("a", "b");
                assertThat(values(data)).isDeepEqualTo(new double[][] {{1, 3}, {2, 4}});
            }
        }
    }

    /** A quote in a comment opens no cell, wherever the file is cut into blocks. */
    @Test
    void quotesInCommentsDoNotJoinRows() {
        String rows = "1,2\n".repeat(50) + "# see,\"Smith\n" + "3,\"4\"\n".repeat(50);
        Path file = TestFiles.text(dir, "d.csv", "# top\na,b\n" + "5,6\n".repeat(30) + "# one \"two\n" + rows);
        for (int bytes : new int[] {16, 100, 230, 1 << 20}) {
            try (Dataset data = new CsvReader(2, bytes).read(file, PLAIN)) {
                assertThat(data.samples()).as("blocks of %d bytes", bytes).hasSize(130);
            }
        }
    }

    @Test
    void linesWithHashAndAllCellsAreRows() {
        String text =
                "# made by us, in a hurry, on Monday\nwho,x,y\na,0,9\n#7,1,2\n# half\nb,3,4\n#\"8\",5,\"6\"\n# no, row\nc,7,8\nd,8,7\n";
        for (String between : List.of(",", ";", "\t", " ")) {
            String table = between.equals(" ")
                    ? "who x y\na 0 9\n#7 1 2\n# half way\nb 3 4\n#\"8\" 5 6\nc 7 8\nd 8 7\n"
                    : text.replace(",", between);
            for (int bytes : new int[] {1 << 20, 64}) {
                Path file = TestFiles.text(dir, "d.csv", table);
                try (Dataset data = new CsvReader(2, bytes).read(file, PLAIN.withDelimiter(between.charAt(0)))) {
                    assertThat(data.samples()).containsExactly("a", "#7", "b", "#\"8\"", "c", "d");
                    assertThat(values(data)).isDeepEqualTo(new double[][] {{0, 1, 3, 5, 7, 8}, {9, 2, 4, 6, 8, 7}});
                }
                assertThat(Datasets.locate(file, PLAIN.withDelimiter(between.charAt(0)), 0, 0))
                        .hasValueSatisfying(place -> assertThat(place).endsWith("column 2 ('x')"));
            }
        }
    }
}
