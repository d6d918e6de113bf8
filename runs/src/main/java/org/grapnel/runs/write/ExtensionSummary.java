package org.grapnel.runs.write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.model.Objective;
import org.grapnel.plugin.Extension;
import org.grapnel.plugin.Extensions;
import org.jspecify.annotations.Nullable;

/** The entries of {@code summary.json} about terms, constraints, selectors and rules from outside the library. */
public final class ExtensionSummary {
    private ExtensionSummary() {}

    /** Builds the entries; none for a run without extensions. */
    static Map<String, @Nullable Object> build(Spec spec, Optional<Objective> objective) {
        Extensions extensions = spec.extensions();
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        if (!extensions.terms().isEmpty())
            entries.put(
                    "term", extensions.terms().stream().map(Extension::words).toList());
        extensions.onW().ifPresent(found -> entries.put("constraint_w", found.words()));
        extensions.onH().ifPresent(found -> entries.put("constraint_h", found.words()));
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        List<Extensions.Listed> valued = extensions.valued();
        for (int i = 0; i < valued.size(); i++) {
            int place = i;
            all.add(toJson(valued.get(i), objective.map(found -> found.added().get(place))));
        }
        List<Extension<?>> shown =
                valued.stream().<Extension<?>>map(Extensions.Listed::extension).toList();
        extensions.list().stream()
                .filter(listed -> !shown.contains(listed.extension()))
                .forEach(listed -> all.add(toJson(listed, Optional.empty())));
        spec.select()
                .selector()
                .ifPresent(selector -> all.add(toJson(new Extensions.Listed("selector", selector), Optional.empty())));
        if (!all.isEmpty()) entries.put("extensions", all);
        return entries;
    }

    private static Map<String, @Nullable Object> toJson(Extensions.Listed listed, Optional<Double> inObjective) {
        Extension<?> extension = listed.extension();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("kind", listed.kind());
        json.put("name", extension.name());
        json.put("value", extension.value().isPresent() ? extension.value().getAsDouble() : null);
        json.put("objective", inObjective.orElse(null));
        json.put("class", extension.part().getClass().getName());
        json.put("jar", extension.jar().map(jar -> jar.path()).orElse(null));
        json.put("jar_sha256", extension.jar().map(jar -> jar.sha256()).orElse(null));
        return json;
    }

    /** The columns of {@code trace.csv} for the values that extensions add to the objective: {@code term_l1}, {@code penalty_on_h_l1}. */
    public static List<String> columns(Extensions extensions) {
        return extensions.valued().stream()
                .map(listed -> (listed.kind() + " " + listed.extension().name())
                        .toLowerCase(Locale.ROOT)
                        .replace(' ', '_'))
                .toList();
    }
}
