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
 * What one contender did in one repeat: everything that is told about it afterwards.
 *
 * @param values what was measured; without labels there is no agreement with them, and a way without factors has no error
 * @param stop why it ended, as in {@code summary.json}
 * @param kept the features that it looks at in the end; none where it looks at no features
 * @param curve the objective after every iteration, the start first; empty where there are no iterations
 * @param notes what is odd about it, for people
 */
public record Trial(
        String contender,
        int repeat,
        Map<Measure, Double> values,
        String stop,
        boolean converged,
        Optional<RowSet> kept,
        List<CurvePoint> curve,
        List<String> notes) {
    public Trial {
        Preconditions.require(repeat >= 0, "a repeat cannot be number %d", repeat);
        Map<Measure, Double> finite = new EnumMap<>(Measure.class);
        values.forEach((measure, value) -> {
            Preconditions.require(Double.isFinite(value), "%s of '%s' cannot be %s", measure.key(), contender, value);
            finite.put(measure, value);
        });
        values = Collections.unmodifiableMap(finite);
        curve = List.copyOf(curve);
        notes = List.copyOf(notes);
    }

    /**
     * A point of the convergence curve.
     *
     * @param seconds since the solver started; NaN where nobody knows, as within k-means, whose starts run side by side
     */
    public record CurvePoint(int iteration, double seconds, double objective) {}

    /** The number, where there is one. */
    public OptionalDouble get(Measure measure) {
        Double value = values.get(measure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** The curve of a trace, raised by what the features that were left out cost. */
    static List<CurvePoint> curve(Trace trace, double raised) {
        return trace.steps().stream().map(step -> point(step, raised)).toList();
    }

    private static CurvePoint point(Step step, double raised) {
        return new CurvePoint(step.iteration(), step.seconds(), step.objective().total() + raised);
    }
}
