package org.grapnel.studio.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.studio.folder.RawPath;
import org.grapnel.studio.folder.RefusedException;
import org.jspecify.annotations.Nullable;

/** The parameters of an address. */
record Query(Map<String, List<String>> values) {
    private static final int MAX = 200;

    static Query parse(@Nullable String raw) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (raw == null || raw.isEmpty()) return new Query(values);
        String[] parts = raw.split("&");
        if (parts.length > MAX) throw RefusedException.wrong("the address has more than " + MAX + " parameters");
        for (String part : parts) {
            int equals = part.indexOf('=');
            String key = RawPath.decode(equals < 0 ? part : part.substring(0, equals), true);
            String value = equals < 0 ? "" : RawPath.decode(part.substring(equals + 1), true);
            values.computeIfAbsent(key, name -> new ArrayList<>()).add(value);
        }
        return new Query(values);
    }

    List<String> all(String key) {
        return values.getOrDefault(key, List.of());
    }

    String one(String key) {
        List<String> found = all(key);
        if (found.size() != 1) throw RefusedException.wrong("the address needs one parameter '" + key + "'");
        return found.get(0);
    }

    boolean flag(String key) {
        List<String> found = all(key);
        if (found.isEmpty() || found.equals(List.of("false"))) return false;
        if (found.equals(List.of("true"))) return true;
        throw RefusedException.wrong("the parameter '" + key + "' must be true or false");
    }
}
