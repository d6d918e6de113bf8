package org.grapnel.runs.resume;

import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.grapnel.data.DataException;

/**
 * The format of a journal.
 *
 * @param kind of run, for messages: {@code comparison}
 * @param identity everything that must be equal for a run to be continued: all that decides a number
 * @param toMap converts an entry to JSON
 * @param fromMap converts JSON to an entry; the text is the place to name in errors
 */
public record JournalFormat<T>(
        String kind,
        Map<String, ?> identity,
        Function<T, Map<String, ?>> toMap,
        BiFunction<Map<String, Object>, String, T> fromMap) {
    /** Checks the number of features before the entry allocates a set of that size. */
    T read(Map<String, Object> values, String where) {
        Object features = values.get("features");
        String expected = String.valueOf(identity.get("features"));
        if (features != null && !features.toString().equals(expected))
            throw new DataException("%s: has %s features, but the data have %s", where, features, expected);
        return fromMap.apply(values, where);
    }
}
