package org.grapnel.runs.json;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.linalg.RowSet;
import org.grapnel.tune.ParameterPoint;
import org.grapnel.tune.TuningCandidate;
import org.grapnel.tune.TuningFit;
import org.grapnel.tune.TuningStage;
import org.jspecify.annotations.Nullable;

/** A fit of a tuning as JSON and back, to the bit. */
public final class TuningFitJson {
    private TuningFitJson() {}

    public static Map<String, @Nullable Object> toMap(TuningFit tried) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("stage", tried.stage().code());
        tried.point().neighbors().ifPresent(k -> values.put("neighbors", k));
        values.put("alpha", tried.point().alpha());
        values.put("keep", tried.point().keep());
        values.put("seed", tried.seed());
        values.put("score", tried.score());
        values.put("modularity", tried.modularity());
        values.put("inside", tried.inside());
        tried.silhouette().ifPresent(s -> values.put("silhouette", s));
        values.put("iterations", tried.iterations());
        values.put("stop", tried.stop());
        tried.nmi().ifPresent(nmi -> values.put("nmi", nmi));
        tried.kept().ifPresent(rows -> {
            values.put("features", rows.totalRows());
            values.put("kept_features", Arrays.stream(rows.toArray()).boxed().toList());
        });
        return values;
    }

    public static TuningFit read(Map<String, Object> line, String where) {
        JsonLine values = new JsonLine(line, where);
        Optional<Integer> neighbors =
                values.has("neighbors") ? Optional.of(values.whole("neighbors", 1)) : Optional.empty();
        ParameterPoint point = new ParameterPoint(neighbors, values.finite("alpha"), values.whole("keep", 1));
        long seed = values.of("seed", Number.class).longValue();
        return new TuningFit(
                new TuningCandidate(stage(values), point, seed),
                values.finite("score"),
                values.finite("modularity"),
                values.finite("inside"),
                number(values, "silhouette"),
                values.whole("iterations", 0),
                values.of("stop", String.class),
                number(values, "nmi"),
                kept(values));
    }

    private static TuningStage stage(JsonLine values) {
        try {
            return TuningStage.parse(values.of("stage", String.class));
        } catch (IllegalArgumentException e) {
            throw values.fault("stage");
        }
    }

    private static Optional<Double> number(JsonLine values, String key) {
        return values.has(key) ? Optional.of(values.finite(key)) : Optional.empty();
    }

    private static Optional<RowSet> kept(JsonLine values) {
        if (!values.has("kept_features")) return Optional.empty();
        RowSet rows = RowSet.none(values.whole("features", 1));
        try {
            for (Object row : values.list("kept_features")) rows.add(values.whole("kept_features", row, 0));
        } catch (IllegalArgumentException e) {
            throw values.fault("kept_features");
        }
        return Optional.of(rows);
    }
}
