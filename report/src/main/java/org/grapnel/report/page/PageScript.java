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

/** The script, style and data of a page. Nothing in them can close the HTML element that holds them. */
final class PageScript {
    private static final List<String> OURS = List.of(
            "frame.js", "lines.js", "bars.js", "scatter.js", "explore.js", "heatmap.js", "dots.js", "pictures.js");

    /** Six digits are more than a screen can show. */
    private static final MathContext DIGITS = new MathContext(6);

    private PageScript() {}

    /** Returns d3 with its licence and our figures. {@code \/} hides addresses in strings from a search; JavaScript reads it as /. */
    static String figures() {
        String licence = "/*! d3\n" + resource("d3/LICENSE") + "*/\n";
        String ours = OURS.stream().map(PageScript::resource).collect(Collectors.joining("\n"));
        return (licence + resource("d3/d3.min.js") + "\n" + ours).replace("://", ":\\/\\/");
    }

    static String style() {
        return resource("page.css");
    }

    /** Returns the data of the figures as JSON with six digits, without any text that could end the script element. */
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
