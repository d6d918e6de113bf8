package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DataCommandTest {
    @TempDir
    Path home;

    @Test
    void builtInDataAndFormatsAreListed() {
        Cli cli = Cli.run("data", "list");
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out())
                .contains("digits     1797 samples, 64 features", "Alpaydin", "doi:10.24432/C50P49", "CC BY 4.0")
                .contains("markers", "synthetic", "Formats", ".csv", ".h5ad", "10x folders");
    }

    @Test
    void theReadableFilesOfAFolderAreListed() throws IOException {
        Cli.write(home.resolve("a.csv"), "f,g", "1,2");
        Cli.write(home.resolve("b.tsv.gz"), "not looked into");
        Cli.write(home.resolve("notes.doc"), "text");
        Files.createDirectory(home.resolve("cells"));
        Cli.write(home.resolve("cells").resolve("matrix.mtx"), "");
        Cli cli = Cli.run("data", "list", home);
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out().lines())
                .anyMatch(line -> line.matches("a.csv +csv +8 bytes"))
                .anyMatch(line -> line.matches("b.tsv.gz +tsv +16 bytes"))
                .anyMatch(line -> line.matches("cells +10x folder"))
                .contains("and 1 other file");
        assertThat(Cli.run("data", "list", home.resolve("cells").resolve("matrix.mtx"))
                        .err())
                .contains("is not a folder");
    }

    @Test
    void exportedDataCanBeRead() {
        Path file = home.resolve("digits.csv.gz");
        Cli cli = Cli.run("data", "export", "digits", "-o", file);
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out()).contains("1797 samples, 64 features", "column digit", "CC BY 4.0");
        assertThat(Cli.run("data", "describe", file, "--labels", "digit").out())
                .contains("1797 samples, 64 features", "10 classes in digit: 3 (183), 1 (182), 5 (182)");
        assertThat(Cli.run("data", "export", "digits", "-o", file).err()).contains("--force");
        assertThat(Cli.run("data", "export", "digit", "-o", home.resolve("d.csv"))
                        .err())
                .contains("'digit' is not built in; there is digits");
        assertThat(Cli.run("data", "export", "digits", "-o", home.resolve("d.npy"))
                        .err())
                .contains("must end in .csv or .csv.gz");
    }

    @Test
    void dataThatCannotBeFittedAreDescribed() {
        Path file = Cli.write(home.resolve("bad.csv"), "a;b;type", "1;NA;x", "-2;4;y", "", "7;NA;x", "7;NA;x");
        Cli cli = Cli.run("data", "describe", file);
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out())
                .contains("4 samples, 2 features", "cells are separated by semicolons")
                .contains("3 numbers are missing: 3 'NA'", "read with --labels type; without it: ")
                .contains(
                        "missing    3: sample 0 (0), feature 1 (b) in row 2, column 2 ('b'); sample 2 (2), feature 1 (b) in row 5")
                .contains("negative   1: sample 1 (1), feature 0 (a) is -2 in row 3, column 1 ('a')")
                .contains("2 classes in type: x (3), y (1)")
                .contains(
                        "is not possible as they are",
                        "hint       missing numbers are refused: --impute zero or --impute mean fills them",
                        "--normalize minmax");
    }

    @Test
    void anErrorInAnEntryNamesItsPlace() {
        Path file = Cli.write(home.resolve("bad.csv"), "s,a,b,c", "p,1,2,3", "", "q,4,-5,6", "r,1,1,1");
        Cli cli = Cli.run("fit", file, "--rank", 1, "--keep", 1, "-o", home.resolve("run"));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("sample 1 (q), feature 1 (b) is -5.0: negative")
                .contains("it is in row 4, column 3 ('b')")
                .hasLineCount(1);
        Path turned = Cli.write(home.resolve("turned.csv"), "g,p,q", "a,1,4", "kind,x,y", "b,2,NA");
        assertThat(Cli.run(
                                "fit",
                                turned,
                                "--features-in-rows",
                                "--labels",
                                "kind",
                                "--rank",
                                1,
                                "--keep",
                                1,
                                "-o",
                                home.resolve("run"))
                        .err())
                .contains("1 missing value: sample 1 (q), feature 1 (b)", "it is in row 4, column 3 ('q')");
    }

    @Test
    void theDescriptionIsAvailableAsJson() {
        Path file = Cli.csv(home.resolve("d.csv"), Cli.samples(30, 8));
        Cli cli = Cli.run("data", "describe", file, "--rank", 3, "--keep", 4, "--json");
        assertThat(cli.code()).as(cli.err()).isZero();
        JsonNode json = JsonMapper.shared().readTree(cli.out());
        assertThat(json.get("samples").asInt()).isEqualTo(30);
        assertThat(json.get("features").asInt()).isEqualTo(8);
        assertThat(json.get("missing").get("count").asInt()).isZero();
        assertThat(json.get("labels").isNull()).isTrue();
        assertThat(json.get("estimate").get("rank").asInt()).isEqualTo(3);
        assertThat(json.get("estimate").get("keep").asInt()).isEqualTo(4);
        assertThat(json.get("estimate").get("seconds").asDouble()).isGreaterThan(0);
    }

    @Test
    void anEstimateForAnImpossibleRankIsRejected() {
        Path file = Cli.csv(home.resolve("d.csv"), Cli.samples(30, 8));
        Cli cli = Cli.run("data", "describe", file, "--keep", 9);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("--keep", "9", "8");
    }

    @Test
    void detectedPropertiesCanBeGivenAsOptions() {
        Path file = Cli.write(home.resolve("t.txt"), "1|2|-1", "3|4|5", "5|9|7");
        Cli found = Cli.run("data", "describe", file);
        assertThat(found.out()).contains("separated by vertical bars; there is no header", "negative   1");
        Cli said =
                Cli.run("data", "describe", file, "--delimiter", "bar", "--header", "yes", "--missing-words", "4,-1");
        assertThat(said.out())
                .contains("2 samples, 3 features", "1 number is missing: 1 '4'")
                .doesNotContain("separated by", "header", "negative");
        assertThat(Cli.run("data", "describe", file, "--delimiter", "|", "--header", "no")
                        .out())
                .contains("3 samples");
        assertThat(Cli.run("data", "describe", file, "--delimiter", "bars").err())
                .contains(
                        "--delimiter 'bars' is neither a single character nor among comma, tab, semicolon, bar, space");
        assertThat(Cli.run("data", "describe", file, "--header", "maybe").err())
                .contains("--header 'maybe' is not among yes, no");
    }

    @Test
    void theGraphCommandPrintsReaderMessages() {
        Path file = Cli.csv(home.resolve("d.csv"), Cli.samples(30, 8));
        Cli cli = Cli.run("graph", file, "-o", home.resolve("edges.mtx"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out())
                .contains("read       " + file + ": cells are separated by commas; the first row is a header");
    }

    @Test
    void misspeltLabelsGetASuggestion() {
        Path file = Cli.write(home.resolve("d.csv"), "a,b,type", "1,2,x", "3,4,y");
        assertThat(Cli.run("data", "describe", file, "--labels", "tpye").err()).contains("did you mean type?");
        assertThat(Cli.run("data", "describe", file, "--label", "type").err())
                .contains("unknown option '--label'; did you mean --labels?");
        assertThat(Cli.run("data", "descibe", file).err()).contains("did you mean describe?");
    }

    /** A number of a sample and a row of totals would decide the result. */
    @Test
    void columnsAndRowsThatAreNoDataAreNamed() {
        Path file = Cli.write(
                home.resolve("t.csv"),
                "name,patient id,a,b",
                "p,1001,1,2",
                "q,1007,2,1",
                "r,1003,3,1",
                "Total,3011,6,4");
        String[] hints = {
            "'patient id' is used as a feature, and every sample has another number there; if it only names the samples, leave it out with --drop 'patient id'",
            "'Total' is used as a sample; if it sums up the others, delete its row"
        };
        assertThat(Cli.run("data", "describe", file).out()).contains(hints);
        Cli cli = Cli.run(
                "fit", file, "--clusters", 2, "--keep", 2, "--neighbors", 2, "--no-report", "-o", home.resolve("run"));
        assertThat(cli.err()).contains(hints);
        assertThat(Cli.run("data", "describe", file, "--drop", "patient id").out())
                .doesNotContain("patient id");
    }
}
