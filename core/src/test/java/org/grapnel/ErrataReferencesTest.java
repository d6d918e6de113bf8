package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ErrataReferencesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern ITEM = Pattern.compile("(?m)^\\| \\*\\*(\\d+)b?\\*\\* \\|");
    private static final Pattern REFERENCE = Pattern.compile("[\\[ ]ERRATA ([^\\]]*)\\]");
    private static final Pattern RANGE = Pattern.compile("(\\d+)(?:[–-](\\d+))?");

    @Test
    void everyReferenceInTheCodeIsAnItemOfTheErrata() throws IOException {
        Set<Integer> items = new TreeSet<>();
        ITEM.matcher(Files.readString(ROOT.resolve("docs/errata.md")))
                .results()
                .forEach(item -> items.add(Integer.valueOf(item.group(1))));
        List<String> unknown = new ArrayList<>();
        int references = 0;
        for (Path source : sources()) {
            Matcher reference = REFERENCE.matcher(Files.readString(source));
            while (reference.find()) {
                references++;
                Set<Integer> cited = cited(reference.group(1));
                if (cited.isEmpty() || !items.containsAll(cited)) unknown.add(source + ": " + reference.group());
            }
        }
        assertThat(items).hasSizeGreaterThan(30).contains(1, 36);
        assertThat(references).isPositive();
        assertThat(unknown).isEmpty();
    }

    private static Set<Integer> cited(String text) {
        Set<Integer> cited = new TreeSet<>();
        Matcher range = RANGE.matcher(text);
        while (range.find()) {
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            for (int item = first; item <= last; item++) cited.add(item);
        }
        return cited;
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path code : modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList())
                try (Stream<Path> files = Files.walk(code)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
        }
        return sources;
    }
}
