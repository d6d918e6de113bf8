package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.grapnel.Grapnel;
import org.grapnel.cli.Cli;
import org.grapnel.data.DataSource;
import org.grapnel.runs.resume.RunManifest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An unfinished run may come from elsewhere: continuing it loads no jar that the caller does not name, and writes nowhere else. */
@Tag("once")
class ResumeReceivedTest extends FitTestBase {
    @TempDir
    Path elsewhere;

    /** Writes the folder of a run that was killed after its first checkpoint. */
    private Path received(String... options) throws IOException {
        Path run = home.resolve("in/run");
        Path partial = Files.createDirectories(home.resolve("in/run.partial"));
        if (Files.notExists(partial.resolve(".grapnel-unfinished")))
            Files.createFile(partial.resolve(".grapnel-unfinished"));
        Files.createDirectories(partial.resolve("state"));
        List<String> words =
                new ArrayList<>(List.of("fit", data.toString(), "-o", run.toString(), "--progress", "none"));
        Stream.of("--rank", "2", "--keep", "3", "--no-report", "--no-controls").forEach(words::add);
        words.addAll(List.of(options));
        RunManifest.create(Grapnel.version(), words)
                .withInputs(List.<DataSource>of(), List.of(data))
                .write(partial);
        return run;
    }

    /** A jar whose plugin does not exist, so that loading it is an error of its own. */
    private Path jar() throws IOException {
        Path jar = elsewhere.resolve("foreign.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("META-INF/services/org.grapnel.plugin.Plugin"));
            zip.write("foreign.Plugin\n".getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    @Test
    void jarThatOnlyTheFolderNamesIsNotLoaded() throws IOException {
        Path jar = jar();
        for (String[] option : List.of(new String[] {"--plugin", jar.toString()}, new String[] {"--plugin=" + jar})) {
            Path run = received(option);
            Cli refused = Cli.run("resume", run);
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.err())
                    .hasLineCount(1)
                    .contains("was started with plugins, which are programs; if you trust them: grapnel resume " + run
                            + " --plugin " + jar);
            assertThat(Cli.run("resume", run, "--plugin", jar).err()).contains("a plugin cannot be loaded");
        }
    }

    @Test
    void outputFilesLieBesideTheRunOrInTheCurrentFolder() throws IOException {
        Path link = Files.createSymbolicLink(
                Files.createDirectories(home.resolve("in")).resolve("link"), elsewhere);
        for (Path place : List.of(elsewhere, link, home.resolve("in/..")))
            for (String option : List.of("--reconstruction ", "--imputed ", "--reconstruction=")) {
                Path file = place.resolve("mine.csv");
                Files.writeString(file, "mine");
                Path run = received((option + file).split(" "));
                Cli refused = Cli.run("resume", run);
                assertThat(refused.code()).as(option + file).isEqualTo(2);
                assertThat(refused.err())
                        .hasLineCount(1)
                        .contains("which lies neither beside it nor in the current folder");
                assertThat(file).hasContent("mine");
            }
        Path run = received("--reconstruction", home.resolve("in/tables/x.csv").toString());
        Cli done = Cli.run("resume", run);
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(home.resolve("in/tables/x.csv")).exists();
        assertThat(run.resolve("summary.json")).exists();
    }
}
