package org.grapnel.compare;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.cluster.Argmax;
import org.grapnel.evaluate.RelativeError;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solution;

/**
 * The one k-means of all ways that need nothing but features: ten starts on X restricted to them, each until no label changes. Read
 * as X ≈ WH with the centres in W and zero rows for what was left out, it has a relative error like any other.
 */
final class SubsetKMeans {
    private SubsetKMeans() {}

    static void checkKeep(ComparisonContext arena, int keep) {
        int p = arena.X().rows();
        Preconditions.require(keep <= p, "keep must be between 1 and %d, the number of features, got %d", p, keep);
    }

    /** With the seconds that choosing them took. */
    static TrialOutcome cluster(ComparisonContext arena, RowSet rows, int repeat, double choosing, FitListener watch) {
        if (rows.isAll()) return grouped(arena, arena.X(), rows, repeat, choosing, watch);
        try (Matrix some = arena.X().selectRows(rows.toArray())) {
            return grouped(arena, some, rows, repeat, choosing, watch);
        }
    }

    private static TrialOutcome grouped(
            ComparisonContext arena, Matrix X, RowSet rows, int repeat, double choosing, FitListener watch) {
        long began = System.nanoTime();
        int wanted = arena.protocol().clusters();
        int clusters = Math.min(wanted, distinct(X, arena.protocol().threads()));
        Spec spec = arena.protocol().spec(Spec.paper(Model.KMEANS, clusters), repeat);
        try (Solution found = Grapnel.solve(X, Optional.empty(), spec, watch)) {
            double seconds = choosing + (System.nanoTime() - began) * 1e-9;
            double dropped = 0;
            double all = 0;
            double[] squares = arena.X().rowSquares();
            for (int i = 0; i < squares.length; i++) {
                all += squares[i];
                if (!rows.contains(i)) dropped += squares[i];
            }
            double loss = found.objective().loss() + dropped / 2;
            Map<Measure, Double> values = new EnumMap<>(Measure.class);
            values.put(Measure.RELATIVE_ERROR, Math.sqrt(2 * loss / all));
            RelativeError.floor(arena.X(), rows)
                    .value()
                    .ifPresent(floor -> values.put(Measure.RELATIVE_ERROR_FLOOR, floor));
            values.put(Measure.OBJECTIVE, loss);
            values.put(Measure.SECONDS, seconds);
            values.put(Measure.ITERATIONS, (double) found.trace().iterations());
            values.put(Measure.KEPT, (double) rows.count());
            values.values().removeIf(value -> !Double.isFinite(value));
            return new TrialOutcome(
                    Argmax.cluster(found.Ht()),
                    values,
                    found.stop().code(),
                    found.stop().converged(),
                    Optional.of(rows),
                    Trial.curve(found.trace(), dropped / 2),
                    clusters == wanted ? List.of() : List.of(fewer(clusters, wanted)));
        }
    }

    private static int distinct(Matrix X, int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            return DistinctColumns.find(context, X).count();
        }
    }

    private static String fewer(int clusters, int wanted) {
        return String.format(
                Locale.ROOT,
                "only %d of the %d groups could be formed: on these features no more samples differ",
                clusters,
                wanted);
    }
}
