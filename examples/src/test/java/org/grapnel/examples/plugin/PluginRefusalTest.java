package org.grapnel.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a plugin, or with how it is used, is one line with exit code 2, and nothing is written. */
class PluginRefusalTest {
    private static final String KIND = "org.grapnel.examples.plugin.FaultyPlugins$";

    @TempDir
    Path home;

    private Path jar;
    private Path data;
    private Path out;

    @BeforeEach
    void prepare() {
        FaultyPlugins.fault = "";
        FaultyPlugins.PATIENCE.set(0);
        jar = PluginJars.pack(home.resolve("bad.jar"), FaultyPlugins.ALL);
        data = CommandResult.table(home.resolve("data.csv"));
        out = home.resolve("run");
    }

    @AfterEach
    void mend() {
        FaultyPlugins.fault = "";
    }

    private CommandResult fit(Path plugins, Object... more) {
        List<Object> words = new ArrayList<>(
                List.of("fit", data, "-o", out, "--plugin", plugins, "--progress", "none", "--clusters", 3));
        words.addAll(List.of(more));
        return CommandResult.of(words.toArray());
    }

    private void assertRefused(CommandResult run, String... parts) {
        assertThat(run.err()).contains(parts);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(out).doesNotExist();
        assertThat(home.resolve("run.partial")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "term,term threw java.lang.IllegalStateException: no term",
        "value,value threw java.lang.IllegalStateException: no value",
        "value nan,value returned NaN",
        "usesGraph,usesGraph threw java.lang.IllegalStateException: no usesGraph",
        "allowsScreening,allowsScreening threw java.lang.IllegalStateException: no allowsScreening",
        "lipschitz,lipschitz threw",
        "lipschitz negative,lipschitz returned -1.0",
        "addGradient,addGradient threw java.lang.IllegalStateException: no addGradient",
        "addGradient outside,addGradient threw java.lang.ArrayIndexOutOfBoundsException",
        "addGradient infinite,addGradient made the gradient of H"
    })
    void faultOfATermNamesJarAndMethod(String fault, String message) {
        FaultyPlugins.fault = fault;
        assertRefused(
                fit(jar, "--model", "nmf", "--solver", "accpalm", "--term", "bad-term"),
                "bad.jar: term 'bad-term' (",
                message);
    }

    /** What a plugin says about its value is shown with its jar, and so is a lack of memory, which is no fault of Grapnel. */
    @Test
    void valueThatATermRefusesAndItsLackOfMemoryNameTheJar() {
        FaultyPlugins.fault = "refusal";
        assertRefused(
                fit(jar, "--model", "nmf", "--solver", "accpalm", "--term", "bad-term:3"),
                "--term 'bad-term:3': the weight must be below 2, got 3.0 (term of " + jar + ")");
        FaultyPlugins.fault = "memory";
        assertRefused(
                fit(jar, "--model", "nmf", "--solver", "accpalm", "--term", "bad-term"),
                "not enough memory: ",
                "bad.jar: term 'bad-term' (",
                "value threw java.lang.OutOfMemoryError");
    }

    @ParameterizedTest
    @CsvSource({
        "clip,project threw java.lang.IllegalStateException: no clip",
        "clip negative,project left -1.0 in row",
        "sparsify nan,project left NaN in row 0",
        "sparsify rows,project took row",
        "isPenalty,isPenalty threw java.lang.IllegalStateException: no isPenalty",
        "penalty infinite,value returned Infinity"
    })
    void faultOfAConstraintNamesJarAndMethod(String fault, String message) {
        FaultyPlugins.fault = fault;
        for (String option : List.of("--constraint-w", "--constraint-h"))
            assertRefused(
                    fit(jar, "--model", "nmf", "--solver", "accpalm", option, "bad-constraint"),
                    "bad.jar: constraint 'bad-constraint' (",
                    message);
    }

    @ParameterizedTest
    @CsvSource({
        "select,select threw java.lang.IllegalStateException: no select",
        "select few,select returned 3 different features; 4 were asked for",
        "select twice,select returned 3 different features; 4 were asked for",
        "select outside,'select returned feature 99, which is not between 0 and 11'"
    })
    void faultOfASelectorNamesJarAndMethod(String fault, String message) {
        FaultyPlugins.fault = fault;
        assertRefused(
                fit(jar, "--solver", "accpalm", "--keep", 4, "--select", "bad-selector"),
                "bad.jar: selector 'bad-selector' (" + KIND + "FaultySelector): ",
                message);
    }

    @Test
    void faultsOfTheOtherKindsNameJarAndMethod() {
        assertRefused(
                fit(jar, "--model", "gnmf", "--graph-from", "bad-graph"),
                "bad.jar: graph 'bad-graph' (" + KIND
                        + "FaultyGraph): build returned a result for 2 samples; the data have 30");
        assertRefused(
                fit(jar, "--model", "gnmf", "--solver", "bad-solver"),
                "bad.jar: solver 'bad-solver' (" + KIND
                        + "FaultySolver): start threw java.lang.IllegalStateException: no start");
        assertRefused(
                CommandResult.of(
                        "compare",
                        data,
                        "-o",
                        out,
                        "--plugin",
                        jar,
                        "--clusters",
                        3,
                        "--models",
                        "none",
                        "--baselines",
                        "none",
                        "--methods",
                        "bad-method",
                        "--progress",
                        "none"),
                "bad-method",
                "bad.jar: method 'bad-method' (" + KIND + "FaultyMethod): cluster returned a result for 2 samples");
        data = CommandResult.write(home.resolve("data.bad"), List.of("1"));
        assertRefused(
                fit(jar, "--model", "nmf"),
                "bad.jar: reader 'bad-reader' (" + KIND
                        + "FaultyReader): read threw java.lang.IllegalStateException: no read and no second line");
    }

    @Test
    void wrongJarsAreRefused() throws IOException {
        Path none = home.resolve("none.jar");
        assertRefused(fit(none), "none.jar: no such file");
        assertRefused(fit(home), ": is a folder, not a jar");
        Path text = CommandResult.write(home.resolve("text.jar"), List.of("no jar"));
        assertRefused(fit(text), "text.jar: is not a jar");
        Path bare = home.resolve("bare.jar");
        try (JarOutputStream empty = new JarOutputStream(Files.newOutputStream(bare))) {
            empty.putNextEntry(new ZipEntry("readme.txt"));
        }
        assertRefused(fit(bare), "bare.jar: has no plugins", "META-INF/services/org.grapnel.plugin.Plugin");
        Path same = PluginJars.pack(home.resolve("same.jar"), List.of(FaultyPlugins.TermOfTheSameName.class));
        assertRefused(
                fit(jar, "--plugin", same),
                "two plugins are called 'bad-term'",
                "bad.jar",
                "same.jar; leave out one of the jars");
        Path unmade = PluginJars.pack(home.resolve("unmade.jar"), List.of(FaultyPlugins.TermWithoutConstructor.class));
        assertRefused(fit(unmade), "unmade.jar: a plugin cannot be loaded", "TermWithoutConstructor");
        Path nameless = PluginJars.pack(home.resolve("nameless.jar"), List.of(FaultyPlugins.TermOfAFaultyName.class));
        assertRefused(
                fit(nameless), "nameless.jar: ", "TermOfAFaultyName: name threw java.lang.AssertionError: no name");
        Path taken = PluginJars.pack(home.resolve("taken.jar"), List.of(FaultyPlugins.OtherVariance.class));
        assertRefused(fit(taken), "taken.jar: the plugin 'variance' has the name of a part of Grapnel");
        FaultyPlugins.fault = "extensions";
        assertRefused(fit(jar), "bad.jar: reader 'bad-reader' reads .csv, which has a reader already");
    }

    @Test
    void wrongNamesAndValuesAreRefused() {
        Path examples = PluginJars.examples(home);
        String[] gradient = {"--model", "nmf", "--solver", "accpalm"};
        assertRefused(
                CommandResult.of(
                        "fit", data, "-o", out, "--clusters", 3, "--model", "nmf", "--solver", "palm", "--term", "l1"),
                "--term 'l1': no plugin has a term 'l1'; give its jar by --plugin JAR");
        assertRefused(
                fit(examples, (Object[]) with(gradient, "--term", "l2:1")),
                "--term 'l2:1': no plugin has a term 'l2'; there is l1, orthogonal-w, orthogonal-h");
        assertRefused(fit(examples, (Object[]) with(gradient, "--term", "l1:x")), "--term 'l1:x': 'x' is not a number");
        assertRefused(fit(examples, (Object[]) with(gradient, "--term", "l1:NaN")), "'NaN' is not a finite number");
        assertRefused(
                fit(examples, (Object[]) with(gradient, "--term", "l1:-1")),
                "--term 'l1:-1': the weight of the term 'l1' must be a number >= 0, got -1.0");
        assertRefused(fit(examples, (Object[]) with(gradient, "--term", "l1,l1:2")), "the term 'l1' is there twice");
        CommandResult without = fit(examples, (Object[]) with(gradient, "--constraint-h", "soft-threshold"));
        assertRefused(without, "--constraint-h 'soft-threshold': give a weight >= 0, such as soft-threshold:0.5");
        assertThat(without.err()).doesNotContain("threw");
        assertRefused(
                fit(examples, "--model", "gnmf", "--graph-from", "ring"),
                "--graph-from 'ring': no plugin has a graph 'ring'; there is chain");
        assertRefused(
                fit(examples, "--model", "gnmf", "--graph-from", "chain:7"),
                "--graph-from 'chain:7': 'chain' takes no number; leave out ':7'");
        assertRefused(
                CommandResult.of(
                        "compare",
                        data,
                        "-o",
                        out,
                        "--plugin",
                        examples,
                        "--clusters",
                        3,
                        "--models",
                        "nmf",
                        "--baselines",
                        "none",
                        "--methods",
                        "total-quantiles:3",
                        "--progress",
                        "none"),
                "--methods 'total-quantiles:3': 'total-quantiles' takes no number; leave out ':3'");
        assertRefused(
                fit(examples, "--model", "gnmf", "--graph-from", "chain", "--graph", data),
                "--graph-from chain and --graph ",
                "leave out one of them");
    }

    private static String[] with(String[] first, String... more) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void extensionsThatDoNotGoWithTheMethodAreRefusedBeforeDataAreRead() {
        CommandResult.write(data, List.of("no", "numbers"));
        assertRefused(
                fit(PluginJars.examples(home), "--keep", 4, "--term", "l1:0.5"),
                "--term 'l1' needs a solver that takes gradient steps");
    }

    @Test
    void methodsWithoutGradientStepsAreRefusedWithTheRemedy() {
        Path examples = PluginJars.examples(home);
        assertRefused(
                fit(examples, "--keep", 4, "--term", "l1:0.5"),
                "--term 'l1' needs a solver that takes gradient steps, and the recommended method solves for one number at a time; use --solver accpalm");
        assertRefused(
                fit(examples, "--model", "nmf", "--constraint-w", "row-shrinkage:1"),
                "constraint on W 'row-shrinkage' needs a solver that takes gradient steps, and best-support",
                "use --solver accpalm");
        assertRefused(
                fit(examples, "--model", "nmf", "--loss", "kl", "--term", "l1"),
                "--term 'l1' does not go with the loss kl",
                "--solver accpalm");
        assertRefused(
                fit(examples, "--model", "kmeans", "--term", "l1"),
                "--term 'l1' does not go with model kmeans",
                "--solver accpalm");
        assertRefused(
                fit(examples, "--keep", 4, "--solver", "accpalm", "--constraint-w", "row-shrinkage:1"),
                "constraint 'row-shrinkage' on W would replace the limit of model gnmf-l20 on W; use model nmf or gnmf");
        assertRefused(
                CommandResult.of(
                        "tune",
                        data,
                        "-o",
                        out,
                        "--plugin",
                        examples,
                        "--clusters",
                        3,
                        "--term",
                        "l1:0.5",
                        "--progress",
                        "none"),
                "--term l1:0.5 does not apply: tuning uses best-support");
        assertRefused(
                CommandResult.of(
                        "compare",
                        data,
                        "-o",
                        out,
                        "--plugin",
                        examples,
                        "--clusters",
                        3,
                        "--models",
                        "nmf",
                        "--term",
                        "l1:0.5",
                        "--progress",
                        "none"),
                "--term l1:0.5 does not apply: none of the compared methods takes gradient steps; add --solvers accpalm");
    }
}
