package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher script works from a path with a space and an umlaut, in any locale, and with any options of Java. */
@Tag("once")
@ExtendWith(TestProcesses.class)
class LauncherTest {
    @TempDir
    Path home;

    /** No locale, an ASCII locale, and one that is most likely not installed. */
    @ParameterizedTest
    @ValueSource(strings = {"", "C", "xx_XX.UTF-8"})
    void filesWithAnUmlautAreReadInAnyLocale(String locale) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh to run the launcher");
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        assumeTrue(
                Charset.forName(encoding).newEncoder().canEncode("ä"),
                "this JVM cannot name a file with an umlaut: its locale is " + encoding);
        Path folder = Files.createDirectory(home.resolve("gräp nel"));
        Path launcher = Files.copy(Path.of("src", "dist", "bin", "grapnel"), folder.resolve("grapnel"));
        Files.write(folder.resolve("zähl en.csv"), List.of("a,b", "1,2", "3,4", "5,7"));
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", launcher.toString(), "data", "describe", "zähl en.csv")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.equals("LANG") || name.startsWith("LC_"));
        if (!locale.isEmpty()) builder.environment().put("LC_ALL", locale);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("GRAPNEL_CLASSPATH", System.getProperty("java.class.path"));
        Process process = TestProcesses.start(builder);
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).contains("data       zähl en.csv: 3 samples, 2 features");
    }

    /** The program with its own Java runs on it, whatever Java the machine has. */
    @Test
    void javaOfTheProgramComesFirst() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh to run the launcher");
        Path launcher = Files.copy(
                Path.of("src", "dist", "bin", "grapnel"),
                Files.createDirectories(home.resolve("bin")).resolve("grapnel"));
        Files.createDirectories(home.resolve("lib"));
        Files.writeString(home.resolve("lib").resolve("some.jar"), "");
        Path own = Files.createDirectories(home.resolve("java").resolve("bin")).resolve("java");
        Files.writeString(own, "#!/bin/sh\necho own \"$@\"\n");
        assertThat(own.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("java").resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", launcher.toString(), "--version").redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", home.resolve("another").toString());
        builder.environment().put("GRAPNEL_ARCHIVE", "");
        builder.environment().remove("GRAPNEL_CLASSPATH");
        Process process = TestProcesses.start(builder);
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).startsWith("own ").contains("lib/some.jar org.grapnel.cli.Main --version");
    }

    /** Java refuses to start with two collectors. */
    @ParameterizedTest
    @CsvSource({"'',Serial", "-XX:+UseParallelGC,Parallel", "-Xmx40m,Serial"})
    void theUserChoosesTheCollector(String options, String collector) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh to run the launcher");
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", "src/dist/bin/grapnel", "--version").redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("GRAPNEL_CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("GRAPNEL_JAVA_OPTS", options + " -Xlog:gc:stderr");
        Process process = TestProcesses.start(builder);
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).contains("Using " + collector).doesNotContain("warning");
    }
}
