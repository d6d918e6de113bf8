package org.grapnel.runs.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.compare.Measure;
import org.grapnel.compare.Trial;
import org.grapnel.linalg.RowSet;
import org.jspecify.annotations.Nullable;

/** A trial as JSON and back, to the bit. */
public final class TrialJson {
    private final JsonLine values;

    private TrialJson(JsonLine values) {
        this.values = values;
    }

    public static Map<String, @Nullable Object> toMap(Trial trial) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("contender", trial.contender());
        values.put("repeat", trial.repeat());
        for (Measure measure : Measure.values())
            trial.get(measure).ifPresent(number -> values.put(measure.key(), number));
        values.put("stop", trial.stop());
        values.put("converged", trial.converged());
        trial.kept().ifPresent(rows -> {
            values.put("features", rows.totalRows());
            if (!rows.isAll())
                values.put(
                        "kept_features", Arrays.stream(rows.toArray()).boxed().toList());
        });
        values.put(
                "iteration",
                trial.curve().stream().map(Trial.CurvePoint::iteration).toList());
        values.put("time", trial.curve().stream().map(Trial.CurvePoint::seconds).toList());
        values.put(
                "curve", trial.curve().stream().map(Trial.CurvePoint::objective).toList());
        values.put("notes", trial.notes());
        return values;
    }

    public static Trial read(Map<String, Object> values, String where) {
        return new TrialJson(new JsonLine(values, where)).trial();
    }

    private Trial trial() {
        Map<Measure, Double> measured = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values())
            if (values.has(measure.key())) measured.put(measure, values.number(measure.key()));
        List<@Nullable Object> iteration = values.list("iteration");
        List<@Nullable Object> time = values.list("time");
        List<@Nullable Object> objective = values.list("curve");
        if (iteration.size() != time.size() || time.size() != objective.size()) throw values.fault("curve");
        List<Trial.CurvePoint> curve = new ArrayList<>();
        for (int i = 0; i < iteration.size(); i++)
            curve.add(new Trial.CurvePoint(
                    (int) values.number("iteration", iteration.get(i)),
                    values.number("time", time.get(i)),
                    values.number("curve", objective.get(i))));
        return new Trial(
                values.of("contender", String.class),
                (int) values.number("repeat"),
                measured,
                values.of("stop", String.class),
                values.of("converged", Boolean.class),
                kept(),
                curve,
                values.list("notes").stream().map(String::valueOf).toList());
    }

    private Optional<RowSet> kept() {
        if (!values.has("features")) return Optional.empty();
        int outOf = values.whole("features", 0);
        if (!values.has("kept_features")) return Optional.of(RowSet.all(outOf));
        RowSet rows = RowSet.none(outOf);
        try {
            for (Object row : values.list("kept_features")) rows.add(values.whole("kept_features", row, 0));
        } catch (IllegalArgumentException e) {
            throw values.fault("kept_features");
        }
        return Optional.of(rows);
    }
}
