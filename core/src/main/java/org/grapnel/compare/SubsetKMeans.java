package org.grapnel.compare;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.cluster.Argmax;
import org.grapnel.evaluate.RelativeError;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Model;
import org.grapnel.pipeline.FactorSolver;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solution;

/**
 * k-means on some of the features: ten starts, each until no label changes. As X ≈ WH, with the centres in W and zero rows for the other
 * features, it has a relative error like any model.
 */
final class SubsetKMeans {
    private SubsetKMeans() {}

    static void checkKeep(ComparisonContext comparison, int keep) {
        int p = comparison.X().rows();
        Preconditions.require(keep <= p, "keep must be between 1 and %d, the number of features, got %d", p, keep);
    }

    /** Clusters the samples; {@code selectionSeconds} are added to the time of k-means. */
    static TrialOutcome cluster(
            ComparisonContext comparison, RowSet rows, int repeat, double selectionSeconds, FitContext context) {
        if (rows.isAll()) return run(comparison, comparison.X(), rows, repeat, selectionSeconds, context);
        try (Matrix some = comparison.X().selectRows(rows.toArray())) {
            return run(comparison, some, rows, repeat, selectionSeconds, context);
        }
    }

    private static TrialOutcome run(
            ComparisonContext comparison,
            Matrix X,
            RowSet rows,
            int repeat,
            double selectionSeconds,
            FitContext context) {
        long began = System.nanoTime();
        int wanted = comparison.protocol().clusters();
        int clusters = Math.min(wanted, countDistinct(X, comparison.protocol().threads()));
        Spec spec = comparison.protocol().spec(Spec.paper(Model.KMEANS, clusters), repeat);
        try (Solution found = FactorSolver.onAll(X, Optional.empty(), context).solve(spec)) {
            double seconds = selectionSeconds + (System.nanoTime() - began) * 1e-9;
            double dropped = 0;
            double all = 0;
            double[] squares = comparison.X().rowSquares();
            for (int i = 0; i < squares.length; i++) {
                all += squares[i];
                if (!rows.contains(i)) dropped += squares[i];
            }
            double loss = found.objective().loss() + dropped / 2;
            Map<Measure, Double> values = new EnumMap<>(Measure.class);
            values.put(Measure.RELATIVE_ERROR, Math.sqrt(2 * loss / all));
            RelativeError.floor(comparison.X(), rows)
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

    private static int countDistinct(Matrix X, int threads) {
        try (ExecutionContext execution = ExecutionContext.create(threads)) {
            return DistinctColumns.find(execution, X).count();
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
