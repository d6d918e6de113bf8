package org.grapnel.runs.json;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.output.OutputFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes JSON. Keys keep the order of insertion, or are sorted if the map has none, one per line, and doubles have
 * all their digits. JSON has no numbers that are not finite; they are written as null.
 *
 * <p>Writing walks the values and feeds Jackson's generator. Data binding would do the same, but loading its classes takes
 * 0.2 s, which every run would pay.
 */
public final class Json {
    private static final DefaultPrettyPrinter KEY_A_LINE =
            new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));

    private static final ObjectWriteContext PRETTY = new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            return KEY_A_LINE.createInstance();
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    };

    /** Rounded numbers below this bound are written as integers where they are integers. */
    private static final double LARGEST_WHOLE = 1e15;

    /** The class of what {@code Map.of} and {@code Map.copyOf} return for two or more entries. */
    private static final Class<?> UNORDERED = Map.of(0, 0, 1, 1).getClass();

    private static final JsonFactory FACTORY = JsonFactory.builder().build();

    private Json() {}

    /** Formats a map whose values are numbers, text, booleans, null, lists or such maps. */
    public static String format(Map<String, ?> values) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(PRETTY, text)) {
            write(json, values, MathContext.UNLIMITED);
        }
        return text.append('\n').toString();
    }

    /** Formats a map on one line, without a line end. */
    public static String formatLine(Map<String, ?> values) {
        return formatLine(values, MathContext.UNLIMITED);
    }

    /** Formats a map or a list on one line, with numbers rounded for display. */
    public static String formatLine(Object values, MathContext digits) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            write(json, values, digits);
        }
        return text.toString();
    }

    /** Parses one JSON object; {@code where} is the place named in errors. */
    public static Map<String, Object> parse(byte[] text, String where) {
        try {
            Map<String, Object> values =
                    JsonMapper.shared().readValue(text, new TypeReference<LinkedHashMap<String, Object>>() {});
            if (values == null) throw new DataException("%s: is not a JSON object: null", where);
            return values;
        } catch (JacksonException e) {
            throw new DataException(where + ": is not a JSON object: " + reason(e), e);
        }
    }

    /** The first sentence of the parser's message, without the classes and settings that it names, and where it stopped. */
    private static String reason(JacksonException e) {
        String said = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
        if (e instanceof MismatchedInputException)
            said = said.startsWith("No content") ? "it is empty" : "another kind of value stands there";
        TokenStreamLocation at = e.getLocation();
        boolean isKnown = at != null && at.getLineNr() > 0;
        String place = isKnown ? " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")" : "";
        return said.replaceAll(" \\(start marker.*|, from `.*?`", "") + place;
    }

    public static void write(Path file, Map<String, ?> values) throws IOException {
        try (OutputStream out = OutputFile.open(file)) {
            out.write(format(values).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Reads a file that holds one JSON object. */
    public static Map<String, Object> read(Path file) {
        return InputFile.read(file, in -> parse(in.content().readAllBytes(), in.name()));
    }

    private static void write(JsonGenerator json, @Nullable Object value, MathContext digits) {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            inFixedOrder(map).forEach((key, inner) -> {
                json.writeName(String.valueOf(key));
                write(json, inner, digits);
            });
            json.writeEndObject();
        } else if (value instanceof Collection<?> list) {
            json.writeStartArray();
            list.forEach(inner -> write(json, inner, digits));
            json.writeEndArray();
        } else if (value instanceof Double number && Double.isFinite(number)) {
            number(json, number, digits);
        } else if (value == null || value instanceof Double) {
            json.writeNull();
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof Long || value instanceof Integer) {
            json.writeNumber(((Number) value).longValue());
        } else {
            json.writeString(value.toString());
        }
    }

    /** The order of a {@code Map.of} differs between two runs of Java, so its entries are sorted by key. */
    private static Map<?, ?> inFixedOrder(Map<?, ?> map) {
        return map.getClass() == UNORDERED ? new TreeMap<>(map) : map;
    }

    private static void number(JsonGenerator json, double number, MathContext digits) {
        boolean whole = number == Math.rint(number) && Math.abs(number) < LARGEST_WHOLE;
        if (digits.getPrecision() == 0) json.writeNumber(number);
        else if (whole) json.writeNumber((long) number);
        else json.writeNumber(new BigDecimal(number, digits).stripTrailingZeros());
    }
}
