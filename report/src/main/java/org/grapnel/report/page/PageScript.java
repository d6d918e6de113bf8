package org.grapnel.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.grapnel.runs.json.Json;

/** What a page carries for the browser: d3, our figures, and the numbers. Nothing in it can end the element it stands in. */
final class PageScript {
    private static final List<String> OURS =
            List.of("frame.js", "lines.js", "bars.js", "scatter.js", "heatmap.js", "pictures.js");

    /** More digits than a screen can show, or a pointer ask for. */
    private static final MathContext DIGITS = new MathContext(6);

    private PageScript() {}

    /** d3 with its licence, then our figures. Addresses in strings are written so that no search finds one: {@code \/} is / to JavaScript. */
    static String figures() {
        String licence = "/*! d3\n" + resource("d3/LICENSE") + "*/\n";
        String ours = OURS.stream().map(PageScript::resource).collect(Collectors.joining("\n"));
        return (licence + resource("d3/d3.min.js") + "\n" + ours).replace("://", ":\\/\\/");
    }

    static String style() {
        return resource("page.css");
    }

    /** The figures of a page as JSON, with six digits, and nothing in it that the browser could take for the end of the script. */
    static String numbers(List<Figure> figures) {
        String json = Json.formatLine(figures.stream().map(Figure::toJson).toList(), DIGITS);
        return json.replace("<", "\\u003c").replace("://", ":\\/\\/");
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(PageScript.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
