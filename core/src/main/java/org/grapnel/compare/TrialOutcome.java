package org.grapnel.compare;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.RowSet;

/**
 * Where a way leads.
 *
 * @param values what it measures by itself, its seconds among them; agreement with labels is not its business
 * @param stop why it ended, as in {@code summary.json}
 * @param kept the features that it looks at in the end; none where it looks at no features
 * @param notes what is odd about it, for people
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
