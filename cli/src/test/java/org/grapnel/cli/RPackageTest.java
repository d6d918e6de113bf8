package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The R package passes {@code R CMD check}, whose tests run this command line, and {@code docs/r.md} prints what it shows. */
@Tag("once")
@ExtendWith(TestProcesses.class)
class RPackageTest {
    private static final Path SOURCES = Path.of("..", "r").toAbsolutePath().normalize();
    private static final Path PAGE = Path.of("..", "docs", "r.md");

    /** A block of R, and what it prints if the page shows it. */
    private static final Pattern EXAMPLE = Pattern.compile("```r\n(.*?)```\n(?:```text\n(.*?)```)?", Pattern.DOTALL);

    private static final String END = "--- end of a block ---\n";
    private static final int MINUTES = 20;

    @TempDir
    Path home;

    @Test
    @Tag("full")
    void packagePassesTheCheckOfR() throws IOException, InterruptedException {
        assumeR();
        assertThat(run("R", "CMD", "build", SOURCES.toString())).contains("building");
        String checked = run("R", "CMD", "check", "--no-manual", built());
        assertThat(checked).contains("Running ‘commands.R’").contains("Status: OK");
    }

    @Test
    void pagePrintsWhatItShows() throws IOException, InterruptedException {
        assumeR();
        run("R", "CMD", "INSTALL", "--no-docs", "--library=" + home, SOURCES.toString());
        List<MatchResult> examples =
                EXAMPLE.matcher(Files.readString(PAGE)).results().toList();
        StringBuilder script = new StringBuilder();
        for (MatchResult example : examples)
            script.append(example.group(1)).append("cat('").append(END.strip()).append("\\n')\n");
        String printed = run(
                "Rscript",
                Files.writeString(home.resolve("page.R"), script.toString()).toString());
        List<String> blocks = List.of(printed.split(END, -1));
        assertThat(blocks).hasSize(examples.size() + 1);
        for (int i = 0; i < examples.size(); i++)
            if (examples.get(i).group(2) != null)
                assertThat(blocks.get(i)).isEqualTo(examples.get(i).group(2));
    }

    private static void assumeR() {
        boolean there = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "Rscript")));
        assumeTrue(there, "skipped: there is no Rscript (apt install r-base-core r-cran-matrix)");
    }

    private String built() throws IOException {
        try (Stream<Path> files = Files.list(home)) {
            return files.filter(file -> file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow()
                    .toString();
        }
    }

    /** Runs a program of R in the temporary folder, with this command line as Grapnel; returns what it printed. */
    private String run(String... command) throws IOException, InterruptedException {
        Path printed = home.resolve("printed");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("R_LIBS", home.toString());
        builder.environment()
                .put("GRAPNEL_HOME", Path.of("src", "dist").toAbsolutePath().toString());
        builder.environment().put("GRAPNEL_CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("_R_CHECK_XREFS_REPOSITORIES_", " "); // no request to CRAN
        Process process = TestProcesses.start(builder);
        assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES))
                .as("ended in %d minutes: %s", MINUTES, String.join(" ", command))
                .isTrue();
        String text = Files.readString(printed);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
