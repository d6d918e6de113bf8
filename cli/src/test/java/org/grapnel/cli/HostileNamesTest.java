package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names from a file never become a path, a terminal command, HTML, or another name in the result. */
@Tag("once")
class HostileNamesTest {
    private static final List<String> NAMES = List.of(
            "../../escaped",
            "/tmp/escaped",
            "..\\escaped",
            "a/b",
            "C:\\escaped",
            "=cmd|' /C calc'!A0",
            "@SUM(1)",
            "two\nlines",
            "bell\u0007 and \u001b[31mred\u001b[0m \u009b2J",
            "\u202Eturned\u2066",
            "\u2028line",
            "<script>alert(1)</script>",
            "</script><img src=x onerror=alert(2)>",
            "$(touch escaped)",
            "`touch escaped`",
            "%s%n%x",
            "CON",
            ".",
            "..",
            "summary.json",
            "x".repeat(300),
            "NUL");

    @TempDir
    Path home;

    private Path data = Path.of("");

    /** Samples and labels have the same names; two groups. */
    @BeforeEach
    void write() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("id," + NAMES.stream().map(HostileNamesTest::cell).collect(Collectors.joining(",")) + ",kind");
        for (int j = 0; j < NAMES.size(); j++) {
            StringBuilder line = new StringBuilder(cell(NAMES.get(j) + j));
            for (int i = 0; i < NAMES.size(); i++)
                line.append(',').append(CounterRandom.uniform(5, i, j) + (i % 2 == j % 2 ? 1 : 0));
            lines.add(line + "," + cell(NAMES.get(j % 2 == 0 ? 7 : 8)));
        }
        Files.createDirectories(home.resolve("in"));
        Files.createDirectories(home.resolve("out"));
        data = Files.writeString(home.resolve("in").resolve("data.csv"), String.join("\n", lines) + "\n");
    }

    private static String cell(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private Cli run(Object... words) {
        Cli done = Cli.run(words);
        assertThat(done.code()).as(done.err()).isZero();
        for (String said : List.of(done.out(), done.err()))
            assertThat(said.codePoints()
                            .filter(c -> c != '\n'
                                    && (Character.isISOControl(c)
                                            || (c >= 0x202A && c <= 0x202E)
                                            || (c >= 0x2066 && c <= 0x2069)
                                            || c == 0x2028))
                            .mapToObj(Integer::toHexString))
                    .isEmpty();
        return done;
    }

    private Set<String> files() {
        try (Stream<Path> all = Files.walk(home)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> home.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void hostileNamesDoNotChangeFileNames() throws IOException {
        Path out = home.resolve("out");
        run(
                "fit",
                data,
                "--labels",
                "kind",
                "--clusters",
                2,
                "--keep",
                5,
                "--factors",
                "csv",
                "-o",
                out.resolve("fit"));
        run("select", data, "--labels", "kind", "--keep", 5, "-o", out.resolve("select"));
        run(
                "compare",
                data,
                "--labels",
                "kind",
                "--clusters",
                2,
                "--keep",
                5,
                "--models",
                "gnmf-l20",
                "--repeats",
                2,
                "--max-iter",
                5,
                "-o",
                out.resolve("compare"));
        run("transform", out.resolve("fit"), data, "--labels", "kind", "-o", out.resolve("placed"));
        run("graph", data, "--labels", "kind", "-o", out.resolve("edges.mtx"));
        run("data", "describe", data, "--labels", "kind");
        run("report", out.resolve("fit"));
        assertThat(files())
                .allMatch(file -> file.matches(
                        "in/data\\.csv|out/edges\\.mtx|out/(fit|select|compare|placed)/[A-Za-z_]+\\.[a-z]+"));
        assertThat(Path.of("/tmp/escaped")).doesNotExist();
        // names are unchanged in the tables, so that users can join by them
        String features = Files.readString(out.resolve("fit").resolve("preparation.csv"));
        for (String name : NAMES)
            assertThat(features).contains(name.contains("\n") ? cell(name) : name.replace("\"", "\"\""));
        for (String folder : List.of("fit", "select", "compare")) {
            String page = Files.readString(out.resolve(folder).resolve("report.html"), StandardCharsets.UTF_8);
            int d3 = page.indexOf("/*! d3");
            String shown = d3 < 0 ? page : page.substring(0, d3);
            assertThat(shown.contains("<script>alert")).as(folder).isFalse();
            assertThat(page.contains("<img src=x")).as(folder).isFalse();
        }
    }

    /** File names may be hostile too. */
    @Test
    void anErrorIsOneLineForAnyFileName() throws IOException {
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        assumeTrue(
                Charset.forName(encoding).newEncoder().canEncode('\u202E'),
                "this JVM cannot name such a file: its locale is " + encoding);
        Path odd = Files.writeString(home.resolve("a\nb\u001b[2J\u202E.csv"), "a,b\n1,x\n");
        Cli refused = Cli.run("fit", odd, "--rank", 1, "--keep", 1, "-o", home.resolve("run"));
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).hasLineCount(1).doesNotContain("\u001b", "\u202E");
    }

    /** The link is replaced; the target of the link is unchanged. */
    @Test
    void aLinkInPlaceOfTheFolderIsReplacedAndNotFollowed() throws IOException {
        Path elsewhere = Files.createDirectories(home.resolve("elsewhere"));
        Path precious = Files.writeString(elsewhere.resolve("precious.txt"), "precious");
        Path link = Files.createSymbolicLink(home.resolve("run"), elsewhere);
        Object[] words = {
            "fit", data, "--labels", "kind", "--clusters", 2, "--keep", 5, "--no-report", "--max-iter", 3, "-o", link
        };
        assertThat(Cli.run(words).code()).isEqualTo(2);
        List<Object> forced = new ArrayList<>(List.of(words));
        forced.add("--force");
        run(forced.toArray());
        assertThat(Files.isSymbolicLink(link)).isFalse();
        assertThat(link.resolve("summary.json")).exists();
        assertThat(precious).hasContent("precious");
        assertThat(elsewhere.resolve("summary.json")).doesNotExist();
    }
}
