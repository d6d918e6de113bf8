package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.cli.Cli;
import org.grapnel.cli.ReportedCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --mask}, {@code --entry-weights} and {@code --imputed}. */
@Tag("once")
class FitWeightsTest {
    private static final int N = 24;
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    @TempDir
    Path home = Path.of("");

    private Path data = Path.of("");

    private interface Text {
        String at(int sample, int feature);
    }

    private static double value(int j, int i) {
        double level = i == 3 ? 1 : (i + j) % 2 == 0 ? 5 : 1;
        return level + (3 * j + 5 * i) % 7 * 0.1;
    }

    private static boolean isHidden(int j, int i) {
        return i < 3 && (j + 2 * i) % 6 == 4;
    }

    @BeforeEach
    void table() {
        data = write("data.csv", NAMES, (j, i) -> String.valueOf(value(j, i)));
    }

    private Path write(String name, List<String> header, Text cell) {
        List<String> lines = new ArrayList<>(List.of(String.join(",", header)));
        for (int j = 0; j < N; j++) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < header.size(); i++) cells.add(cell.at(j, i));
            lines.add(String.join(",", cells));
        }
        return Cli.write(home.resolve(name), lines.toArray(String[]::new));
    }

    private Path mask() {
        return write("mask.csv", NAMES, (j, i) -> isHidden(j, i) ? "0" : "1");
    }

    private Cli run(String command, Path table, String name, Object... more) {
        List<Object> words = new ArrayList<>(List.of(command, table, "-o", home.resolve(name), "--force"));
        words.addAll(List.of("--clusters", 2, "--keep", 2, "--neighbors", 3, "--no-report", "--no-controls"));
        words.addAll(Arrays.asList(more));
        return Cli.run(words.toArray());
    }

    private Path fit(Path table, String name, Object... more) {
        Cli said = run("fit", table, name, more);
        assertThat(said.code()).as(said.err()).isZero();
        return home.resolve(name);
    }

    private void assertSame(Path one, Path other) {
        for (String file : List.of("W.npy", "H.npy", "labels.csv", "features.csv"))
            assertThat(Cli.bytes(other.resolve(file))).as(file).isEqualTo(Cli.bytes(one.resolve(file)));
    }

    @Test
    void aMaskGivesTheResultOfEmptyCells() {
        Path gaps = write("gaps.csv", NAMES, (j, i) -> isHidden(j, i) ? "" : String.valueOf(value(j, i)));
        Path one = fit(gaps, "gaps", "--missing", "model");
        Path other = fit(data, "masked", "--mask", mask());
        assertSame(one, other);
        var summary = Cli.summary(other);
        assertThat(summary.get("mask").asString()).endsWith("mask.csv");
        assertThat(summary.get("mask_sha256").asString()).hasSize(64);
        assertThat(summary.get("missing").asString()).isEqualTo("model");
        assertThat(summary.get("missing_entries").asInt()).isEqualTo(12);
        assertThat(summary.get("most_missing_features").size()).isEqualTo(3);
        assertThat(summary.get("most_missing_samples").get(0).get("of").asInt()).isEqualTo(4);
    }

    /** Columns are found by name, other columns do not count, and the layout is that of the data. */
    @Test
    void aMaskIsReadLikeTheData() throws IOException {
        Path expected = fit(data, "masked", "--mask", mask());
        Path moved = write(
                "moved.csv",
                List.of("d", "kind", "b", "a", "c"),
                (j, i) -> i == 1 ? "x" : isHidden(j, List.of(3, 9, 1, 0, 2).get(i)) ? "0" : "1");
        Path labelled = write(
                "labelled.csv",
                List.of("a", "kind", "b", "c", "d"),
                (j, i) -> i == 1 ? "k" + j % 2 : String.valueOf(value(j, i == 0 ? 0 : i - 1)));
        assertSame(expected, fit(labelled, "moved", "--labels", "kind", "--mask", moved));
        assertSame(expected, fit(labelled, "plain", "--labels", "kind", "--mask", mask()));
        Path rows = transposed(data, "rows.csv");
        assertSame(expected, fit(rows, "rows", "--features-in-rows", "--mask", transposed(mask(), "mask-rows.csv")));
    }

    private Path transposed(Path table, String name) throws IOException {
        List<String[]> cells =
                Files.readAllLines(table).stream().map(line -> line.split(",")).toList();
        List<String> lines = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("name"));
        for (int j = 0; j < N; j++) header.add(String.valueOf(j));
        lines.add(String.join(",", header));
        for (int i = 0; i < NAMES.size(); i++) {
            int column = i;
            lines.add(String.join(",", cells.stream().map(row -> row[column]).toList()));
        }
        return Cli.write(home.resolve(name), lines.toArray(String[]::new));
    }

    @Test
    void weightsAreReadForEntriesSamplesAndFeatures() {
        Path plain = fit(data, "plain");
        Path ones = write("ones.csv", NAMES, (j, i) -> "1");
        assertSame(plain, fit(data, "ones", "--entry-weights", ones));
        Path entries = write("entries.csv", NAMES, (j, i) -> j % 3 == 0 ? "2" : "1");
        Path samples = write("samples.csv", List.of("weight"), (j, i) -> j % 3 == 0 ? "2" : "1");
        Path one = fit(data, "entries", "--entry-weights", entries);
        assertSame(one, fit(data, "samples", "--entry-weights", samples));
        assertThat(Cli.bytes(one.resolve("H.npy"))).isNotEqualTo(Cli.bytes(plain.resolve("H.npy")));
        assertThat(Cli.summary(one).get("entry_weights_sha256").asString()).hasSize(64);
        assertThat(Cli.summary(one).get("notes").toString()).contains("entries have weights from 1 to 2");
        Path columns = write("columns.csv", NAMES, (j, i) -> i == 1 ? "0.5" : "1");
        Path features = Cli.write(home.resolve("features.csv"), "a,b,c,d", "1,0.5,1,1");
        assertSame(
                fit(data, "columns", "--entry-weights", columns), fit(data, "features", "--entry-weights", features));
    }

    @Test
    void aMaskAndWeightsAreMultiplied() {
        Path both = write("both.csv", NAMES, (j, i) -> isHidden(j, i) ? "0" : j % 3 == 0 ? "2" : "1");
        Path samples = write("samples.csv", List.of("weight"), (j, i) -> j % 3 == 0 ? "2" : "1");
        assertSame(
                fit(data, "both", "--entry-weights", both),
                fit(data, "each", "--mask", mask(), "--entry-weights", samples));
    }

    @Test
    void theReportSaysWhatIsMissingAndHowToRepeatTheFit() throws IOException {
        Path samples = write("samples.csv", List.of("weight"), (j, i) -> j % 3 == 0 ? "2" : "1");
        Path run = home.resolve("run");
        List<Object> words = new ArrayList<>(List.of("fit", data, "-o", run, "--clusters", 2, "--keep", 2));
        words.addAll(List.of("--neighbors", 3, "--mask", mask(), "--entry-weights", samples));
        Cli said = Cli.run(words.toArray());
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("Missing entries and weights", "12 of the entries (12.5 %) are missing")
                .contains("The features with most missing entries", "samples.csv has their weights");
        ReportedCommand.assertSameFiles(run, home.resolve("again"), List.of());
    }

    @Test
    void imputedValuesHaveTheUnitsOfTheData() {
        Path file = home.resolve("imputed.csv");
        for (List<Object> steps : List.<List<Object>>of(
                List.of(), List.of("--log1p"), List.of("--feature-scale", "unit"), List.of("--normalize", "l2"))) {
            List<Object> words = new ArrayList<>(List.of("--mask", mask(), "--imputed", file));
            words.addAll(steps);
            fit(data, "run", words.toArray());
            List<String[]> rows = Cli.rows(file);
            assertThat(Cli.lines(file).get(0)).isEqualTo("sample,feature,value");
            assertThat(rows).hasSize(12);
            for (String[] row : rows) {
                int j = Integer.parseInt(row[0]);
                int i = NAMES.indexOf(row[1]);
                assertThat(isHidden(j, i)).isTrue();
                assertThat(Double.parseDouble(row[2])).isCloseTo(value(j, i), within(4.0));
            }
        }
        assertThat(Cli.summary(home.resolve("run")).get("imputed").asString()).endsWith("imputed.csv");
    }

    @Test
    void tuneAndCompareTakeAMask() throws IOException {
        Cli tuned = run("tune", data, "tuned", "--mask", mask());
        assertThat(tuned.code()).as(tuned.err()).isZero();
        assertThat(Cli.summary(home.resolve("tuned")).get("missing_entries").asInt())
                .isEqualTo(12);
        Cli compared = Cli.run(
                "compare",
                data,
                "-o",
                home.resolve("compared"),
                "--clusters",
                2,
                "--keep",
                2,
                "--neighbors",
                3,
                "--repeats",
                1,
                "--mask",
                mask());
        assertThat(compared.code()).as(compared.err()).isZero();
        var summary = Cli.summary(home.resolve("compared"));
        assertThat(summary.get("notes").toString()).contains("need a complete matrix", "kmeans-l0");
        assertThat(summary.get("mask_sha256").asString()).hasSize(64);
        assertThat(Files.readString(home.resolve("compared").resolve("report.html")))
                .contains("need a complete matrix");
    }

    @Test
    void newSamplesWithGapsArePlaced() {
        Path run = fit(data, "run");
        Path fresh = write("fresh.csv", NAMES, (j, i) -> j % 5 == 0 && i == j % 3 ? "" : String.valueOf(value(j, i)));
        Path placed = home.resolve("placed");
        Cli refused = Cli.run("transform", run, fresh, "-o", placed);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("missing value", "--missing model leaves");
        Cli said = Cli.run("transform", run, fresh, "-o", placed, "--missing", "model");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(Cli.rows(placed.resolve("labels.csv"))).hasSize(N);
        assertThat(Cli.summary(placed).get("missing_entries").asInt()).isEqualTo(5);
        assertThat(Cli.run("transform", run, fresh, "-o", placed, "--force", "--missing", "some")
                        .err())
                .contains("--missing 'some' is not among refuse, model");
        Path masked = fit(data, "masked", "--mask", mask());
        assertThat(Cli.run("transform", masked, fresh, "-o", placed, "--force").code())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | is 2.0: a mask has 1 for an observed entry and 0 for a missing one; it is in ",
                "-1 | is -1.0: a mask has 1",
                "'' | is NaN: a mask has 1",
                "True | a mask has 1 for an observed entry and 0 for a missing one",
            })
    void wrongMasksAreRefused(String cell, String message) {
        Path wrong = write("wrong.csv", NAMES, (j, i) -> j == 3 && i == 2 ? cell : "1");
        Cli said = run("fit", data, "run", "--mask", wrong);
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("wrong.csv", message);
        assertThat(said.err().lines()).hasSize(1);
        assertThat(home.resolve("run")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-1 | is -1.0: a weight is 0 for a missing entry, or a number from 1e-9 to 1e9; it is in ",
                "1e-20 | is 1.0E-20: a weight is 0",
                "NaN | is NaN: a weight is 0",
                "Infinity | wrong.csv",
            })
    void wrongWeightsAreRefused(String cell, String message) {
        Path wrong = write("wrong.csv", NAMES, (j, i) -> j == 3 && i == 2 ? cell : "1");
        Cli said = run("fit", data, "run", "--entry-weights", wrong);
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("wrong.csv", message);
    }

    @Test
    void otherShapesAndNamesAreRefused() {
        Path few = Cli.write(home.resolve("few.csv"), "a,b,c,d", "1,1,1,1", "1,1,1,1");
        assertThat(run("fit", data, "run", "--mask", few).err())
                .contains("few.csv: has 2 samples and 4 features, the data have 24 and 4");
        assertThat(run("fit", data, "run", "--entry-weights", few).err())
                .contains("few.csv: has 2 samples and 4 features, the data have 24 and 4");
        Path names = write("names.csv", List.of("a", "b", "c", "e"), (j, i) -> "1");
        assertThat(run("fit", data, "run", "--mask", names).err())
                .contains("names.csv: the feature 'd' of the data is not there");
        assertThat(run("fit", data, "run", "--mask", home.resolve("nowhere.csv"))
                        .err())
                .contains("nowhere.csv: no such file");
    }

    /** Columns that are no features of the data do not count, whatever they hold. */
    @Test
    void otherColumnsOfAMaskDoNotCount() {
        List<String> more = new ArrayList<>(NAMES);
        more.add(1, "extra");
        Path wide = write("wide.csv", more, (j, i) -> i == 1 ? "7" : j == 3 && i == 3 ? "0" : "1");
        Path narrow = write("narrow.csv", NAMES, (j, i) -> j == 3 && i == 2 ? "0" : "1");
        Path first = fit(data, "first", "--mask", wide);
        Path second = fit(data, "second", "--mask", narrow);
        assertThat(Cli.summary(first).get("missing_entries").asInt()).isEqualTo(1);
        assertThat(Cli.bytes(first.resolve("H.npy"))).isEqualTo(Cli.bytes(second.resolve("H.npy")));
        fit(data, "third", "--entry-weights", write("odd.csv", more, (j, i) -> i == 1 ? "-7" : "2"));
        Path wrong = write("wrong.csv", more, (j, i) -> j == 3 && i == 3 ? "7" : "1");
        assertThat(run("fit", data, "run", "--mask", wrong).err()).contains("feature 3 (c) is 7.0: a mask has 1");
    }

    /** A single number is neither a line of samples nor one of features. */
    @Test
    void aSingleWeightIsRefused() {
        Path one = Cli.write(home.resolve("one.csv"), "w", "2");
        assertThat(run("fit", data, "run", "--entry-weights", one).err())
                .contains("one.csv: has 1 sample and 1 feature, the data have 24 and 4");
        Path column = write("column.csv", List.of("a"), (j, i) -> "1");
        assertThat(run("fit", data, "run", "--mask", column).err())
                .contains("it has 24 samples and 1 feature, the data have 24 and 4");
    }

    @Test
    void hiddenSamplesAndFeaturesAreNamed() {
        Path sample = write("sample.csv", NAMES, (j, i) -> j == 5 ? "0" : "1");
        assertThat(run("fit", data, "run", "--mask", sample).err())
                .contains("a sample without any entry once the mask and the weights are applied: 5 (5); leave it out");
        Path feature = write("feature.csv", NAMES, (j, i) -> i == 1 ? "0" : "1");
        assertThat(run("fit", data, "run", "--mask", feature).err())
                .contains("a feature without any entry once the mask and the weights are applied: 1 (b); leave it out");
    }

    @Test
    void contradictionsAreRefused() {
        assertThat(run("fit", data, "run", "--mask", mask(), "--impute", "mean").err())
                .contains("--mask leaves missing numbers out of the loss, so --impute mean contradicts it");
        assertThat(run("fit", data, "run", "--mask", mask(), "--missing", "refuse")
                        .err())
                .contains("--missing refuse contradicts --mask");
        assertThat(run("fit", data, "run", "--imputed", home.resolve("i.csv")).err())
                .contains("--imputed", "needs --missing model");
        assertThat(run("fit", data, "run", "--mask", mask(), "--imputed", home.resolve("i.npy"))
                        .err())
                .contains("the file name must end in .csv or .csv.gz");
        assertThat(run("fit", data, "run", "--mask", mask(), "--imputed", home.resolve("i.csv"), "--normalize", "tfidf")
                        .err())
                .contains("cannot be turned back into counts");
        assertThat(run("fit", data, "run", "--mask", mask(), "--imputed", mask())
                        .err())
                .contains("is an input file");
        assertThat(home.resolve("i.csv")).doesNotExist();
    }
}
