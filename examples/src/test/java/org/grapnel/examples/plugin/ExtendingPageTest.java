package org.grapnel.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page on plugins quotes the examples as they are. */
class ExtendingPageTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static String quote(String example) throws IOException {
        String source = Files.readString(
                ROOT.resolve("examples/src/main/java/org/grapnel/examples/plugin/" + example + ".java"));
        int start = source.indexOf("// quote\n");
        int indent = start - source.lastIndexOf('\n', start) - 1;
        String quote = source.substring(start + 9, source.lastIndexOf('\n', source.indexOf("// end", start)));
        return quote.lines()
                .map(line -> line.isBlank() ? "" : line.substring(Math.min(indent, line.length())))
                .reduce((a, b) -> a + "\n" + b)
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "L1OnH",
                "SoftOrthogonality",
                "RowShrinkage",
                "SoftThreshold",
                "RangeSelector",
                "ChainGraph",
                "FistaRule",
                "TotalQuantiles",
                "PointsReader"
            })
    void pageQuotesTheExample(String example) throws IOException {
        assertThat(Files.readString(ROOT.resolve("docs/extending.md")))
                .contains("```java\n" + quote(example) + "\n```");
    }

    @Test
    void l1TermTakesAtMostThirtyLines() throws IOException {
        assertThat(quote("L1OnH").lines()).hasSizeLessThanOrEqualTo(30);
    }
}
