package org.grapnel.compare;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Step;
import org.grapnel.solve.Trace;

/**
 * The result of one method in one repeat.
 *
 * @param values the measures; without labels there are no scores, and a method without factors has no error
 * @param stop the stop reason, as in {@code summary.json}
 * @param kept the features that the method uses; empty if it uses none
 * @param curve the objective after every iteration, starting with iteration 0; empty without iterations
 * @param notes messages about the trial
 */
public record Trial(
        String method,
        int repeat,
        Map<Measure, Double> values,
        String stop,
        boolean converged,
        Optional<RowSet> kept,
        List<CurvePoint> curve,
        List<String> notes) {
    public Trial {
        Preconditions.require(repeat >= 0, "repeat must be at least 0, got %d", repeat);
        Map<Measure, Double> finite = new EnumMap<>(Measure.class);
        values.forEach((measure, value) -> {
            Preconditions.require(Double.isFinite(value), "%s of '%s' cannot be %s", measure.key(), method, value);
            finite.put(measure, value);
        });
        values = Collections.unmodifiableMap(finite);
        curve = List.copyOf(curve);
        notes = List.copyOf(notes);
    }

    /**
     * A point of the convergence curve.
     *
     * @param seconds the time since the solver started; NaN if unknown, as in k-means, whose starts run in parallel
     */
    public record CurvePoint(int iteration, double seconds, double objective) {}

    /** Returns the value of a measure, if the trial has it. */
    public OptionalDouble get(Measure measure) {
        Double value = values.get(measure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns the curve of a trace, raised by the cost of the features that were left out. */
    static List<CurvePoint> curve(Trace trace, double raised) {
        return trace.steps().stream().map(step -> point(step, raised)).toList();
    }

    private static CurvePoint point(Step step, double raised) {
        return new CurvePoint(step.iteration(), step.seconds(), step.objective().total() + raised);
    }
}
