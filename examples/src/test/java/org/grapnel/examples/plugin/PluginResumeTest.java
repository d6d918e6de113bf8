package org.grapnel.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run with plugins that stops in the middle is continued to the same bits. */
class PluginResumeTest {
    @TempDir
    Path home;

    @AfterEach
    void mend() {
        FaultyPlugins.fault = "";
    }

    private Object[] words(Path data, Path jars, Path out) {
        return List.of(
                        "fit",
                        data,
                        "-o",
                        out,
                        "--plugin",
                        jars,
                        "--progress",
                        "none",
                        "--clusters",
                        3,
                        "--model",
                        "gnmf",
                        "--solver",
                        "fista",
                        "--term",
                        "bad-term:0.5,orthogonal-h:0.2",
                        "--constraint-w",
                        "row-shrinkage:0.3",
                        "--no-controls",
                        "--no-report",
                        "--checkpoint-every",
                        0,
                        "--tol",
                        0,
                        "--max-iter",
                        60)
                .toArray();
    }

    @Test
    void faultInTheMiddleLosesNothing() {
        Path data = CommandResult.table(home.resolve("data.csv"));
        Path faulty = PluginJars.pack(home.resolve("bad.jar"), List.of(FaultyPlugins.FaultyTerm.class));
        Path jars = Path.of(faulty + "," + PluginJars.examples(home));
        Path whole = home.resolve("whole");
        Path parts = home.resolve("parts");
        assertThat(CommandResult.of(words(data, jars, whole)).code()).isZero();
        FaultyPlugins.fault = "value";
        FaultyPlugins.PATIENCE.set(45);
        CommandResult stopped = CommandResult.of(words(data, jars, parts));
        assertThat(stopped.code()).isEqualTo(2);
        assertThat(stopped.err()).contains("bad.jar: term 'bad-term'", "value threw");
        assertThat(parts).doesNotExist();
        assertThat(home.resolve("parts.partial")).exists();
        FaultyPlugins.fault = "";
        CommandResult unnamed = CommandResult.of("resume", parts);
        assertThat(unnamed.code()).isEqualTo(2);
        assertThat(unnamed.err()).contains("was started with plugins, which are programs", "--plugin " + jars);
        CommandResult resumed = CommandResult.of("resume", parts, "--plugin", jars);
        assertThat(resumed.err()).doesNotContain("grapnel:");
        assertThat(resumed.code()).isZero();
        for (String file : List.of("W.npy", "H.npy", "labels.csv", "features.csv"))
            assertThat(CommandResult.bytes(parts.resolve(file))).isEqualTo(CommandResult.bytes(whole.resolve(file)));
        assertThat(withoutSeconds(parts)).isEqualTo(withoutSeconds(whole));
    }

    private static List<String> withoutSeconds(Path run) {
        return CommandResult.text(run.resolve("trace.csv"))
                .lines()
                .map(line -> line.replaceFirst(",[^,]*,", ",,"))
                .toList();
    }

    @Test
    void otherJarIsRefused() {
        Path data = CommandResult.table(home.resolve("data.csv"));
        Path faulty = PluginJars.pack(home.resolve("bad.jar"), List.of(FaultyPlugins.FaultyTerm.class));
        Path jars = Path.of(faulty + "," + PluginJars.examples(home));
        Path parts = home.resolve("parts");
        FaultyPlugins.fault = "value";
        FaultyPlugins.PATIENCE.set(45);
        assertThat(CommandResult.of(words(data, jars, parts)).code()).isEqualTo(2);
        PluginJars.pack(
                home.resolve("bad.jar"), List.of(FaultyPlugins.FaultyTerm.class, FaultyPlugins.FaultySelector.class));
        CommandResult resumed = CommandResult.of("resume", parts, "--plugin", jars);
        assertThat(resumed.code()).isEqualTo(2);
        assertThat(resumed.err()).contains("bad.jar has changed since the run began");
        assertThat(home.resolve("parts.partial")).exists();
    }
}
