package org.grapnel.studio.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the page shows of a data file: what {@code grapnel data describe --json} says, and suggestions to take with one click. */
public final class DataView {
    private static final String LABELS = "labels";

    private DataView() {}

    /** Adds {@code suggestions} to a description; all other entries stay. */
    public static Map<String, Object> create(Map<String, Object> describeJson) {
        Map<String, Object> view = new LinkedHashMap<>(describeJson);
        view.put("suggestions", suggestions(describeJson));
        return view;
    }

    private static List<Map<String, Object>> suggestions(Map<String, Object> description) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Object remedy : list(description, "remedies"))
            if (remedy instanceof Map<?, ?> map
                    && map.get("text") instanceof String text
                    && map.get("options") instanceof Map<?, ?> options
                    && !options.isEmpty()) all.add(suggestion(text, options));
        if (description.get(LABELS) instanceof String) return all;
        for (Object guess : list(description, "label_guesses"))
            if (guess instanceof String name && !offersLabels(all, name))
                all.add(suggestion("'" + name + "' may hold the true classes: use it as labels", Map.of(LABELS, name)));
        return all;
    }

    private static boolean offersLabels(List<Map<String, Object>> all, String name) {
        return all.stream()
                .anyMatch(one -> one.get("options") instanceof Map<?, ?> options && name.equals(options.get(LABELS)));
    }

    private static Map<String, Object> suggestion(String text, Map<?, ?> options) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("text", text);
        one.put("options", options);
        return one;
    }

    private static List<?> list(Map<String, Object> values, String key) {
        return values.get(key) instanceof List<?> list ? list : List.of();
    }
}
