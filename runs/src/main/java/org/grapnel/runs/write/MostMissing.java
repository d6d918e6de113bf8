package org.grapnel.runs.write;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.grapnel.linalg.LineWeights;

/** Finds the samples or features with the most missing entries, as {@code summary.json} lists them. */
final class MostMissing {
    private static final int SHOWN = 5;

    private MostMissing() {}

    /** @param gaps the missing entries, by sample or by feature */
    static List<Map<String, Object>> find(LineWeights gaps, List<String> names) {
        return IntStream.range(0, names.size())
                .boxed()
                .filter(i -> gaps.count(i) > 0)
                .sorted(Comparator.<Integer>comparingInt(i -> -gaps.count(i)).thenComparing(i -> i))
                .limit(SHOWN)
                .map(i -> toJson(names.get(i), gaps.count(i), gaps.length()))
                .toList();
    }

    private static Map<String, Object> toJson(String name, int missing, int of) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("missing", missing);
        json.put("of", of);
        return json;
    }
}
