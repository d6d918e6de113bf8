package org.grapnel.runs.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.grapnel.data.DataException;
import org.jspecify.annotations.Nullable;

/**
 * An object within a JSON file that Grapnel wrote, read back by its keys. What is missing or of another kind is named by its file and by all keys
 * that lead to it.
 */
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

    /** The value under a key of a file, which should be an object. */
    public static JsonObjectView of(String file, String key, Object value) {
        if (value instanceof Map<?, ?> map) return new JsonObjectView(file, key, map);
        throw new DataException("%s: %s", file, wrong(key, excerpt(value), "an object"));
    }

    public String text(String key) {
        if (value(key) instanceof String text) return text;
        throw refused(key, "words");
    }

    public boolean flag(String key) {
        if (value(key) instanceof Boolean truth) return truth;
        throw refused(key, "true or false");
    }

    public double number(String key) {
        if (value(key) instanceof Number number && Double.isFinite(number.doubleValue())) return number.doubleValue();
        throw refused(key, "a number");
    }

    /** A number that was computed; NaN where null stands, for JSON has no word for what is not finite. */
    public double numberOrNaN(String key) {
        return values.containsKey(key) && value(key) == null ? Double.NaN : number(key);
    }

    /** A whole number from 0 on. */
    public int count(String key) {
        if (value(key) instanceof Number number && isCount(number.doubleValue())) return number.intValue();
        throw refused(key, "a whole number from 0 on");
    }

    /** A whole number from 1 on. */
    public int positive(String key) {
        if (value(key) instanceof Number number && isCount(number.doubleValue()) && number.intValue() > 0)
            return number.intValue();
        throw refused(key, "a whole number from 1 on");
    }

    private static boolean isCount(double number) {
        return number >= 0 && number <= Integer.MAX_VALUE && number == Math.rint(number);
    }

    public JsonObjectView object(String key) {
        if (value(key) instanceof Map<?, ?> map) return new JsonObjectView(file, path + "." + key, map);
        throw refused(key, "an object");
    }

    /** None where null stands, or nothing. */
    public Optional<Double> findNumber(String key) {
        return value(key) == null ? Optional.empty() : Optional.of(number(key));
    }

    public Optional<Integer> findCount(String key) {
        return value(key) == null ? Optional.empty() : Optional.of(count(key));
    }

    public Optional<JsonObjectView> findObject(String key) {
        return value(key) == null ? Optional.empty() : Optional.of(object(key));
    }

    public List<String> texts(String key) {
        return all(key, JsonObjectView::text);
    }

    /** Numbers that were computed; NaN where null stands. */
    public List<Double> numbersOrNaN(String key) {
        return all(key, JsonObjectView::numberOrNaN);
    }

    public List<JsonObjectView> objects(String key) {
        return all(key, JsonObjectView::object);
    }

    /** An entry is looked up as if its number were a key, so that it is named as one where it is wrong. */
    private <T> List<T> all(String key, BiFunction<JsonObjectView, String, T> read) {
        if (!(value(key) instanceof List<?> list)) throw refused(key, "a list");
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        for (Object entry : list) entries.put(String.valueOf(entries.size()), entry);
        JsonObjectView numbered = new JsonObjectView(file, path + "." + key, entries);
        List<T> found = new ArrayList<>();
        for (String entry : entries.keySet()) found.add(read.apply(numbered, entry));
        return found;
    }

    private @Nullable Object value(String key) {
        return values.get(key);
    }

    private DataException refused(String key, String wanted) {
        Object value = value(key);
        String found = value != null ? excerpt(value) : values.containsKey(key) ? "null" : "missing";
        return new DataException("%s: %s", file, wrong(path + "." + key, found, wanted));
    }

    private static String wrong(String key, String found, String wanted) {
        return key + " is " + found + ", where " + wanted + " should be";
    }

    private static String excerpt(Object value) {
        String text = String.valueOf(value);
        return "'" + (text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "…") + "'";
    }
}
