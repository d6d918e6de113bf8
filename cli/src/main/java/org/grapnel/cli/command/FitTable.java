package org.grapnel.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.grapnel.options.DataOptions;
import org.grapnel.runs.json.Json;

/**
 * How the table of a fit was read, from its {@code summary.json}.
 *
 * @param data the path of the table
 * @param entries the values by key
 * @param facts the columns that were labels or colours, and therefore no features
 * @param modelsMissing whether the fit left missing numbers out of its loss
 * @param plugins the terms and constraints of plugins that the fit had, as options
 */
record FitTable(
        Path data, Map<String, List<String>> entries, List<String> facts, boolean modelsMissing, List<String> plugins) {
    static FitTable of(Path run) {
        Map<String, ?> summary = Json.read(run.resolve("summary.json"));
        Map<String, List<String>> entries = new LinkedHashMap<>();
        for (String key : DataOptions.REPEATED) {
            Object value = summary.get(key);
            // version 0.1 wrote the words for a missing number as "missing"
            if (key.equals("missing_words") && value == null && !"model".equals(summary.get("missing")))
                value = summary.get("missing");
            if (value instanceof List<?> list)
                entries.put(key, list.stream().map(String::valueOf).toList());
            else if (value instanceof String text) entries.put(key, List.of(text));
            else if (Boolean.TRUE.equals(value)) entries.put(key, List.of());
        }
        List<String> facts = new ArrayList<>();
        if (summary.get("labels") instanceof String column) facts.add(column);
        if (summary.get("color") instanceof List<?> columns)
            columns.forEach(column -> facts.add(String.valueOf(column)));
        return new FitTable(
                Path.of(summary.get("data") instanceof String path ? path : ""),
                entries,
                facts,
                "model".equals(summary.get("missing")),
                plugins(summary));
    }

    private static List<String> plugins(Map<String, ?> summary) {
        List<String> words = new ArrayList<>();
        if (summary.get("term") instanceof List<?> terms)
            words.add("--term " + terms.stream().map(String::valueOf).collect(Collectors.joining(",")));
        for (String key : List.of("constraint_w", "constraint_h"))
            if (summary.get(key) instanceof String word) words.add("--" + key.replace('_', '-') + " " + word);
        return words;
    }

    /** Describes entries as options. */
    static String describe(Map<String, List<String>> entries) {
        return entries.entrySet().stream()
                .map(entry ->
                        ("--" + entry.getKey().replace('_', '-') + " " + String.join(",", entry.getValue())).strip())
                .collect(Collectors.joining(" "));
    }
}
