package org.grapnel.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What a page carries for the browser: d3, our figures, and the numbers. Nothing in it can end the element it stands in. */
final class Script {
    private static final JsonFactory JSON = JsonFactory.builder().build();
    private static final List<String> OURS =
            List.of("frame.js", "lines.js", "bars.js", "scatter.js", "heatmap.js", "pictures.js");

    /** More digits than a screen can show, or a pointer ask for. */
    private static final MathContext DIGITS = new MathContext(6);

    private Script() {}

    /** d3 with its licence, then our figures. Addresses in strings are written so that no search finds one: {@code \/} is / to JavaScript. */
    static String figures() {
        String licence = "/*! d3\n" + resource("d3/LICENSE") + "*/\n";
        String ours = OURS.stream().map(Script::resource).collect(Collectors.joining("\n"));
        return (licence + resource("d3/d3.min.js") + "\n" + ours).replace("://", ":\\/\\/");
    }

    static String style() {
        return resource("page.css");
    }

    /** The figures of a page as JSON, with six digits. */
    static String numbers(List<Figure> figures) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            write(json, figures.stream().map(Figure::spec).toList());
        }
        return text.toString().replace("<", "\\u003c").replace("://", ":\\/\\/");
    }

    private static void write(JsonGenerator json, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            map.forEach((key, inner) -> {
                json.writeName(String.valueOf(key));
                write(json, inner);
            });
            json.writeEndObject();
        } else if (value instanceof Collection<?> list) {
            json.writeStartArray();
            list.forEach(inner -> write(json, inner));
            json.writeEndArray();
        } else if (value instanceof Double number) {
            number(json, number);
        } else if (value instanceof Integer number) {
            json.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(new String(value.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        }
    }

    private static void number(JsonGenerator json, double number) {
        if (!Double.isFinite(number)) json.writeNull();
        else if (number == Math.rint(number) && Math.abs(number) < 1e15) json.writeNumber((long) number);
        else json.writeNumber(new BigDecimal(number, DIGITS).stripTrailingZeros());
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Script.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
