package org.grapnel.cli.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.grapnel.options.DataOptions;
import org.grapnel.runs.json.Json;

/**
 * How the table of a fit was read, from its {@code summary.json}.
 *
 * @param entries the values by key
 */
record FitTable(Map<String, List<String>> entries) {
    static FitTable of(Path run) {
        Map<String, ?> summary = Json.read(run.resolve("summary.json"));
        Map<String, List<String>> entries = new LinkedHashMap<>();
        for (String key : DataOptions.REPEATED) {
            Object value = summary.get(key);
            if (value instanceof List<?> list)
                entries.put(key, list.stream().map(String::valueOf).toList());
            else if (value instanceof String text) entries.put(key, List.of(text));
        }
        return new FitTable(entries);
    }

    /** The entries as options. */
    @Override
    public String toString() {
        return entries.entrySet().stream()
                .map(entry -> "--" + entry.getKey().replace('_', '-') + " " + String.join(",", entry.getValue()))
                .collect(Collectors.joining(" "));
    }
}
