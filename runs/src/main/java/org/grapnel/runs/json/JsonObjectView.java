package org.grapnel.runs.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.grapnel.data.DataException;
import org.jspecify.annotations.Nullable;

/** A JSON object of a file, read by key. An entry that is missing or of another type is refused with the file and the full path of its keys. */
public final class JsonObjectView {
    private static final int EXCERPT = 60;

    private final String file;
    private final String path;
    private final Map<?, ?> values;

    private JsonObjectView(String file, String path, Map<?, ?> values) {
        this.file = file;
        this.path = path;
        this.values = values;
    }

    /** Views the object that is the whole of a file or a line. */
    public static JsonObjectView of(String file, Map<String, ?> values) {
        return new JsonObjectView(file, "", values);
    }

    /** Views the object under a key of a file; refuses any other value. */
    public static JsonObjectView of(String file, String key, Object value) {
        if (value instanceof Map<?, ?> map) return new JsonObjectView(file, key + ".", map);
        throw new DataException("%s: %s", file, mismatch(key, excerpt(value), "an object"));
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    public String text(String key) {
        if (value(key) instanceof String text) return text;
        throw unexpected(key, "text");
    }

    public boolean flag(String key) {
        if (value(key) instanceof Boolean flag) return flag;
        throw unexpected(key, "true or false");
    }

    /** Returns a finite number. */
    public double number(String key) {
        if (value(key) instanceof Number number && Double.isFinite(number.doubleValue())) return number.doubleValue();
        throw unexpected(key, "a number");
    }

    /** Returns a number, or NaN for null, which is how numbers that are not finite are written. */
    public double numberOrNaN(String key) {
        return has(key) && value(key) == null ? Double.NaN : number(key);
    }

    /** Returns an integer of any size, such as a seed. */
    public long integer(String key) {
        if (value(key) instanceof Number number && (number instanceof Integer || number instanceof Long))
            return number.longValue();
        throw unexpected(key, "an integer");
    }

    /** Returns an integer from 0 on. */
    public int count(String key) {
        if (value(key) instanceof Number number && isCount(number.doubleValue())) return number.intValue();
        throw unexpected(key, "an integer from 0 on");
    }

    /** Returns an integer from 1 on. */
    public int positive(String key) {
        if (value(key) instanceof Number number && isCount(number.doubleValue()) && number.intValue() > 0)
            return number.intValue();
        throw unexpected(key, "an integer from 1 on");
    }

    private static boolean isCount(double number) {
        return number >= 0 && number <= Integer.MAX_VALUE && number == Math.rint(number);
    }

    public JsonObjectView object(String key) {
        if (value(key) instanceof Map<?, ?> map) return new JsonObjectView(file, path + key + ".", map);
        throw unexpected(key, "an object");
    }

    /** Returns empty where the key is missing or null. */
    public Optional<Double> findNumber(String key) {
        return value(key) == null ? Optional.empty() : Optional.of(number(key));
    }

    /** Returns empty where the key is missing or null. */
    public Optional<Integer> findCount(String key) {
        return value(key) == null ? Optional.empty() : Optional.of(count(key));
    }

    /** Returns empty where the key is missing or null. */
    public Optional<String> findText(String key) {
        return value(key) == null ? Optional.empty() : Optional.of(text(key));
    }

    /** Returns empty where the key is missing or null. */
    public Optional<JsonObjectView> findObject(String key) {
        return value(key) == null ? Optional.empty() : Optional.of(object(key));
    }

    public List<String> texts(String key) {
        return list(key, JsonObjectView::text);
    }

    public List<Integer> counts(String key) {
        return list(key, JsonObjectView::count);
    }

    /** Returns numbers, with NaN for null. */
    public List<Double> numbersOrNaN(String key) {
        return list(key, JsonObjectView::numberOrNaN);
    }

    public List<JsonObjectView> objects(String key) {
        return list(key, JsonObjectView::object);
    }

    /** Reads the entries of a list as if their indices were keys, so that errors name them. */
    private <T> List<T> list(String key, BiFunction<JsonObjectView, String, T> read) {
        if (!(value(key) instanceof List<?> list)) throw unexpected(key, "a list");
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        for (Object entry : list) entries.put(String.valueOf(entries.size()), entry);
        JsonObjectView indexed = new JsonObjectView(file, path + key + ".", entries);
        List<T> found = new ArrayList<>();
        for (String entry : entries.keySet()) found.add(read.apply(indexed, entry));
        return found;
    }

    private @Nullable Object value(String key) {
        return values.get(key);
    }

    /** Returns the error for an entry that is not what was expected. */
    public DataException unexpected(String key, String expected) {
        Object value = value(key);
        String found = value != null ? excerpt(value) : has(key) ? "null" : "missing";
        return new DataException("%s: %s", file, mismatch(path + key, found, expected));
    }

    private static String mismatch(String key, String found, String expected) {
        return key + " is " + found + ", expected " + expected;
    }

    private static String excerpt(Object value) {
        String text = String.valueOf(value);
        return "'" + (text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "…") + "'";
    }
}
