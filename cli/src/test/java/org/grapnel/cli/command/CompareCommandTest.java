package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code grapnel compare}, from a file to a folder. */
class CompareCommandTest {
    @TempDir
    Path home;

    private Path data = Path.of("");

    @BeforeEach
    void writeData() {
        List<String> lines = new ArrayList<>();
        double[][] samples = Cli.samples(30, 12);
        lines.add("a,b,c,d,e,f,g,h,i,j,k,l,kind");
        for (int j = 0; j < samples.length; j++)
            lines.add(Cli.line(samples[j]) + "," + (j % 3 == 0 ? "x" : "y" + j % 2));
        data = Cli.write(home.resolve("data.csv"), lines.toArray(String[]::new));
    }

    private Cli compare(String folder, Object... more) {
        List<Object> words = new ArrayList<>(List.of("compare", data, "-o", home.resolve(folder), "--clusters", 3));
        words.addAll(List.of(more));
        return Cli.run(words.toArray());
    }

    private Cli labelled(String folder, Object... more) {
        List<Object> words = new ArrayList<>(List.of("--labels", "kind", "--keep", 4, "--repeats", 2));
        words.addAll(List.of(more));
        return compare(folder, words.toArray());
    }

    private List<String> column(String folder, String file, String name) {
        Path path = home.resolve(folder).resolve(file);
        int at = List.of(Cli.lines(path).get(0).split(",")).indexOf(name);
        return Cli.rows(path).stream().map(row -> row[at]).toList();
    }

    /** The lines of a table without measured times. */
    private List<String> linesWithoutSeconds(String folder, String file) {
        Path path = home.resolve(folder).resolve(file);
        List<String> header = List.of(Cli.lines(path).get(0).split(","));
        return Cli.lines(path).stream()
                .map(line -> {
                    String[] cells = line.split(",", -1);
                    for (int i = 0; i < cells.length; i++) if (header.get(i).startsWith("seconds")) cells[i] = "";
                    return String.join(",", cells);
                })
                .toList();
    }

    @Test
    void theDefaultComparisonHasOurMethodThePapersAndTheBaselines() throws IOException {
        Cli cli = labelled("all");
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(column("all", "comparison.csv", "contender"))
                .containsExactly(
                        "gnmf-l20 best-support groups",
                        "gnmf best-support",
                        "nmf-l20 best-support",
                        "nmf best-support",
                        "kmeans-l0",
                        "gnmf-l20 accpalm",
                        "all-features k-means",
                        "random k-means",
                        "variance k-means",
                        "laplacian-score k-means",
                        "mcfs k-means",
                        "ndfs k-means",
                        "structure k-means",
                        "pca k-means",
                        "graph alone",
                        "louvain communities");
        assertThat(column("all", "comparison.csv", "repeats")).containsOnly("2");
        assertThat(column("all", "comparison.csv", "nmi_sd")).noneMatch(String::isEmpty);
        assertThat(Cli.rows(home.resolve("all/trials.csv"))).hasSize(32);
        assertThat(column("all", "trials.csv", "kept_features")).contains("all", "");
        String text = Files.readString(home.resolve("all/comparison.md"));
        assertThat(text)
                .contains("| method | NMI | ACC | ARI | relative error | seconds | iterations | stability |")
                .contains("**", "are no ranking", "grapnel compare");
        assertThat(cli.out()).contains("gnmf-l20 best-support groups", "written");
        assertThat(Cli.summary(home.resolve("all")).get("command").asString()).isEqualTo("compare");
        assertThat(Cli.summary(home.resolve("all")).get("contenders").size()).isEqualTo(16);
        assertThat(home.resolve("all.partial")).doesNotExist();
        assertThat(home.resolve("all/journal.jsonl")).doesNotExist();
        assertThat(column("all", "curves.csv", "contender"))
                .contains("gnmf-l20 accpalm")
                .doesNotContain("graph alone");
    }

    @Test
    void aDefaultBaselineThatDoesNotSuitTheDataIsLeftOut() {
        Cli cli = Cli.run(
                "compare",
                data,
                "-o",
                home.resolve("one"),
                "--clusters",
                1,
                "--labels",
                "kind",
                "--keep",
                4,
                "--repeats",
                1,
                "--models",
                "none",
                "--no-report");
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("ndfs k-means is left out: it needs at least 2 groups");
        assertThat(column("one", "comparison.csv", "contender"))
                .contains("mcfs k-means", "louvain communities")
                .doesNotContain("ndfs k-means");
        Cli asked = Cli.run(
                "compare",
                data,
                "-o",
                home.resolve("asked"),
                "--clusters",
                1,
                "--labels",
                "kind",
                "--keep",
                4,
                "--repeats",
                1,
                "--models",
                "none",
                "--baselines",
                "ndfs");
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.err()).contains("'ndfs k-means': ndfs needs at least 2 groups, got 1");
    }

    @Test
    void aTrialEqualsTheFitWithItsSeed() {
        assertThat(labelled("c", "--models", "gnmf-l20,nmf,kmeans-l0", "--seed", 3, "--baselines", "none")
                        .code())
                .isZero();
        assertThat(labelled("d", "--models", "gnmf-l20", "--solvers", "accpalm", "--seed", 3, "--baselines", "none")
                        .code())
                .isZero();
        for (int seed = 3; seed < 5; seed++) {
            for (String words : List.of(
                    "--model gnmf-l20 --keep 4",
                    "--model nmf",
                    "--model kmeans-l0 --keep 4",
                    "--model gnmf-l20 --keep 4 --solver accpalm")) {
                Path out = home.resolve("fit" + seed + words.hashCode());
                Cli fit = Cli.run(Stream.concat(
                                Stream.of(
                                        "fit",
                                        data,
                                        "--labels",
                                        "kind",
                                        "--clusters",
                                        3,
                                        "--seed",
                                        seed,
                                        "-o",
                                        out,
                                        "--no-report"),
                                Arrays.stream(words.split(" ")))
                        .toArray());
                assertThat(fit.code()).as(fit.err()).isZero();
                String folder = words.contains("accpalm") ? "d" : "c";
                String model = words.split(" ")[1];
                List<String[]> rows = Cli.rows(home.resolve(folder).resolve("trials.csv"));
                String wanted = String.valueOf(seed);
                String[] row = rows.stream()
                        .filter(r -> (r[0] + " ").startsWith(model + " ") && r[2].equals(wanted))
                        .findFirst()
                        .orElseThrow();
                assertThat(Double.parseDouble(row[3]))
                        .as(words)
                        .isEqualTo(Cli.summary(out).get("nmi").asDouble());
                assertThat(Double.parseDouble(row[6]))
                        .isEqualTo(Cli.summary(out).get("relative_error").asDouble());
            }
        }
    }

    /** A path of the samples, far from the neighbour graph of the data. */
    private Path chain(int samples) {
        List<String> lines = new ArrayList<>(List.of("i,j,weight"));
        for (int j = 0; j + 1 < samples; j++) lines.add(j + "," + (j + 1) + ",1");
        return Cli.write(home.resolve("chain.csv"), lines.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gnmf-l20 --keep 4", "gnmf", "gnmf-l20 --keep 4 --loss kl", "gnmf --loss kl"})
    void aGivenGraphIsThatOfTheFitWithoutAnyBaseline(String words) {
        Path graph = chain(30);
        String[] given = words.split(" ");
        List<Object> compare = new ArrayList<>(List.of("compare", data, "-o", home.resolve("c"), "--repeats", 1));
        compare.addAll(List.of("--baselines", "none", "--models"));
        List<Object> fit = new ArrayList<>(List.of("fit", data, "-o", home.resolve("f"), "--no-controls", "--model"));
        for (List<Object> command : List.of(compare, fit)) {
            command.addAll(List.of(given));
            command.addAll(List.of("--labels", "kind", "--clusters", 3, "--graph", graph, "--no-report"));
            Cli cli = Cli.run(command.toArray());
            assertThat(cli.code()).as(cli.err()).isZero();
            assertThat(cli.err()).doesNotContain("not used");
        }
        var fitted = Cli.summary(home.resolve("f"));
        for (String measure : List.of("objective", "nmi", "ari"))
            assertThat(Double.parseDouble(column("c", "trials.csv", measure).get(0)))
                    .as(measure)
                    .isEqualTo(fitted.get(measure).asDouble());
        assertThat(Cli.summary(home.resolve("c")).get("graph_edges")).isEqualTo(fitted.get("graph_edges"));
        Cli without = compare(
                "own",
                Stream.concat(
                                Stream.of("--labels", "kind", "--baselines", "none", "--repeats", 1, "--models"),
                                Stream.of(given))
                        .toArray());
        assertThat(without.code()).as(without.err()).isZero();
        assertThat(column("own", "trials.csv", "objective"))
                .as("the graph matters")
                .isNotEqualTo(column("c", "trials.csv", "objective"));
    }

    @Test
    void aGivenGraphIsNotUsedWithoutAMethodThatHasOne() {
        Cli cli = labelled("n", "--models", "nmf", "--baselines", "variance", "--graph", chain(30), "--no-report");
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("the given graph is not used: none of the compared methods has a graph");
    }

    @Test
    void theSelectionAppliesToEachModelThatKeepsFeatures() {
        Cli cli = labelled(
                "s",
                "--models",
                "gnmf-l20,nmf,kmeans-l0",
                "--select",
                "variance",
                "--baselines",
                "variance",
                "--no-report");
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(column("s", "comparison.csv", "contender"))
                .containsExactly(
                        "gnmf-l20 best-support variance", "nmf best-support", "kmeans-l0 variance", "variance k-means");
        List<String> kept = column("s", "trials.csv", "kept_features");
        assertThat(List.of(kept.get(0), kept.get(4)))
                .as("the features of largest variance")
                .containsOnly(kept.get(6));
        List<String> nmi = column("s", "trials.csv", "nmi");
        assertThat(nmi.subList(4, 6)).as("k-means on the same features").isEqualTo(nmi.subList(6, 8));
    }

    @Test
    void eachModelRunsOnceWithEachSolver() {
        data = Cli.csv(home.resolve("plain.csv"), Cli.samples(30, 12));
        Cli cli = compare(
                "t",
                "--models",
                "nmf,kmeans",
                "--solvers",
                "palm,default,best-support",
                "--baselines",
                "graph",
                "--repeats",
                1);
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(column("t", "comparison.csv", "contender"))
                .containsExactly("nmf palm", "nmf best-support", "kmeans", "graph alone");
        assertThat(column("t", "comparison.csv", "objective_sd")).containsOnly("");
        assertThat(column("t", "comparison.csv", "nmi_mean")).containsOnly("");
        assertThat(cli.out()).contains("need --labels").doesNotContain("NMI  ");
    }

    @Test
    void bestSupportWithAnotherGraphTermIsAnotherMethod() {
        Cli cli = labelled(
                "terms",
                "--models",
                "gnmf,gnmf-l20",
                "--select",
                "variance",
                "--solvers",
                "default,best-support",
                "--baselines",
                "none",
                "--no-report");
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(column("terms", "comparison.csv", "contender"))
                .containsExactly(
                        "gnmf best-support",
                        "gnmf best-support invariant",
                        "gnmf-l20 best-support variance",
                        "gnmf-l20 best-support variance invariant");
        Path out = home.resolve("fit");
        Cli fit = Cli.run(
                "fit",
                data,
                "--labels",
                "kind",
                "--clusters",
                3,
                "--model",
                "gnmf",
                "--solver",
                "best-support",
                "--no-controls",
                "--no-report",
                "-o",
                out);
        assertThat(fit.code()).as(fit.err()).isZero();
        assertThat(Double.parseDouble(column("terms", "trials.csv", "objective").get(2)))
                .isEqualTo(Cli.summary(out).get("objective").asDouble());
    }

    @Test
    void withoutKeepOnlyMethodsThatNeedNoneAreCompared() {
        data = Cli.csv(home.resolve("plain.csv"), Cli.samples(30, 12));
        assertThat(compare("k", "--models", "nmf", "--repeats", 1).code()).isZero();
        assertThat(column("k", "comparison.csv", "contender"))
                .containsExactly(
                        "nmf best-support",
                        "all-features k-means",
                        "pca k-means",
                        "graph alone",
                        "louvain communities");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--models nmf,gnfm --keep 4 | --models: 'gnfm' is not among nmf, nmf-l0",
                "--solvers newton --keep 4 | --solvers: 'newton' is not among default, palm, accpalm, ipalm, bpl, best-support",
                "--select variance --models nmf,kmeans --baselines variance --keep 4 | --select variance does not apply: none of the compared models keeps whole features",
                "--select newest --models gnmf-l20 --keep 4 | 'gnmf-l20': unknown way to select 'newest', allowed are model",
                "--baselines umap --keep 4 | --baselines: 'umap' is not among all-features, random, variance",
                "--repeats 0 --keep 4 | repeats must be at least 1, got 0",
                "--repeats 1 | --keep is missing: model gnmf-l20 keeps K features; give --keep K",
                "--models nmf --baselines variance | --keep is missing: baseline variance keeps K features",
                "--models nmf --baselines none --keep 3 | --keep 3 does not apply: none of the compared methods",
                "--models none --baselines none | there is nothing to compare",
                "--keep 13 | 'gnmf-l20 best-support groups': keep must be between 1 and 12, the number of features, got 13",
                "--models nmf-l0 --solvers best-support --keep 3 | 'nmf-l0 best-support': best-support keeps whole features",
                "--models gnmf --solvers best-support --graph-term trace | 'gnmf best-support': --graph-term trace does not apply to --solver best-support",
                "--models gnmf --lambda 1 --alpha 2 | both set the weight of the graph"
            })
    void wrongOptionsAreRejectedAndNothingIsWritten(String words, String message) {
        Cli cli = compare("bad", (Object[]) ("--labels kind " + words).split(" "));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains(message);
        assertThat(cli.err().lines()).hasSize(1);
        assertThat(home.resolve("bad")).doesNotExist();
        assertThat(home.resolve("bad.partial")).doesNotExist();
    }

    /** Simulates a kill: cuts the journal in the middle of a line. */
    @Test
    void aContinuedRunEqualsAnUninterruptedOne() throws IOException {
        Object[] few = {"--models", "gnmf-l20,nmf", "--baselines", "random,graph"};
        assertThat(labelled("whole", few).code()).isZero();
        Path partial = home.resolve("again.partial");
        Path journal = partial.resolve("journal.jsonl");
        List<String> lines = journal(few);
        for (int kept : new int[] {1, 3, 7}) {
            Files.createDirectories(partial);
            Files.writeString(partial.resolve(".grapnel-unfinished"), "");
            Files.writeString(
                    journal,
                    String.join("\n", lines.subList(0, kept + 1)) + "\n"
                            + lines.get(kept + 1).substring(0, 25));
            Cli cli = labelled("again", few);
            assertThat(cli.code()).as(cli.err()).isZero();
            assertThat(cli.err()).contains("continuing: " + kept + " of 8 trials done");
            for (String file : List.of("comparison.csv", "trials.csv", "curves.csv"))
                assertThat(linesWithoutSeconds("again", file)).as(file).isEqualTo(linesWithoutSeconds("whole", file));
            assertThat(column("again", "trials.csv", "seconds"))
                    .as("of what was done")
                    .contains(lines.get(1).replaceAll(".*\"seconds\":([^,]*),.*", "$1"));
            assertThat(partial).doesNotExist();
            delete(home.resolve("again"));
        }
    }

    /** The journal of a run that failed at its end. */
    private List<String> journal(Object... few) throws IOException {
        Path partial = home.resolve("again.partial");
        Files.createDirectories(home.resolve("again.partial/trials.csv")); // in place of a file
        Files.writeString(partial.resolve(".grapnel-unfinished"), "");
        Files.writeString(partial.resolve("journal.jsonl"), "");
        Cli broken = labelled("again", few);
        assertThat(broken.code()).isNotZero();
        List<String> lines = Files.readAllLines(partial.resolve("journal.jsonl"));
        assertThat(lines).hasSize(9);
        delete(partial);
        return lines;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }

    @Test
    void anotherComparisonIsNotContinuedUnlessForced() throws IOException {
        Object[] one = {"--models", "nmf", "--baselines", "random"};
        Path partial = home.resolve("again.partial");
        Files.createDirectories(partial);
        Files.writeString(partial.resolve(".grapnel-unfinished"), "");
        List<String> lines = List.of("{\"command\":\"compare\",\"version\":\"0.0.1\"}");
        Files.write(partial.resolve("journal.jsonl"), lines);
        Cli cli = labelled("again", one);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("belongs to another comparison: version was 0.0.1 and is")
                .contains("--force");
        assertThat(Files.readAllLines(partial.resolve("journal.jsonl"))).isEqualTo(lines);
        assertThat(labelled(
                                "again",
                                Stream.concat(Stream.of(one), Stream.of("--force"))
                                        .toArray())
                        .code())
                .isZero();
        assertThat(partial).doesNotExist();
    }

    /** The folder of a comparison that was stopped before its first trial. */
    private Path unfinished() throws IOException {
        Path partial = Files.createDirectory(home.resolve("out.partial"));
        Files.writeString(partial.resolve(".grapnel-unfinished"), "");
        Files.writeString(partial.resolve("journal.jsonl"), "");
        return partial;
    }

    @Test
    void aFitDoesNotReplaceAnUnfinishedComparisonUnlessForced() throws IOException {
        Path partial = unfinished();
        Object[] fit = {"fit", data, "--labels", "kind", "--clusters", 3, "--keep", 4, "-o", home.resolve("out")};
        Cli cli = Cli.run(fit);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("out.partial holds an unfinished run").hasLineCount(1);
        assertThat(partial.resolve("journal.jsonl")).exists();
        assertThat(Cli.run(Stream.concat(Stream.of(fit), Stream.of("--force")).toArray())
                        .code())
                .isZero();
        assertThat(partial).doesNotExist();
    }

    @Test
    void aFailedReportDoesNotLoseTheResult() throws IOException {
        Path partial = unfinished();
        // In place of the temporary file of the report.
        Path temporary = Files.createDirectory(partial.resolve(".partial-report.html"));
        Files.createFile(temporary.resolve("file")); // so that it cannot be removed
        Cli cli = labelled("out", "--models", "nmf", "--baselines", "random");
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("warning: report.html could not be written, the rest of the result is complete");
        assertThat(home.resolve("out/comparison.csv")).exists();
        assertThat(home.resolve("out/report.html")).doesNotExist();
    }

    @Test
    void theStructureBlendAppliesToTheBaselineToo() {
        Cli cli = labelled("b", "--models", "gnmf-l20", "--baselines", "structure", "--structure-blend", 0.5);
        assertThat(cli.code()).as(cli.err()).isZero();
        Cli.summary(home.resolve("b"))
                .get("contenders")
                .forEach(
                        contender -> assertThat(contender.get("structure_blend").asDouble())
                                .as(contender.get("name").asString())
                                .isEqualTo(0.5));
    }

    @Test
    void dataWithoutSelectableFeaturesAreRejectedBeforeTheFirstTrial() {
        data = Cli.csv(home.resolve("same.csv"), new double[][] {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}});
        Cli cli = Cli.run(
                "compare",
                data,
                "-o",
                home.resolve("same"),
                "--clusters",
                1,
                "--keep",
                2,
                "--models",
                "none",
                "--neighbors",
                2);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("'variance k-means': ", "all 4 samples are the same")
                .hasLineCount(1);
        assertThat(home.resolve("same.partial")).doesNotExist();
    }

    @Test
    void theNumberOfThreadsChangesNoNumber() {
        for (int threads = 1; threads <= 3; threads++)
            assertThat(labelled("t" + threads, "--threads", threads).code()).isZero();
        for (String file : List.of("comparison.csv", "trials.csv", "curves.csv"))
            assertThat(linesWithoutSeconds("t1", file))
                    .isEqualTo(linesWithoutSeconds("t2", file))
                    .isEqualTo(linesWithoutSeconds("t3", file));
    }
}
