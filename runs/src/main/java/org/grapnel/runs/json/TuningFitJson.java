package org.grapnel.runs.json;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.RowSet;
import org.grapnel.tune.ParameterPoint;
import org.grapnel.tune.TuningCandidate;
import org.grapnel.tune.TuningFit;
import org.grapnel.tune.TuningStage;
import org.jspecify.annotations.Nullable;

/** Converts a fit of a tuning to JSON and back, to the bit. */
public final class TuningFitJson {
    private TuningFitJson() {}

    public static Map<String, @Nullable Object> toMap(TuningFit fit) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("stage", fit.stage().code());
        fit.point().neighbors().ifPresent(k -> values.put("neighbors", k));
        fit.point().components().ifPresent(count -> values.put("components", count));
        fit.point().weights().ifPresent(kind -> values.put("weights", kind.toString()));
        values.put("alpha", fit.point().alpha());
        values.put("keep", fit.point().keep());
        values.put("seed", fit.seed());
        values.put("score", fit.score());
        values.put("modularity", fit.modularity());
        values.put("inside", fit.inside());
        fit.silhouette().ifPresent(s -> values.put("silhouette", s));
        values.put("iterations", fit.iterations());
        values.put("stop", fit.stop());
        fit.nmi().ifPresent(nmi -> values.put("nmi", nmi));
        fit.kept().ifPresent(rows -> {
            values.put("features", rows.totalRows());
            values.put(
                    KeptFeaturesJson.KEPT, Arrays.stream(rows.toArray()).boxed().toList());
        });
        if (!fit.hidings().isEmpty()) values.put("hidings", fit.hidings());
        return values;
    }

    /** @param where file and line, for error messages */
    public static TuningFit read(Map<String, Object> values, String where) {
        JsonObjectView entry = JsonObjectView.of(where, values);
        ParameterPoint point = new ParameterPoint(
                positive(entry, "neighbors"),
                positive(entry, "components"),
                weights(entry),
                entry.number("alpha"),
                entry.positive("keep"));
        return new TuningFit(
                new TuningCandidate(stage(entry), point, entry.integer("seed")),
                entry.number("score"),
                entry.number("modularity"),
                entry.number("inside"),
                number(entry, "silhouette"),
                entry.count("iterations"),
                entry.text("stop"),
                number(entry, "nmi"),
                kept(entry),
                entry.has("hidings") ? entry.numbersOrNaN("hidings") : List.of());
    }

    private static TuningStage stage(JsonObjectView entry) {
        try {
            return TuningStage.parse(entry.text("stage"));
        } catch (IllegalArgumentException e) {
            throw entry.unexpected("stage", "a stage of tuning");
        }
    }

    private static Optional<Integer> positive(JsonObjectView entry, String key) {
        return entry.has(key) ? Optional.of(entry.positive(key)) : Optional.empty();
    }

    private static Optional<WeightKind> weights(JsonObjectView entry) {
        if (!entry.has("weights")) return Optional.empty();
        String word = entry.text("weights");
        return Optional.of(Arrays.stream(WeightKind.values())
                .filter(kind -> kind.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> entry.unexpected("weights", "a kind of edge weights")));
    }

    private static Optional<Double> number(JsonObjectView entry, String key) {
        return entry.has(key) ? Optional.of(entry.number(key)) : Optional.empty();
    }

    private static Optional<RowSet> kept(JsonObjectView entry) {
        if (!entry.has(KeptFeaturesJson.KEPT)) return Optional.empty();
        return Optional.of(KeptFeaturesJson.read(entry, entry.positive(KeptFeaturesJson.FEATURES)));
    }
}
