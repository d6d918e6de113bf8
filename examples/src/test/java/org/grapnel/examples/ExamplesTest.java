package org.grapnel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every example runs, and the documentation quotes its source. */
class ExamplesTest {
    @TempDir
    Path home;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    /** Writes ten groups, each with three of forty features, and optionally a column of labels. */
    private Path file(String name, long seed, int n, boolean labelled) throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder header = new StringBuilder("f0");
        for (int i = 1; i < 40; i++) header.append(",f" + i);
        lines.add(header + (labelled ? ",kind" : ""));
        for (int j = 0; j < n; j++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < 40; i++)
                line.append(i == 0 ? "" : ",")
                        .append((int) (3 * CounterRandom.uniform(seed, i, j)) + (i / 3 == j % 10 ? 9 : 0));
            lines.add(line + (labelled ? ",kind" + j % 10 : ""));
        }
        return Files.write(home.resolve(name), lines);
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void quickStart() throws IOException {
        Path folder = home.resolve("run");
        QuickStart.run(file("old.csv", 1, 120, false), file("new.csv", 2, 20, false), folder, out);
        assertThat(printed()).contains("f21 ", "120 samples in groups of [", "settled: ", "20 samples in groups of [");
        assertThat(folder.resolve("summary.json")).exists();
    }

    @Test
    void countsWithLabels() throws IOException {
        CountsWithLabels.run(file("counts.csv", 1, 120, true), "kind", out);
        assertThat(printed()).contains("log(1 + x) was taken", "nmi=");
    }

    @Test
    void featureSelection() throws IOException {
        FeatureSelectionExample.run(file("data.csv", 1, 120, false), out);
        assertThat(printed().lines()).hasSize(37);
        assertThat(printed()).containsPattern("best with \\d+ of them").containsPattern("0\\.\\d+ against 0\\.\\d+");
    }

    @Test
    void tuning() throws IOException {
        TuningExample.run(file("data.csv", 1, 120, false), out);
        assertThat(printed()).contains("Chosen: ", "3 groups were given;");
    }

    @Test
    void term() throws IOException {
        TermExample.run(file("data.csv", 1, 120, false), out);
        assertThat(printed()).matches("\\[\\d+\\.\\d+]\\R");
    }

    @Test
    void stepByStep() {
        StepByStep.main(new String[0]);
        StepByStep.run(
                new double[][] {{5, 5, 4, 0, 0, 1}, {4, 5, 5, 1, 0, 0}, {0, 1, 0, 5, 4, 5}, {1, 1, 1, 1, 1, 1}},
                List.of("a", "a", "a", "b", "b", "b"),
                out);
        assertThat(printed().lines()).hasSize(3).last().isEqualTo("1.0");
    }

    @ParameterizedTest
    @CsvSource({
        "README.md, QuickStart",
        "docs/java.md, QuickStart",
        "docs/java.md, CountsWithLabels",
        "docs/java.md, FeatureSelectionExample",
        "docs/java.md, TuningExample",
        "docs/tuning.md, TuningExample",
        "docs/java.md, TermExample",
        "docs/java.md, StepByStep"
    })
    void documentationQuotesTheExample(String page, String example) throws IOException {
        Path root = Path.of("").toAbsolutePath().getParent();
        String source =
                Files.readString(root.resolve("examples/src/main/java/org/grapnel/examples/" + example + ".java"));
        String quote = source.substring(source.indexOf("// quote\n") + 9, source.indexOf("        // end"));
        String dedented =
                quote.lines().map(line -> line.replaceFirst("^ {8}", "")).collect(Collectors.joining("\n"));
        assertThat(Files.readString(root.resolve(page))).contains("```java\n" + dedented + "\n```");
    }
}
