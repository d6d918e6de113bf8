package org.grapnel.runs.json;

import java.util.List;
import java.util.Map;
import org.grapnel.data.DataException;
import org.jspecify.annotations.Nullable;

/**
 * What stands on a line of a journal, looked at value by value.
 *
 * @param where it stands, for who has to hear of a fault
 */
record JsonLine(Map<String, Object> values, String where) {
    boolean has(String key) {
        return values.containsKey(key);
    }

    /** The number under this key. */
    double number(String key) {
        return number(key, values.get(key));
    }

    /** A number that must be there and finite. */
    double finite(String key) {
        double value = number(key);
        if (!Double.isFinite(value)) throw fault(key);
        return value;
    }

    /** A whole number from this one on. */
    int whole(String key, int least) {
        return whole(key, values.get(key), least);
    }

    int whole(String key, @Nullable Object value, int least) {
        if (value instanceof Integer number && number >= least) return number;
        throw fault(key);
    }

    /** What is not finite was written as null. */
    double number(String key, @Nullable Object value) {
        if (value == null) return Double.NaN;
        if (value instanceof Number number) return number.doubleValue();
        throw fault(key);
    }

    @SuppressWarnings("unchecked") // of anything: the elements are looked at one by one
    List<@Nullable Object> list(String key) {
        return (List<@Nullable Object>) of(key, List.class);
    }

    <T> T of(String key, Class<T> type) {
        Object value = values.get(key);
        if (!type.isInstance(value)) throw fault(key);
        return type.cast(value);
    }

    DataException fault(String key) {
        return new DataException("%s: %s cannot be %s", where, key, String.valueOf(values.get(key)));
    }
}
