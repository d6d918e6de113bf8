package org.grapnel.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.formats.csv.CsvReader;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two ways to the same numbers, on random tables. */
class TableLawsTest {
    private static final ReadOptions PLAIN = ReadOptions.plain();

    @TempDir
    Path dir;

    private Dataset read(String text, ReadOptions options) {
        return Datasets.read(TestFiles.text(dir, "t.csv", text), options);
    }

    private static String numbers(Dataset data) {
        return Arrays.deepToString(((DenseMatrix) data.X()).toArray());
    }

    /** Random numbers as text, of different lengths and signs. */
    private static List<List<String>> random(int rows, int columns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<String>> table = new ArrayList<>();
        for (int r = 0; r < rows; r++) {
            List<String> row = new ArrayList<>();
            for (int c = 0; c < columns; c++) row.add(number(random));
            table.add(row);
        }
        return table;
    }

    private static String number(SplittableRandom random) {
        double value = (random.nextDouble() - 0.3) * Math.pow(10, random.nextInt(-8, 8));
        return switch (random.nextInt(5)) {
            case 0 -> String.valueOf(random.nextInt(1000));
            case 1 -> value + "12345678901234567";
            case 2 -> String.format(java.util.Locale.ROOT, "%.2e", value);
            case 3 -> "NA";
            default -> String.valueOf(value);
        };
    }

    private static String table(List<String> names, List<List<String>> rows, String delimiter) {
        StringBuilder text = new StringBuilder(String.join(delimiter, names)).append('\n');
        rows.forEach(row -> text.append(String.join(delimiter, row)).append('\n'));
        return text.toString();
    }

    @RepeatedTest(5)
    void droppedColumnsAreAsIfTheyWereNotThere(RepetitionInfo turn) {
        List<List<String>> rows = random(40, 6, turn.getCurrentRepetition());
        List<String> names = List.of("a", "b", "c", "d", "e", "f");
        List<List<String>> wide = new ArrayList<>();
        for (int r = 0; r < rows.size(); r++) {
            List<String> row = new ArrayList<>(rows.get(r));
            row.add(1, "text " + r);
            row.add(4, "2023-01-0" + (1 + r % 9));
            row.add("\"x,\n" + r % 3 + "\"");
            wide.add(row);
        }
        String more = table(List.of("a", "note", "b", "c", "day", "d", "e", "f", "kind"), wide, ",");
        TableOptions drop = TableOptions.plain().withDrop(List.of("note", "d*y", "kind"));
        TableOptions keep = TableOptions.plain().withKeep(List.of("a:c", "d:f")).withDrop(List.of("note", "day"));
        try (Dataset plain = read(table(names, rows, ","), PLAIN);
                Dataset dropped = read(more, PLAIN.withTable(drop));
                Dataset kept = read(more, PLAIN.withTable(keep));
                Dataset small = new CsvReader(2, 50).read(TestFiles.text(dir, "t.csv", more), PLAIN.withTable(drop))) {
            for (Dataset data : List.of(dropped, kept, small)) {
                assertThat(data.features()).isEqualTo(plain.features());
                assertThat(numbers(data)).isEqualTo(numbers(plain));
            }
        }
    }

    @RepeatedTest(5)
    void decimalCommasGiveTheSameBitsAsPoints(RepetitionInfo turn) {
        List<List<String>> rows = random(60, 4, 100 + turn.getCurrentRepetition());
        List<String> names = List.of("a", "b", "c", "d");
        String text = table(names, rows, ";");
        int header = text.indexOf('\n');
        String comma = text.substring(0, header) + text.substring(header).replace('.', ',');
        List<List<String>> quoted = rows.stream()
                .map(row -> row.stream()
                        .map(cell -> '"' + cell.replace('.', ',') + '"')
                        .toList())
                .toList();
        TableOptions forced = TableOptions.plain().withDecimal(',');
        try (Dataset point = read(text, PLAIN);
                Dataset found = read(comma, PLAIN);
                Dataset given = read(comma, PLAIN.withTable(forced));
                Dataset inQuotes = read(table(names, quoted, ","), PLAIN.withTable(forced))) {
            for (Dataset data : List.of(found, given, inQuotes))
                assertThat(numbers(data)).isEqualTo(numbers(point));
        }
    }

    /** The fast way for plain numbers and the obvious one through text agree. */
    @Test
    void fastAndFormattedCellsAgree() {
        List<List<String>> rows = random(80, 3, 7);
        List<List<String>> signed = rows.stream()
                .map(row -> row.stream()
                        .map(cell -> cell.equals("NA") ? cell : cell + " %")
                        .toList())
                .toList();
        List<String> names = List.of("a", "b", "c");
        try (Dataset plain = read(table(names, rows, ","), PLAIN);
                Dataset formatted = read(table(names, signed, ","), PLAIN)) {
            assertThat(numbers(formatted)).isEqualTo(numbers(plain));
        }
    }

    @Test
    void oneHotSumsToOneAndDoesNotDependOnTheOrder() {
        String rows = "1,b\n2,a\n3,c\n4,a\n";
        String turned = "4,a\n3,c\n2,a\n1,b\n";
        ReadOptions options = PLAIN.withTable(TableOptions.plain().withOneHot(List.of("k")));
        try (Dataset one = read("x,k\n" + rows, options);
                Dataset other = read("x,k\n" + turned, options)) {
            assertThat(one.features()).isEqualTo(other.features()).containsExactly("x", "k=a", "k=b", "k=c");
            for (int j = 0; j < 4; j++) {
                double sum = 0;
                for (int i = 1; i < 4; i++) {
                    sum += one.X().get(i, j);
                    assertThat(other.X().get(i, 3 - j)).isEqualTo(one.X().get(i, j));
                }
                assertThat(sum).isEqualTo(1);
            }
        }
    }

    @Test
    void entriesAreLocatedBesideDroppedColumnsAndComments() {
        Path file = TestFiles.text(dir, "t.csv", "# c\nTitle,,\nwho,note,x\np,n,1\n# c\n,,\nq,m,2\n");
        ReadOptions options = PLAIN.withTable(TableOptions.plain().withDrop(List.of("note")));
        assertThat(Datasets.locate(file, options, 0, 0)).contains("row 4, column 3 ('x')");
        assertThat(Datasets.locate(file, options, 0, 1)).contains("row 7, column 3 ('x')");
    }

    private static List<String> usualAnd(String word) {
        List<String> words = new ArrayList<>(ReadOptions.USUAL_MISSING);
        words.add(word);
        return words;
    }

    private static List<String> color(Dataset data) {
        return data.columns().get(0).values();
    }

    @Test
    void wordsForMissingAreEmptyInColumnsAboutTheSamples() {
        String text = "x,age,er\n1,40,+\n2,?,-\n3,NA,?\n4,-,NA\n5,50,\n";
        String turned = "id,a,b,c,d,e\nx,1,2,3,4,5\nage,40,?,NA,-,50\ner,+,-,?,NA,\n";
        List<String> age = List.of("40", "", "", "", "50");
        List<String> er = List.of("+", "-", "?", "", "");
        ReadOptions ages =
                PLAIN.withColors(List.of("age")).withTable(TableOptions.plain().withDrop(List.of("er")));
        ReadOptions both = PLAIN.withFeaturesInRows().withColors(List.of("age", "er"));
        ReadOptions hot =
                PLAIN.withColors(List.of("age")).withTable(TableOptions.plain().withOneHot(List.of("er")));
        try (Dataset data = read(text, ages);
                Dataset rows = read(turned, both);
                Dataset categories = read(text, hot);
                Dataset added = read(text, hot.withMissing(usualAnd("+")));
                Dataset sign = read(text, hot.withMissing(usualAnd("-")));
                Dataset given = read(text, hot.withMissing(List.of("NA", "-", "?")))) {
            assertThat(color(data)).isEqualTo(age);
            assertThat(color(rows)).isEqualTo(age);
            assertThat(rows.columns().get(1).values()).isEqualTo(er);
            assertThat(categories.features()).containsExactly("x", "er=+", "er=-", "er=?");
            assertThat(given.features()).containsExactly("x", "er=+");
            assertThat(added.features()).containsExactly("x", "er=-", "er=?");
            assertThat(sign.features()).containsExactly("x", "er=+", "er=?");
        }
    }

    /** The signs are categories in ARFF too, where a question mark without quotes is a missing value. */
    @Test
    void categoriesOfTextTablesAndArffAreTheSame() {
        String arff =
                "@relation r\n@attribute x numeric\n@attribute er {+,-,'?',NA}\n@data\n1,+\n2,-\n3,'?'\n4,NA\n5,?\n";
        ReadOptions hot = PLAIN.withTable(TableOptions.plain().withOneHot(List.of("er")));
        try (Dataset text = read("x,er\n1,+\n2,-\n3,?\n4,NA\n5,\n", hot);
                Dataset other = Datasets.read(TestFiles.text(dir, "t.arff", arff), hot)) {
            assertThat(other.features()).isEqualTo(text.features());
            assertThat(numbers(other)).isEqualTo(numbers(text));
        }
    }

    @Test
    void columnsOfVeryManyValuesAreNoCategories() {
        ReadOptions hot = PLAIN.withTable(TableOptions.plain().withOneHot(List.of("k")));
        StringBuilder differ = new StringBuilder("x,k\n");
        for (int j = 0; j < 150; j++) differ.append(j).append(",w").append(j).append('\n');
        assertRefused(() -> read(differ.toString(), hot))
                .hasMessageEndingWith(
                        "--one-hot: column 'k' has 150 different values in 150 rows, too many for categories;"
                                + " leave it out with --drop k, or if it names the samples, add --id k");
        StringBuilder many = new StringBuilder("x,k\n");
        for (int j = 0; j < 3003; j++)
            many.append(j).append(",w").append(j % 1001).append('\n');
        assertRefused(() -> read(many.toString(), hot)).hasMessageContaining("1001 different values in 3003 rows");
    }
}
