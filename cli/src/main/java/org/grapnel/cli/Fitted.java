package org.grapnel.cli;

import java.util.List;
import java.util.Optional;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.RelativeError;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.solve.Solution;

/** A result with all that led to it. Owns the solution; the data belong to whoever read them. */
record Fitted(
        FitOptions options,
        Spec spec,
        Dataset data,
        Optional<GraphSource> graph,
        Solution solution,
        Groups groups,
        Optional<Scores> scores,
        List<String> notes)
        implements AutoCloseable {
    Fitted {
        notes = List.copyOf(notes);
    }

    List<KeptFeature> kept() {
        return KeptFeature.of(spec.model(), solution, data.features());
    }

    /** ‖X − WH‖ / ‖X‖, of the prepared X. */
    double relativeError() {
        double squares = 0;
        for (double row : data.X().rowSquares()) squares += row;
        return Math.sqrt(Math.max(0, 2 * solution.objective().loss()) / squares);
    }

    /** What no W on these features can go below: ‖X‖ without them, over ‖X‖ [ERRATA 22]. */
    Score errorFloor() {
        return RelativeError.floor(data.X(), solution.support());
    }

    @Override
    public void close() {
        solution.close();
    }
}
