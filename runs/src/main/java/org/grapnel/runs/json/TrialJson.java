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

/** Converts a trial of a comparison to JSON and back, to the bit. */
public final class TrialJson {
    private TrialJson() {}

    public static Map<String, @Nullable Object> toMap(Trial trial) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("contender", trial.method());
        values.put("repeat", trial.repeat());
        for (Measure measure : Measure.values())
            trial.get(measure).ifPresent(number -> values.put(measure.key(), number));
        values.put("stop", trial.stop());
        values.put("converged", trial.converged());
        trial.kept().ifPresent(rows -> {
            values.put("features", rows.totalRows());
            if (!rows.isAll())
                values.put(
                        KeptFeaturesJson.KEPT,
                        Arrays.stream(rows.toArray()).boxed().toList());
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

    /** @param where file and line, for error messages */
    public static Trial read(Map<String, Object> values, String where) {
        JsonObjectView entry = JsonObjectView.of(where, values);
        Map<Measure, Double> measured = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values())
            if (entry.has(measure.key())) measured.put(measure, entry.numberOrNaN(measure.key()));
        return new Trial(
                entry.text("contender"),
                entry.count("repeat"),
                measured,
                entry.text("stop"),
                entry.flag("converged"),
                kept(entry),
                curve(entry),
                entry.texts("notes"));
    }

    private static List<Trial.CurvePoint> curve(JsonObjectView entry) {
        List<Integer> iteration = entry.counts("iteration");
        List<Double> time = entry.numbersOrNaN("time");
        List<Double> objective = entry.numbersOrNaN("curve");
        if (iteration.size() != time.size() || time.size() != objective.size())
            throw entry.unexpected("curve", "as many values as iteration and time have");
        List<Trial.CurvePoint> curve = new ArrayList<>();
        for (int i = 0; i < iteration.size(); i++)
            curve.add(new Trial.CurvePoint(iteration.get(i), time.get(i), objective.get(i)));
        return curve;
    }

    private static Optional<RowSet> kept(JsonObjectView entry) {
        if (!entry.has(KeptFeaturesJson.FEATURES)) return Optional.empty();
        int features = entry.count(KeptFeaturesJson.FEATURES);
        return Optional.of(
                entry.has(KeptFeaturesJson.KEPT) ? KeptFeaturesJson.read(entry, features) : RowSet.all(features));
    }
}
