package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs the command that a report shows. */
public final class ReportedCommand {
    private static final Pattern WORD = Pattern.compile("'((?:[^']|'\\\\'')*)'|(\\S+)");

    private ReportedCommand() {}

    /** The words of the command in a report, as a shell reads them. */
    private static List<String> command(Path folder) throws IOException {
        String page = Files.readString(folder.resolve("report.html"));
        return words(page.substring(page.indexOf("<pre><code>") + 11, page.indexOf("</code></pre>"))
                .replace("&#39;", "'")
                .replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&amp;", "&"));
    }

    public static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find())
            words.add(word.group(1) == null ? word.group(2) : word.group(1).replace("'\\''", "'"));
        return words;
    }

    /** Runs the command of a report and expects the same files, apart from measured times and from some files. */
    public static void assertSameFiles(Path folder, Path again, List<String> others) throws IOException {
        List<String> words = command(folder);
        assertThat(words.remove(0)).isEqualTo("grapnel");
        words.set(words.indexOf("-o") + 1, again.toString());
        Cli cli = Cli.run(words.toArray());
        assertThat(cli.code()).as("%s%n%s", words, cli.err()).isZero();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (!List.of("summary.json", "report.html", "trace.csv").contains(name) && !others.contains(name))
                    assertThat(again.resolve(name)).as(name).hasSameBinaryContentAs(file);
            }
        }
    }
}
