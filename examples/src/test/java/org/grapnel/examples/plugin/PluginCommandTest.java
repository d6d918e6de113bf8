package org.grapnel.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins on the command line: every kind runs, and each command knows the jar. */
class PluginCommandTest {
    @TempDir
    Path home;

    private Path jar;
    private Path data;

    @BeforeEach
    void prepare() {
        jar = PluginJars.examples(home);
        data = CommandResult.table(home.resolve("data.csv"));
    }

    private Path out(String name) {
        return home.resolve(name);
    }

    private CommandResult fit(String folder, Object... more) {
        List<Object> words = new ArrayList<>(List.of(
                "fit",
                data,
                "-o",
                out(folder),
                "--plugin",
                jar,
                "--progress",
                "none",
                "--no-controls",
                "--clusters",
                3));
        words.addAll(List.of(more));
        return CommandResult.of(words.toArray());
    }

    private String summary(String folder) {
        return CommandResult.text(out(folder).resolve("summary.json"));
    }

    @Test
    void termIsShownWithItsWeightAndValue() {
        CommandResult run = fit("run", "--model", "gnmf", "--solver", "accpalm", "--term", "l1:0.5");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains(" + l1:0.5 ");
        assertThat(summary("run"))
                .contains("\"term\"", "l1:0.5", "org.grapnel.examples.plugin.L1OnH", "jar_sha256", "examples.jar");
        List<String> trace =
                CommandResult.text(out("run").resolve("trace.csv")).lines().toList();
        assertThat(trace.get(0)).endsWith(",rows_computed,term_l1");
        for (String line : trace.subList(1, trace.size())) {
            String[] cells = line.split(",", -1);
            double parts = Double.parseDouble(cells[3]) + Double.parseDouble(cells[4]) + Double.parseDouble(cells[9]);
            assertThat(Double.parseDouble(cells[2])).isCloseTo(parts, within(1e-9));
        }
        assertThat(CommandResult.text(out("run").resolve("report.html")))
                .contains("Parts from plugins", "term l1", "L1OnH", "--term");
    }

    @Test
    void weightZeroGivesTheBitsOfARunWithoutTheTerm() {
        assertThat(fit("zero", "--model", "gnmf", "--solver", "accpalm", "--term", "l1:0,orthogonal-h:0")
                        .code())
                .isZero();
        assertThat(fit("plain", "--model", "gnmf", "--solver", "accpalm").code())
                .isZero();
        for (String file : List.of("W.npy", "H.npy", "labels.csv"))
            assertThat(CommandResult.bytes(out("zero").resolve(file)))
                    .isEqualTo(CommandResult.bytes(out("plain").resolve(file)));
    }

    @Test
    void termOfWeightZeroGoesWithTheRecommendedMethod() {
        CommandResult run = fit("zero", "--keep", 4, "--term", "l1:0");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(fit("plain", "--keep", 4).code()).isZero();
        for (String file : List.of("W.npy", "H.npy", "labels.csv", "features.csv"))
            assertThat(CommandResult.bytes(out("zero").resolve(file)))
                    .isEqualTo(CommandResult.bytes(out("plain").resolve(file)));
    }

    @Test
    void termOfWeightZeroIsNotAskedFor() {
        FaultyPlugins.fault = "term";
        Path faulty = PluginJars.pack(home.resolve("bad.jar"), List.of(FaultyPlugins.FaultyTerm.class));
        try {
            assertThat(fit("run", "--plugin", faulty, "--keep", 4, "--term", "bad-term:0")
                            .code())
                    .isZero();
        } finally {
            FaultyPlugins.fault = "";
        }
    }

    @Test
    void helpNeedsNoPlugin() {
        CommandResult help = CommandResult.of("fit", "--plugin", home.resolve("none.jar"), "--help");
        assertThat(help.err()).isEmpty();
        assertThat(help.code()).isZero();
        assertThat(help.out()).contains("--plugin");
    }

    @Test
    void penaltiesConstraintsAndRulesRunTogether() {
        CommandResult run = fit(
                "run",
                "--model",
                "gnmf",
                "--solver",
                "fista",
                "--term",
                "orthogonal-h:0.2,l1:0.1",
                "--term",
                "orthogonal-w",
                "--constraint-w",
                "row-shrinkage:1",
                "--constraint-h",
                "soft-threshold:0.1");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(summary("run"))
                .contains("\"solver\" : \"fista\"", "orthogonal-w:1.0", "row-shrinkage:1.0", "soft-threshold:0.1")
                .contains("\"monotone\" : true");
        assertThat(CommandResult.text(out("run").resolve("trace.csv")))
                .startsWith(
                        "iteration,seconds,objective,loss,graph_term,change,beta,accepted,rows_computed,term_orthogonal-h,"
                                + "term_l1,term_orthogonal-w,penalty_on_w_row-shrinkage,penalty_on_h_soft-threshold");
    }

    @Test
    void missingEntriesGoWithATerm() {
        Path holes = home.resolve("holes.csv");
        List<String> lines = new ArrayList<>(CommandResult.text(data).lines().toList());
        lines.set(3, lines.get(3).replaceFirst("^[^,]*", ""));
        CommandResult.write(holes, lines);
        CommandResult run = CommandResult.of(
                "fit",
                holes,
                "-o",
                out("run"),
                "--plugin",
                jar,
                "--progress",
                "none",
                "--no-controls",
                "--clusters",
                3,
                "--missing",
                "model",
                "--model",
                "nmf",
                "--solver",
                "accpalm",
                "--term",
                "l1:0.5");
        assertThat(run.err()).contains("1 missing entry").doesNotContain("grapnel:");
        assertThat(run.code()).isZero();
        assertThat(summary("run")).contains("\"monotone\" : true");
    }

    @Test
    void selectorGraphAndSolverAreFoundByName() {
        CommandResult run =
                fit("run", "--solver", "accpalm", "--keep", 4, "--select", "range", "--graph-from", "chain");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("selected by range");
        assertThat(summary("run"))
                .contains("\"select\" : \"range\"", "\"graph_from\" : \"chain\"", "\"graph_edges\" : 29");
        CommandResult chosen = CommandResult.of(
                "select",
                data,
                "-o",
                out("chosen"),
                "--plugin",
                jar,
                "--keep",
                4,
                "--select",
                "range",
                "--progress",
                "none",
                "--no-controls");
        assertThat(chosen.err()).isEmpty();
        assertThat(CommandResult.text(out("chosen").resolve("features.csv")).lines())
                .hasSize(5);
        CommandResult graph = CommandResult.of(
                "graph", data, "-o", out("chain.mtx"), "--plugin", jar, "--graph-from", "chain", "--progress", "none");
        assertThat(graph.err()).isEmpty();
        assertThat(graph.out()).contains("29 edges");
    }

    @Test
    void recommendedMethodTakesAGraphAndASelector() {
        CommandResult run = fit("run", "--keep", 4, "--select", "range", "--graph-from", "chain");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
    }

    @Test
    void newSamplesArePlacedWithoutTheTerm() {
        assertThat(fit(
                                "run",
                                "--model",
                                "gnmf",
                                "--solver",
                                "accpalm",
                                "--term",
                                "l1:0.5",
                                "--constraint-h",
                                "soft-threshold:0.1")
                        .code())
                .isZero();
        CommandResult placed =
                CommandResult.of("transform", out("run"), data, "-o", out("placed"), "--progress", "none");
        assertThat(placed.code()).isZero();
        assertThat(placed.err())
                .contains(
                        "new samples are placed without --term l1:0.5 and --constraint-h soft-threshold:0.1 of the fit");
    }

    @Test
    void methodTakesPartInAComparison() {
        CommandResult run = CommandResult.of(
                "compare",
                data,
                "-o",
                out("compared"),
                "--plugin",
                jar,
                "--clusters",
                3,
                "--repeats",
                2,
                "--models",
                "nmf",
                "--solvers",
                "accpalm",
                "--term",
                "l1:0.5",
                "--baselines",
                "all-features",
                "--methods",
                "total-quantiles",
                "--progress",
                "none");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(CommandResult.text(out("compared").resolve("comparison.csv")))
                .contains("total-quantiles", "nmf accpalm --term l1:0.5", "all-features");
    }

    private CommandResult compare(String folder, Object... more) {
        List<Object> words = new ArrayList<>(List.of("compare", data, "-o", out(folder), "--plugin", jar));
        words.addAll(List.of("--clusters", 3, "--repeats", 1, "--baselines", "none", "--progress", "none"));
        words.addAll(List.of(more));
        CommandResult run = CommandResult.of(words.toArray());
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        return run;
    }

    /** The cell of a column in each row of {@code trials.csv}. */
    private List<String> trials(String folder, String column) {
        List<String> lines =
                CommandResult.text(out(folder).resolve("trials.csv")).lines().toList();
        int at = List.of(lines.get(0).split(",")).indexOf(column);
        return lines.stream().skip(1).map(line -> line.split(",", -1)[at]).toList();
    }

    private void assertObjectiveOfFit(String objective, Object... more) {
        CommandResult run = fit(objective, more);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(summary(objective)).contains("\"objective\" : " + objective + ",");
    }

    @Test
    void comparisonNamesAllParts() {
        compare(
                "compared",
                "--models",
                "nmf",
                "--solvers",
                "accpalm",
                "--constraint-w",
                "row-shrinkage:0.1",
                "--constraint-h",
                "soft-threshold:0.2");
        assertThat(trials("compared", "contender"))
                .containsExactly("nmf accpalm --constraint-w row-shrinkage:0.1 --constraint-h soft-threshold:0.2");
    }

    @Test
    void comparisonTakesASolverRuleASelectorAndAGraph() {
        compare("rules", "--models", "gnmf,kmeans", "--solvers", "fista,palm", "--term", "l1:0.5");
        assertThat(trials("rules", "contender"))
                .containsExactly("gnmf fista --term l1:0.5", "gnmf palm --term l1:0.5", "kmeans");
        assertObjectiveOfFit(
                trials("rules", "objective").get(0), "--model", "gnmf", "--solver", "fista", "--term", "l1:0.5");
        compare("ranges", "--models", "gnmf-l20,kmeans-l0", "--select", "range", "--graph-from", "chain", "--keep", 4);
        assertThat(trials("ranges", "contender")).containsExactly("gnmf-l20 best-support range", "kmeans-l0 range");
        List<String> kept = trials("ranges", "kept_features");
        assertThat(kept.get(0)).isEqualTo(kept.get(1));
        List<String> objectives = trials("ranges", "objective");
        assertObjectiveOfFit(objectives.get(0), "--keep", 4, "--select", "range", "--graph-from", "chain");
        assertObjectiveOfFit(objectives.get(1), "--model", "kmeans-l0", "--keep", 4, "--select", "range");
        assertThat(CommandResult.text(out("ranges").resolve("summary.json"))).contains("RangeSelector");
    }

    @Test
    void readerOpensItsFormat() {
        Path points = home.resolve("data.points");
        List<String> lines = CommandResult.text(data)
                .lines()
                .skip(1)
                .map(line -> line.replace(',', ' '))
                .toList();
        CommandResult.write(points, lines);
        CommandResult without = CommandResult.of("fit", points, "-o", out("no"), "--clusters", 3, "--keep", 4);
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.err()).contains("unknown file extension 'points'");
        CommandResult run = CommandResult.of(
                "fit",
                points,
                "-o",
                out("run"),
                "--plugin",
                jar,
                "--clusters",
                3,
                "--keep",
                4,
                "--no-controls",
                "--progress",
                "none");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        CommandResult placed = CommandResult.of(
                "transform", out("run"), points, "-o", out("placed"), "--plugin", jar, "--progress", "none");
        assertThat(placed.err()).doesNotContain("grapnel:");
        assertThat(placed.code()).isZero();
        CommandResult described = CommandResult.of("data", "describe", points, "--plugin", jar);
        assertThat(described.err()).isEmpty();
        assertThat(described.out()).contains("30");
        CommandResult.write(points, List.of("1 2", "1 x"));
        CommandResult wrong =
                CommandResult.of("fit", points, "-o", out("w"), "--plugin", jar, "--clusters", 1, "--keep", 1);
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("data.points: '1 x' does not hold numbers between spaces");
    }

    @Test
    void reportedCommandRepeatsTheRun() {
        assertThat(fit("run", "--model", "gnmf", "--solver", "accpalm", "--term", "l1:0.5")
                        .code())
                .isZero();
        String report = CommandResult.text(out("run").resolve("report.html"));
        int start = report.indexOf("grapnel fit ");
        String command = report.substring(start, report.indexOf('<', start))
                .replace("&#39;", "'")
                .replace("'", "");
        List<Object> words = new ArrayList<>(List.of((Object[]) command.trim().split("\\s+"))
                .subList(1, command.trim().split("\\s+").length));
        words.set(words.indexOf("again"), out("again"));
        words.addAll(List.of("--progress", "none", "--no-controls"));
        CommandResult again = CommandResult.of(words.toArray());
        assertThat(again.err()).isEmpty();
        for (String file : List.of("W.npy", "H.npy", "labels.csv"))
            assertThat(CommandResult.bytes(out("again").resolve(file)))
                    .isEqualTo(CommandResult.bytes(out("run").resolve(file)));
    }

    /** A fresh process has no example on its class path: everything comes from the jar. */
    @Test
    void jarAloneIsEnough() throws Exception {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("examples"))
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
        Path log = home.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        "org.grapnel.cli.Main",
                        "fit",
                        data.toString(),
                        "-o",
                        out("alone").toString(),
                        "--plugin",
                        jar.toString(),
                        "--clusters",
                        "3",
                        "--model",
                        "nmf",
                        "--solver",
                        "fista",
                        "--term",
                        "l1:0.5",
                        "--constraint-w",
                        "row-shrinkage:0.1",
                        "--no-controls",
                        "--no-report",
                        "--progress",
                        "none")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(CommandResult.text(log)).isZero();
            assertThat(CommandResult.text(log)).contains(" + l1:0.5 ", " + row-shrinkage:0.1 ");
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.exists(out("alone").resolve("W.npy"))).isTrue();
    }
}
