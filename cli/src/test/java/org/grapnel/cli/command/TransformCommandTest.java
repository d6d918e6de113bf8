package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.grapnel.cli.Cli;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code grapnel transform}, from a run folder and new samples to their groups. */
class TransformCommandTest extends FitTestBase {
    private Path transform(Path run, Path newSamples, Object... options) {
        Path result = home.resolve("placed");
        Cli cli = Cli.run(
                Stream.concat(Stream.of("transform", run, newSamples, "-o", result, "--force"), Stream.of(options))
                        .toArray());
        assertThat(cli.code()).as(cli.err()).isZero();
        return result;
    }

    /** New samples of the two groups: even numbers are one group, odd numbers the other. */
    private Path newSamples(String name) {
        double[][] newSamples = new double[10][P];
        for (int j = 0; j < 10; j++)
            for (int i = 0; i < P; i++) newSamples[j][i] = CounterRandom.uniform(99, i, j) + (i % 2 == j % 2 ? 1 : 0);
        return Cli.csv(home.resolve(name), newSamples);
    }

    private String group(Path folder, int sample) {
        return Cli.rows(folder.resolve("labels.csv")).get(sample)[1];
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gnmf-l20",
                "gnmf-l20 --solver best-support --lambda 1",
                "gnmf-l20 --solver accpalm --lambda 1",
                "nmf-l20",
                "kmeans-l0"
            })
    void newSamplesGetTheGroupOfTheirKind(String words) {
        String model = words.split(" ")[0];
        Path run = fit(
                "run",
                data,
                Stream.concat(Stream.of("--clusters", 2, "--keep", 6, "--model"), Stream.of(words.split(" ")))
                        .toArray());
        Path result = transform(run, newSamples("new.csv"));
        for (int j = 0; j < 10; j++)
            assertThat(group(result, j)).as("sample %d", j).isEqualTo(group(run, j % 2));
        JsonNode summary = Cli.summary(result);
        assertThat(summary.get("samples").asInt()).isEqualTo(10);
        assertThat(summary.get("model").asString()).isEqualTo(model);
        assertThat(summary.get("data_sha256").asString()).hasSize(64);
        assertThat(Cli.lines(result.resolve("placement.csv")))
                .hasSize(11)
                .first()
                .isEqualTo("sample,cluster,relative_error");
        try (DenseMatrix H = NpyFile.read(result.resolve("H.npy"))) {
            assertThat(H.rows()).isEqualTo(2);
            assertThat(H.cols()).isEqualTo(10);
        }
    }

    /** The groups of all samples, without the confidence, which only a fit has. */
    private static List<String> groups(Path folder) {
        return Cli.rows(folder.resolve("labels.csv")).stream()
                .map(cells -> cells[0] + " " + cells[1])
                .toList();
    }

    @Test
    void samplesOfTheFitKeepTheirGroupForAllPreparations() {
        Path run = fit(
                "run",
                data,
                "--clusters",
                2,
                "--keep",
                6,
                "--log1p",
                "--drop-constant",
                "--top-variance",
                10,
                "--normalize",
                "l2",
                "--feature-scale",
                "shift-unit",
                "--tol",
                1e-7);
        Path result = transform(run, data);
        assertThat(groups(result)).isEqualTo(groups(run));
        assertThat(Cli.summary(result).get("relative_error_median").asDouble())
                .isCloseTo(Cli.summary(run).get("relative_error_kept").asDouble(), within(0.1));
    }

    @Test
    void labelsOfNewSamplesAreScoredAndNeverUsed() throws IOException {
        Path run = fit("run", data, "--clusters", 2, "--keep", 6);
        List<String> lines = new ArrayList<>(Cli.lines(newSamples("new.csv")));
        lines.set(0, lines.get(0) + ",kind");
        for (int j = 1; j < lines.size(); j++) lines.set(j, lines.get(j) + (j % 2 == 0 ? ",even" : ",odd"));
        Path labelled = Cli.write(home.resolve("labelled.csv"), lines.toArray(String[]::new));
        Cli cli = Cli.run("transform", run, labelled, "--labels", "kind", "-o", home.resolve("placed"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out()).contains("placed     10 samples by 6 features", "NMI 1.0000", "groups     2, of 5, 5");
        assertThat(Cli.summary(home.resolve("placed")).get("nmi").asDouble()).isEqualTo(1);
    }

    @Test
    void samplesOfAnotherKindAreNoted() {
        Path run = fit("run", data, "--model", "nmf-l20", "--clusters", 2, "--keep", 6);
        double[][] strange = new double[4][P];
        List<String[]> kept = Cli.rows(run.resolve("features.csv"));
        for (int j = 0; j < 4; j++) strange[j][Integer.parseInt(kept.get(j)[1])] = 50;
        Cli cli = Cli.run("transform", run, Cli.csv(home.resolve("x.csv"), strange), "-o", home.resolve("placed"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("note: the model explains these samples much worse than those of the fit");
    }

    /** Most samples are small and badly explained; a few large ones dominate the error of the fit. */
    @Test
    void theSamplesOfTheFitHaveNoLargerErrorThanTheFit() {
        double[][] mixed = new double[20][4];
        for (int j = 0; j < 20; j++)
            for (int i = 0; i < 4; i++) mixed[j][i] = j % 3 == 0 && i < 2 ? 50 : CounterRandom.uniform(5, i, j);
        Path file = Cli.csv(home.resolve("mixed.csv"), mixed);
        Path run = fit("run", file, "--model", "nmf-l20", "--rank", 1, "--keep", 3);
        Cli cli = Cli.run("transform", run, file, "-o", home.resolve("placed"));
        assertThat(cli.err()).doesNotContain("much worse");
        JsonNode result = Cli.summary(home.resolve("placed"));
        double fitted = Cli.summary(run).get("relative_error_kept").asDouble();
        assertThat(result.get("relative_error").asDouble()).isCloseTo(fitted, within(1e-3));
        assertThat(result.get("relative_error_median").asDouble()).isGreaterThan(Math.max(0.1, 2 * fitted));
    }

    @Test
    void anUnfinishedFolderIsRemovedWithANote() throws IOException {
        Path run = fit("run", data, "--clusters", 2, "--keep", 6);
        Files.createFile(Files.createDirectory(home.resolve("placed.partial")).resolve(".grapnel-unfinished"));
        Cli cli = Cli.run("transform", run, newSamples("new.csv"), "-o", home.resolve("placed"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("placed.partial of an earlier, unfinished run was removed");
    }

    @Test
    void unusableSamplesAreRejectedAndNothingIsWritten() throws IOException {
        Path run = fit("run", data, "--clusters", 2, "--keep", 6);
        Path few = Cli.csv(home.resolve("few.csv"), new double[][] {{1, 2}});
        refused("of the 6 features that are needed are not there: g", run, few);
        refused("nowhere is not a folder; give the folder of a fit", home.resolve("nowhere"), data);
        refused("it has no summary.json", Files.createDirectory(home.resolve("empty")), data);
        refused("none.csv: no such file", run, home.resolve("none.csv"));
        Files.delete(run.resolve("W.npy"));
        refused("W.npy", run, data);
    }

    @Test
    void aFolderWithInconsistentFilesIsRejected() throws IOException {
        Path run = fit("run", data, "--clusters", 2, "--keep", 6);
        try (DenseMatrix wrong = DenseMatrix.zeros(3, 2)) {
            NpyFile.write(run.resolve("H.npy"), wrong);
        }
        refused("H.npy: is 3 × 2, but the other files expect 2 × 30", run, data);
        Cli.write(run.resolve("labels.csv"), "sample,cluster", "0,7");
        refused("labels.csv: data row 1, column 'cluster': 7.0 is not an integer from 0 to 1", run, data);
        Cli.write(run.resolve("features.csv"), "rank,index,name,score", "1,3,g3,1", "2");
        refused("features.csv: row 3 has 1 cells; expected 4", run, data);
        Cli.write(run.resolve("summary.json"), "{\"model\":\"nmf\"}");
        refused("summary.json: log1p is missing, expected true or false", run, data);
        Cli.write(run.resolve("summary.json"), "null");
        refused("summary.json: is not a JSON object: null", run, data);
        Cli.write(run.resolve("summary.json"), "[1");
        refused("summary.json: is not a JSON object", run, data);
    }

    @Test
    void anInvalidEntryIsNamedWithItsPlaceInTheFile() {
        Path run = fit("run", data, "--model", "kmeans-l0", "--clusters", 2, "--keep", 2);
        List<String> lines = new ArrayList<>(Cli.lines(data));
        int kept = Integer.parseInt(Cli.rows(run.resolve("features.csv")).get(0)[1]);
        List<String> cells = new ArrayList<>(List.of(lines.get(4).split(",", -1)));
        int column = cells.size() - P + kept;
        cells.set(column, "");
        lines.set(4, String.join(",", cells));
        Path gaps = Cli.write(home.resolve("gaps.csv"), lines.toArray(String[]::new));
        refused("), feature " + kept + " (", run, gaps);
        refused("--missing model leaves it out of the placement; it is in row 5, column " + (column + 1), run, gaps);
    }

    @Test
    void aTransformFolderIsNotAModel() {
        Path run = fit("run", data, "--clusters", 2, "--keep", 6);
        Path before = home.resolve("before");
        assertThat(Cli.run("transform", run, data, "-o", before).code()).isZero();
        refused(
                before + " is the folder of a transform, which has no model; give the folder of its fit, " + run,
                before,
                data);
    }

    private void refused(String said, Path run, Path newSamples) {
        Cli cli = Cli.run("transform", run, newSamples, "-o", home.resolve("placed"));
        assertThat(cli.code()).as(cli.err()).isEqualTo(2);
        assertThat(cli.err()).contains(said).hasLineCount(1);
        assertThat(home.resolve("placed")).doesNotExist();
        assertThat(home.resolve("placed.partial")).doesNotExist();
    }

    /** Columns of text are left out as in the fit, and a category that no new sample has is a feature of zeros. */
    @Test
    void tableIsReadLikeThatOfTheFit() {
        List<String> lines = new ArrayList<>(List.of("day,kind,x,y"));
        for (int j = 0; j < 12; j++)
            lines.add("2023-01-0" + (1 + j % 3) + "," + (j % 2 == 0 ? "a,9,1" : "b,1,9") + (j % 3) + ".5");
        Path table = Cli.write(home.resolve("table.csv"), lines.toArray(String[]::new));
        Path run = fit(
                "run", table, "--drop", "day", "--one-hot", "kind", "--model", "nmf-l20", "--clusters", 2, "--keep", 4);
        Path fresh = Cli.write(home.resolve("new.csv"), "day,kind,x,y", "2023-02-01,a,9,1", "2023-02-02,c,8,2");
        Path placed = transform(run, fresh);
        assertThat(Cli.summary(placed).get("notes").get(0).asString())
                .isEqualTo("the table is read like that of the fit, with --drop day --one-hot kind");
        assertThat(group(placed, 0)).isEqualTo(group(run, 0));
        Path other = Cli.write(home.resolve("other.csv"), "kind=a,kind=b,x,y", "1,0,9,1");
        assertThat(group(transform(run, other), 0)).isEqualTo(group(run, 0));
    }

    /** Two groups on the features x and y; the word or number given is a missing x. */
    private Path gaps(String name, String missing) {
        List<String> lines = new ArrayList<>(List.of("x,y,z"));
        for (int j = 0; j < 12; j++)
            lines.add((j == 5 ? missing : j % 2 == 0 ? "9" : "1") + (j % 2 == 0 ? ",1,2" : ",9,3"));
        return Cli.write(home.resolve(name), lines.toArray(String[]::new));
    }

    @Test
    void wordsForMissingNumbersAreThoseOfTheFitUnlessGiven() {
        Path table = gaps("table.csv", "999");
        Path run = fit(
                "run",
                table,
                "--missing-words",
                "999",
                "--impute",
                "mean",
                "--model",
                "nmf-l20",
                "--clusters",
                2,
                "--keep",
                3);
        Path placed = transform(run, gaps("new.csv", "999"));
        assertThat(Cli.summary(placed).get("notes").get(0).asString())
                .isEqualTo("the table is read like that of the fit, with --missing-words 999");
        assertThat(groups(placed)).isEqualTo(groups(run));
        assertThat(groups(transform(run, gaps("other.csv", "none"), "--missing-words", "none")))
                .isEqualTo(groups(run));
    }

    /** A format without words for missing numbers does not get those of the fit. */
    @Test
    void optionsOfTheFitThatTheFormatLacksAreLeftOut() {
        Path run = fit(
                "run",
                gaps("table.csv", "1"),
                "--missing-words",
                "999",
                "--model",
                "nmf-l20",
                "--clusters",
                2,
                "--keep",
                3);
        Path arff = Cli.write(
                home.resolve("new.arff"),
                "@relation r",
                "@attribute x numeric",
                "@attribute y numeric",
                "@attribute z numeric",
                "@data",
                "9,1,2");
        Path placed = transform(run, arff);
        assertThat(group(placed, 0)).isEqualTo(group(run, 0));
        assertThat(Cli.summary(placed).get("notes").toString()).doesNotContain("like that of the fit");
        Cli given = Cli.run("transform", run, arff, "--missing-words", "999", "-o", home.resolve("placed"), "--force");
        assertThat(given.err()).contains("new.arff: --missing-words has no meaning for a .arff file");
    }

    @Test
    void directionOfTheTableIsThatOfTheFitUnlessItsNamesSayOtherwise() {
        Path rows = Cli.write(home.resolve("rows.csv"), "gene,a,b,c,d", "x,9,1,8,1", "y,1,9,1,8", "z,2,3,2,3");
        Path run = fit("run", rows, "--features-in-rows", "--model", "nmf-l20", "--clusters", 2, "--keep", 3);
        Path same = transform(run, rows);
        assertThat(groups(same)).isEqualTo(groups(run));
        assertThat(Cli.summary(same).get("notes").get(0).asString()).endsWith("with --features-in-rows");
        Path columns = Cli.write(home.resolve("columns.csv"), "who,x,y,z", "a,9,1,2", "b,1,9,3", "c,8,1,2", "d,1,8,3");
        Path turned = transform(run, columns);
        assertThat(groups(turned)).isEqualTo(groups(run));
        assertThat(Cli.summary(turned).get("notes").get(0).asString()).contains("these samples have them in columns");
    }

    @Test
    void onlyAnAbsentColumnMakesTheColumnsOfTheFitVoid() {
        Path table = Cli.write(
                home.resolve("table.csv"),
                "day,x,y",
                "2023-01-01,9,1",
                "2023-01-02,1,9",
                "2023-01-03,8,1",
                "2023-01-04,1,8");
        Path run = fit("run", table, "--drop", "day", "--model", "nmf-l20", "--clusters", 2, "--keep", 2);
        Path broken = Cli.write(home.resolve("broken.csv"), "day,x,y", "2023-01-01,9,1", "2023-01-02,oops!,9");
        refused("'oops!'", run, broken);
        Cli said = Cli.run("transform", run, broken, "-o", home.resolve("placed"));
        assertThat(said.err()).doesNotContain("day");
        Path without = transform(run, Cli.write(home.resolve("without.csv"), "x,y", "9,1"));
        assertThat(Cli.summary(without).get("notes").get(0).asString())
                .startsWith("the columns are not chosen as in the fit: ")
                .contains("--drop: there is no column 'day'");
    }

    @Test
    void variableIsThatOfTheFit() throws IOException {
        Path file = home.resolve("two.npz");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String name : List.of("counts", "scaled")) {
                double[][] samples = {{9, 1, 2}, {1, 9, 3}, {8, 1, 2}, {1, 8, 3}};
                zip.putNextEntry(new ZipEntry(name + ".npy"));
                try (DenseMatrix M = DenseMatrix.of(samples)) {
                    NpyFile.write(zip, M);
                }
            }
        }
        Path run = fit("run", file, "--variable", "counts", "--model", "nmf-l20", "--clusters", 2, "--keep", 3);
        Path placed = transform(run, file);
        assertThat(groups(placed)).isEqualTo(groups(run));
        assertThat(Cli.summary(placed).get("notes").get(0).asString()).endsWith("with --variable counts");
        Path table = Cli.write(home.resolve("new.csv"), "f0,f1,f2", "9,1,2");
        assertThat(group(transform(run, table), 0)).isEqualTo(group(run, 0));
    }

    /** Columns that were labels or colours of the fit are no features, so a file may have all, some or none of them. */
    @Test
    void labelsAndColoursOfTheFitAreLeftOut() {
        double[][] samples = Cli.samples(30, P);
        List<String> full = new ArrayList<>();
        List<String> some = new ArrayList<>();
        List<String> none = new ArrayList<>();
        String header = Cli.lines(Cli.csv(home.resolve("h.csv"), samples)).get(0);
        full.add(header + ",kind,site");
        some.add(header + ",site");
        none.add(header);
        for (int j = 0; j < samples.length; j++) {
            String line = Cli.line(samples[j]);
            full.add(line + "," + (j % 2 == 0 ? "even" : "odd") + ",s" + j % 3);
            some.add(line + ",s" + j % 3);
            none.add(line);
        }
        Path table = Cli.write(home.resolve("full.csv"), full.toArray(String[]::new));
        Path run = fit("run", table, "--clusters", 2, "--keep", 4, "--labels", "kind", "--color", "site");
        byte[] expected = Cli.bytes(transform(run, Cli.write(home.resolve("none.csv"), none.toArray(String[]::new)))
                .resolve("labels.csv"));
        for (Path file : List.of(table, Cli.write(home.resolve("some.csv"), some.toArray(String[]::new))))
            assertThat(Cli.bytes(transform(run, file).resolve("labels.csv"))).isEqualTo(expected);
    }
}
