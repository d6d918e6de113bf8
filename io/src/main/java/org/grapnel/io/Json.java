package org.grapnel.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.grapnel.data.DataException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON in the order in which the keys were put, a key a line, doubles in full precision. JSON has no word for a number
 * that is not finite, so those are written as null.
 */
public final class Json {
    private static final ObjectWriter WRITER = JsonMapper.builder()
            .defaultPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
            .build()
            .writerWithDefaultPrettyPrinter();

    private static final ObjectReader READER =
            JsonMapper.builder().build().readerFor(new TypeReference<LinkedHashMap<String, Object>>() {});

    private Json() {}

    /** The text of a map whose values are numbers, words, truth values, null, lists or such maps. */
    public static String text(Map<String, ?> values) {
        return WRITER.writeValueAsString(writable(values)) + "\n";
    }

    public static void write(Path file, Map<String, ?> values) throws IOException {
        try (OutputStream out = OutputFile.open(file)) {
            out.write(text(values).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The values of a file that holds one JSON object. */
    public static Map<String, Object> read(Path file) {
        return InputFile.read(file, in -> {
            try {
                Map<String, Object> values = READER.readValue(in.content());
                if (values == null) throw new DataException("%s: is not a JSON object: null", in.name());
                return values;
            } catch (JacksonException e) {
                throw new DataException(in.name() + ": is not a JSON object: " + e.getOriginalMessage(), e);
            }
        });
    }

    private static @Nullable Object writable(@Nullable Object value) {
        if (value instanceof Double number) return Double.isFinite(number) ? number : null;
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> copy = new LinkedHashMap<>();
            map.forEach((key, inner) -> copy.put(String.valueOf(key), writable(inner)));
            return copy;
        }
        if (value instanceof Collection<?> list)
            return list.stream().map(Json::writable).toList();
        return value;
    }
}
