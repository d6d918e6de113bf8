package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.grapnel.cli.ReportedCommand;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --loss kl} of {@code fit}, {@code transform}, {@code compare} and {@code tune}. */
@Tag("once")
class FitCountsTest {
    private static final int SAMPLES = 60;
    private static final int FEATURES = 24;
    private static final int MARKERS = 9;

    @TempDir
    Path home = Path.of("");

    private Path counts = Path.of("");

    @BeforeEach
    void inputs() {
        counts = table("counts.csv", 1, SAMPLES);
    }

    /** Counts of three groups, which the first nine features tell apart. */
    private Path table(String name, long seed, int samples) {
        List<String> lines = new ArrayList<>();
        lines.add(IntStream.range(0, FEATURES).mapToObj(i -> "g" + i).collect(Collectors.joining(",")) + ",type");
        for (int j = 0; j < samples; j++) {
            int sample = j;
            double depth = 1 + 2 * CounterRandom.uniform(seed, 1000, j);
            lines.add(IntStream.range(0, FEATURES)
                            .mapToObj(i -> String.valueOf((int) (depth
                                    * (i < MARKERS && i % 3 == sample % 3 ? 14 : 2)
                                    * 2
                                    * CounterRandom.uniform(seed, i, sample))))
                            .collect(Collectors.joining(","))
                    + ",t" + sample % 3);
        }
        return Cli.write(home.resolve(name), lines.toArray(String[]::new));
    }

    private Cli fit(String name, Object... more) {
        List<Object> words = new ArrayList<>(List.of("fit", counts, "-o", home.resolve(name), "--labels", "type"));
        words.addAll(List.of("--clusters", 3, "--loss", "kl"));
        words.addAll(List.of(more));
        return Cli.run(words.toArray());
    }

    private static Set<String> planted() {
        return IntStream.range(0, MARKERS).mapToObj(i -> "g" + i).collect(Collectors.toSet());
    }

    private Set<String> kept(String name) {
        return Cli.rows(home.resolve(name).resolve("features.csv")).stream()
                .map(row -> row[2])
                .collect(Collectors.toSet());
    }

    @Test
    void plantedFeaturesAndGroupsAreFoundAndReported() throws IOException {
        Cli said = fit("run", "--keep", MARKERS);
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out())
                .contains(
                        "gnmf-l20 by the loss kl, rank 3, keep 9", "of the divergence from the background is explained")
                .doesNotContain("data's norm");
        assertThat(kept("run")).isEqualTo(planted());
        var summary = Cli.summary(home.resolve("run"));
        assertThat(summary.get("loss_kind").asString()).isEqualTo("kl");
        assertThat(summary.get("solver").asString()).isEqualTo("kl");
        assertThat(summary.get("nmi").asDouble()).isGreaterThan(0.9);
        assertThat(summary.get("monotone").asBoolean()).isTrue();
        for (String key : List.of("relative_error", "relative_error_kept", "relative_error_floor"))
            assertThat(summary.get(key).isNull()).as(key).isTrue();
        double loss = summary.get("loss").asDouble();
        double background = summary.get("background_loss").asDouble();
        assertThat(summary.get("deviance_explained").asDouble()).isCloseTo(1 - loss / background, within(1e-12));
        assertThat(summary.get("deviance_explained_kept").asDouble()).isBetween(0.5, 1.0);
        List<String[]> trace = Cli.rows(home.resolve("run").resolve("trace.csv"));
        assertThat(Double.parseDouble(trace.get(trace.size() - 1)[3])).isEqualTo(loss);
        assertThat(Files.readString(home.resolve("run").resolve("report.html"))).contains("Kullback", "--loss kl");
    }

    @Test
    void commandOfTheReportRepeatsTheRun() throws IOException {
        List<String> all = List.of("--keep 9", "--keep 9 --graph-term trace --alpha 1", "--model nmf-l20 --keep 9");
        for (int i = 0; i < all.size(); i++) {
            Cli said = fit("run" + i, (Object[]) all.get(i).split(" "));
            assertThat(said.code()).as(said.err()).isZero();
            ReportedCommand.assertSameFiles(home.resolve("run" + i), home.resolve("again" + i), List.of());
        }
    }

    @Test
    void gainsChooseTheFeaturesWithoutAGraph() {
        assertThat(fit("run", "--model", "nmf-l20", "--keep", MARKERS, "--no-report")
                        .code())
                .isZero();
        assertThat(kept("run")).isEqualTo(planted());
        assertThat(Cli.summary(home.resolve("run")).get("nmi").asDouble()).isGreaterThan(0.9);
    }

    @Test
    void newSamplesArePlacedUnderTheSameLoss() {
        Path fresh = table("new.csv", 2, 21);
        for (String more : List.of("--keep 9", "--keep 9 --graph-term trace --alpha 1", "--model nmf")) {
            Cli fitted = fit(
                    "run",
                    Stream.concat(Stream.of(more.split(" ")), Stream.of("--force", "--no-report"))
                            .toArray());
            assertThat(fitted.code()).as(fitted.err()).isZero();
            Cli placed = Cli.run(
                    "transform",
                    home.resolve("run"),
                    fresh,
                    "--labels",
                    "type",
                    "-o",
                    home.resolve("placed"),
                    "--force");
            assertThat(placed.code()).as(placed.err()).isZero();
            assertThat(placed.out()).contains("of the samples' deviance on these features is not explained");
            var summary = Cli.summary(home.resolve("placed"));
            assertThat(summary.get("loss_kind").asString()).isEqualTo("kl");
            assertThat(summary.get("nmi").asDouble()).as(more).isGreaterThan(0.7);
            assertThat(summary.get("deviance_unexplained").asDouble()).isBetween(0.0, 0.7);
            assertThat(summary.get("relative_error")).isNull();
            assertThat(Cli.lines(home.resolve("placed").resolve("placement.csv"))
                            .get(0))
                    .isEqualTo("sample,cluster,deviance_unexplained");
        }
    }

    @Test
    void reconstructionHasTheBackgroundOfFeaturesThatAreNotKept() {
        Path file = home.resolve("fitted.csv");
        assertThat(fit("run", "--keep", MARKERS, "--no-report", "--reconstruction", file)
                        .code())
                .isZero();
        List<String[]> rows = Cli.rows(file);
        List<String[]> given = Cli.rows(counts);
        double all = 0;
        double feature = 0;
        double sample = 0;
        for (int j = 0; j < SAMPLES; j++)
            for (int i = 0; i < FEATURES; i++) {
                double x = Double.parseDouble(given.get(j)[i]);
                all += x;
                if (i == 20) feature += x;
                if (j == 0) sample += x;
            }
        int column = List.of(Cli.lines(file).get(0).split(",")).indexOf("g20");
        assertThat(Double.parseDouble(rows.get(0)[column])).isCloseTo(feature * sample / all, within(1e-9));
    }

    @Test
    void comparisonNamesTheMethodsOfTheLossAndWhatTheyExplain() throws IOException {
        Cli said = Cli.run(
                "compare",
                counts,
                "--labels",
                "type",
                "--clusters",
                3,
                "--keep",
                MARKERS,
                "--loss",
                "kl",
                "--models",
                "gnmf-l20,nmf,kmeans-l0",
                "--baselines",
                "none",
                "--repeats",
                1,
                "-o",
                home.resolve("compared"));
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.err())
                .contains("the methods with 'kl' in their name have the loss kl, the others squared errors");
        List<String[]> rows = Cli.rows(home.resolve("compared").resolve("comparison.csv"));
        assertThat(rows.stream().map(row -> row[0])).containsExactly("gnmf-l20 kl groups", "nmf kl", "kmeans-l0");
        List<String> header = List.of(Cli.lines(home.resolve("compared").resolve("comparison.csv"))
                .get(0)
                .split(","));
        int error = header.indexOf("relative_error_mean");
        assertThat(rows.get(0)[error]).isEmpty();
        assertThat(rows.get(2)[error]).isNotEmpty();
        int explained = header.indexOf("deviance_explained_mean");
        assertThat(rows.get(2)[explained]).isEmpty();
        assertThat(fit("l20", "--keep", MARKERS, "--no-report").code()).isZero();
        assertThat(fit("all", "--model", "nmf", "--no-report").code()).isZero();
        for (int i = 0; i < 2; i++)
            assertThat(Double.parseDouble(rows.get(i)[explained]))
                    .isBetween(0.1, 1.0)
                    .isEqualTo(Cli.summary(home.resolve(i == 0 ? "l20" : "all"))
                            .get("deviance_explained")
                            .asDouble());
        assertThat(Cli.lines(home.resolve("compared").resolve("trials.csv")).get(0))
                .contains(",relative_error_floor,deviance_explained,objective,");
        assertThat(said.out()).contains("deviance explained");
        assertThat(Files.readString(home.resolve("compared").resolve("comparison.md")))
                .contains("| relative error | deviance explained | seconds |");
        assertThat(Files.readString(home.resolve("compared").resolve("report.html")))
                .contains("Deviance explained", "Relative error");
    }

    @Test
    void comparisonOfTheLossAloneHasNoFigureOfRelativeErrors() throws IOException {
        Object[] words = {
            "compare",
            counts,
            "--labels",
            "type",
            "--clusters",
            3,
            "--loss",
            "kl",
            "--models",
            "nmf",
            "--baselines",
            "none",
            "--repeats",
            1,
            "-o",
            home.resolve("compared")
        };
        Cli said = Cli.run(words);
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(Files.readString(home.resolve("compared").resolve("report.html")))
                .contains("Deviance explained")
                .doesNotContain("Relative error");
    }

    @Test
    void preparedNumbersAreAllowedAndSaid() {
        Cli said = fit("run", "--keep", MARKERS, "--no-report", "--recipe", "counts");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(Cli.summary(home.resolve("run")).get("notes").toString())
                .contains("the loss kl is made for counts", "after the preparation, which counts do not need");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--model kmeans | --loss kl does not go with --model kmeans, which has squared distances",
                "--model gnmf-l0 --keep 3 | --loss kl does not go with --model gnmf-l0, because a feature of counts is kept or",
                "--model gnmf-lc0 --keep 3 | --loss kl does not go with --model gnmf-lc0",
                "--keep 3 --solver accpalm | --loss kl has a solver of its own, and accpalm minimises squared errors; leave out --solver",
                "--keep 3 --lambda 5 | --lambda 5.0 does not apply to the graph term joint, which has the weight --alpha, by default 10.0; give --alpha, or name the term: --graph-term trace",
                "--keep 3 --imputed i.csv | --imputed does not apply to --loss kl, which has no missing entries",
                "--keep 3 --solver best-support | and best-support minimises squared errors; leave out --solver",
                "--keep 3 --method paper | leave out --method paper",
                "--keep 3 --graph-term invariant | --loss kl has no solver for --graph-term invariant; use --graph-term joint or trace",
                "--keep 3 --missing model | --loss kl counts every entry alike, so --missing model does not apply",
                "--keep 3 --rank auto | --rank auto does not apply to --loss kl",
                "--keep 3 --loss poisson | 'poisson'",
            })
    void refusesWhatTheLossDoesNotHave(String options, String message) {
        Cli said = fit("run", (Object[]) options.split(" "));
        assertThat(said.code()).as(said.err()).isEqualTo(2);
        assertThat(said.err().lines()).as(said.err()).hasSize(1);
        assertThat(said.err()).contains(message);
        assertThat(home.resolve("run")).doesNotExist();
    }

    /** The table of counts with another cell in the fourth sample. */
    private Path changed(String name, String cell) {
        List<String> lines = new ArrayList<>(Cli.lines(counts));
        lines.set(4, cell + lines.get(4).substring(lines.get(4).indexOf(',')));
        return Cli.write(home.resolve(name), lines.toArray(String[]::new));
    }

    /** A remedy for a wrong cell is one that the loss takes: {@code --missing model} and {@code --normalize minmax} are not. */
    @Test
    void remediesForWrongCellsGoWithTheLoss() {
        Path gap = changed("gap.csv", "");
        Path negative = changed("negative.csv", "-4");
        Object[] words = {
            "--labels",
            "type",
            "--clusters",
            3,
            "--keep",
            MARKERS,
            "--loss",
            "kl",
            "--no-report",
            "-o",
            home.resolve("bad")
        };
        for (String command : List.of("fit", "compare")) {
            Cli missing = Cli.run(with(command, gap, words));
            assertThat(missing.code()).isEqualTo(2);
            assertThat(missing.err())
                    .contains("--impute zero or --impute mean fills it; it is in row 5")
                    .doesNotContain("--missing model");
            Cli below = Cli.run(with(command, negative, words));
            assertThat(below.code()).isEqualTo(2);
            assertThat(below.err())
                    .contains("is -4.0: negative; allowed are numbers >= 0; it is in row 5")
                    .doesNotContain("minmax");
        }
        assertThat(fit("run", "--keep", MARKERS, "--no-report").code()).isZero();
        Cli placed = Cli.run("transform", home.resolve("run"), gap, "--labels", "type", "-o", home.resolve("placed"));
        assertThat(placed.err())
                .contains("the fit knows nothing to fill it with; fill it in the file; it is in row 5")
                .doesNotContain("--missing model");
    }

    private static Object[] with(String command, Path data, Object... words) {
        return Stream.concat(Stream.of(command, data), Stream.of(words)).toArray();
    }

    /** Samples that differ in depth only are the background itself, so no feature gains anything. */
    @Test
    void featuresWithoutGainAreNotKeptAndSaidSo() {
        String[] table = new String[31];
        table[0] = "a,b,c,d";
        for (int j = 1; j <= 30; j++) table[j] = j + "," + 2 * j + "," + 3 * j + "," + 4 * j;
        Path data = Cli.write(home.resolve("table.csv"), table);
        Object[] words = {"--loss", "kl", "--rank", 2, "--no-report", "--force", "-o", home.resolve("run")};
        Cli said =
                Cli.run(Stream.concat(Stream.of(with("fit", data, words)), Stream.of("--model", "nmf-l20", "--keep", 3))
                        .toArray());
        assertThat(said.code()).as(said.err()).isZero();
        String note = "none of the 3 features asked for is kept, because no feature gains anything over the background";
        assertThat(said.err()).contains("note: " + note);
        assertThat(Cli.summary(home.resolve("run")).get("notes").toString()).contains(note);
        Cli all = Cli.run(Stream.concat(Stream.of(with("fit", data, words)), Stream.of("--model", "nmf"))
                .toArray());
        assertThat(all.code()).as(all.err()).isZero();
        assertThat(all.err()).doesNotContain("asked for");
    }

    @Test
    void refusesNegativeNumbersAndTuning() {
        Path bad = Cli.write(home.resolve("bad.csv"), "a,b", "1,2", "3,-4", "5,6");
        Cli said = Cli.run("fit", bad, "--model", "nmf", "--rank", 1, "--loss", "kl", "-o", home.resolve("run"));
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("bad.csv", "-4", "negative");
        Cli tuned = Cli.run("tune", counts, "--clusters", 3, "--loss", "kl", "-o", home.resolve("run"));
        assertThat(tuned.code()).isEqualTo(2);
        assertThat(tuned.err()).contains("--loss kl does not apply: tuning was measured with the loss squared");
        Cli compared = Cli.run(
                "compare",
                counts,
                "--clusters",
                3,
                "--loss",
                "kl",
                "--models",
                "kmeans",
                "--baselines",
                "none",
                "-o",
                home.resolve("run"));
        assertThat(compared.code()).isEqualTo(2);
        assertThat(compared.err()).contains("--loss kl does not apply: none of the compared methods has it");
    }
}
