package org.grapnel.runs.write;

import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.formats.anndata.AnnDataElement;
import org.grapnel.runs.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * The entries of {@code summary.json} as elements of AnnData: scalars, texts, lists of texts or numbers, and dictionaries. Other lists become the
 * text of their JSON. Null, for which not all versions of AnnData have an encoding, is left out, and so are times.
 */
final class SummaryElements {
    private static final String TIME = "seconds";

    private SummaryElements() {}

    static Map<String, AnnDataElement> of(Map<?, ?> summary) {
        Map<String, AnnDataElement> elements = new LinkedHashMap<>();
        summary.forEach((key, value) -> {
            if (!TIME.equals(key)) element(value).ifPresent(element -> elements.put(String.valueOf(key), element));
        });
        return elements;
    }

    private static Optional<AnnDataElement> element(@Nullable Object value) {
        if (value == null) return Optional.empty();
        if (value instanceof Boolean flag) return Optional.of(AnnDataElement.flag(flag));
        if (value instanceof Integer || value instanceof Long)
            return Optional.of(AnnDataElement.integer(((Number) value).longValue()));
        if (value instanceof Double number)
            return Optional.of(number).filter(Double::isFinite).map(AnnDataElement::number);
        if (value instanceof Map<?, ?> map) return Optional.of(AnnDataElement.dictionary(of(map)));
        if (value instanceof List<?> list) return Optional.of(list(list));
        return Optional.of(AnnDataElement.text(value.toString()));
    }

    private static AnnDataElement list(List<?> list) {
        if (list.stream().allMatch(String.class::isInstance))
            return AnnDataElement.texts(list.stream().map(String::valueOf).toList());
        if (list.stream().allMatch(Number.class::isInstance))
            return AnnDataElement.numbers(list.stream()
                    .mapToDouble(number -> ((Number) number).doubleValue())
                    .toArray());
        return AnnDataElement.text(
                Json.formatLine(list.stream().map(SummaryElements::withoutTimes).toList(), MathContext.UNLIMITED));
    }

    private static Object withoutTimes(Object value) {
        if (!(value instanceof Map<?, ?> map)) return value;
        Map<Object, @Nullable Object> untimed = new LinkedHashMap<>(map);
        untimed.remove(TIME);
        return untimed;
    }
}
