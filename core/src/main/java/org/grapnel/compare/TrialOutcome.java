package org.grapnel.compare;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.RowSet;

/**
 * The groups and measures of a method, before they are scored against labels.
 *
 * @param values the measures of the method, its seconds among them
 * @param stop the stop reason, as in {@code summary.json}
 * @param kept the features that the method uses; empty if it uses none
 * @param notes messages about the run
 */
public record TrialOutcome(
        Clustering groups,
        Map<Measure, Double> values,
        String stop,
        boolean converged,
        Optional<RowSet> kept,
        List<Trial.CurvePoint> curve,
        List<String> notes) {
    public TrialOutcome {
        values = Collections.unmodifiableMap(new EnumMap<>(values));
        curve = List.copyOf(curve);
        notes = List.copyOf(notes);
    }
}
