package org.grapnel.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.compare.Measure;
import org.grapnel.compare.Trial;
import org.grapnel.data.DataException;
import org.grapnel.linalg.RowSet;
import org.jspecify.annotations.Nullable;

/** A trial as JSON and back, to the bit. */
final class TrialJson {
    private final Map<String, Object> values;
    private final String where;

    private TrialJson(Map<String, Object> values, String where) {
        this.values = values;
        this.where = where;
    }

    static Map<String, @Nullable Object> of(Trial trial) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("contender", trial.contender());
        values.put("repeat", trial.repeat());
        for (Measure measure : Measure.values())
            trial.get(measure).ifPresent(number -> values.put(measure.key(), number));
        values.put("stop", trial.stop());
        values.put("converged", trial.converged());
        trial.kept().ifPresent(rows -> {
            values.put("features", rows.outOf());
            if (!rows.isAll())
                values.put(
                        "kept_features", Arrays.stream(rows.toArray()).boxed().toList());
        });
        values.put(
                "iteration", trial.curve().stream().map(Trial.Point::iteration).toList());
        values.put("time", trial.curve().stream().map(Trial.Point::seconds).toList());
        values.put("curve", trial.curve().stream().map(Trial.Point::objective).toList());
        values.put("notes", trial.notes());
        return values;
    }

    static Trial read(Map<String, Object> values, String where) {
        return new TrialJson(values, where).trial();
    }

    private Trial trial() {
        Map<Measure, Double> measured = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values())
            if (values.containsKey(measure.key())) measured.put(measure, number(measure.key()));
        List<@Nullable Object> iteration = list("iteration");
        List<@Nullable Object> time = list("time");
        List<@Nullable Object> objective = list("curve");
        if (iteration.size() != time.size() || time.size() != objective.size()) throw fault("curve");
        List<Trial.Point> curve = new ArrayList<>();
        for (int i = 0; i < iteration.size(); i++)
            curve.add(new Trial.Point(
                    (int) number("iteration", iteration.get(i)),
                    number("time", time.get(i)),
                    number("curve", objective.get(i))));
        return new Trial(
                of("contender", String.class),
                (int) number("repeat"),
                measured,
                of("stop", String.class),
                of("converged", Boolean.class),
                kept(),
                curve,
                list("notes").stream().map(String::valueOf).toList());
    }

    private Optional<RowSet> kept() {
        if (!values.containsKey("features")) return Optional.empty();
        int outOf = (int) number("features");
        if (!values.containsKey("kept_features")) return Optional.of(RowSet.all(outOf));
        RowSet rows = RowSet.none(outOf);
        for (Object row : list("kept_features")) rows.add((int) number("kept_features", row));
        return Optional.of(rows);
    }

    private double number(String key) {
        return number(key, values.get(key));
    }

    /** What is not finite was written as null. */
    private double number(String key, @Nullable Object value) {
        if (value == null) return Double.NaN;
        if (value instanceof Number number) return number.doubleValue();
        throw fault(key);
    }

    @SuppressWarnings("unchecked") // of anything: the elements are looked at one by one
    private List<@Nullable Object> list(String key) {
        return (List<@Nullable Object>) of(key, List.class);
    }

    private <T> T of(String key, Class<T> type) {
        Object value = values.get(key);
        if (!type.isInstance(value)) throw fault(key);
        return type.cast(value);
    }

    private DataException fault(String key) {
        return new DataException("%s: %s cannot be %s", where, key, String.valueOf(values.get(key)));
    }
}
