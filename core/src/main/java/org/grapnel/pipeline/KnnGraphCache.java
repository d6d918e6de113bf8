package org.grapnel.pipeline;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.grapnel.FeatureSelection;
import org.grapnel.FitListener;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.noise.NoiseScreen;

/**
 * The graphs that a fit would build with one number of neighbours or another, from one look at the noise and, where all pairs are
 * compared, from one search.
 */
public final class KnnGraphCache {
    private final Matrix X;
    private final Spec spec;
    private final Optional<RowSet> features;
    private final Optional<Neighbors> found;
    private final Map<Integer, GraphSource> graphs = new TreeMap<>();

    private KnnGraphCache(Matrix X, Spec spec, Optional<RowSet> features, Optional<Neighbors> found) {
        this.X = X;
        this.spec = spec;
        this.features = features;
        this.found = found;
    }

    /** Of the samples, up to {@code most} neighbours of each. */
    public static KnnGraphCache create(PreparedData data, Spec spec, int most, FitListener watch) {
        Matrix X = data.data().X();
        watch.onPhase("finding neighbours");
        try (ExecutionContext context = ExecutionContext.create(spec.threads())) {
            boolean screened = spec.selectsBeforeFit() && spec.select().by() == FeatureSelection.Strategy.STRUCTURE;
            Optional<RowSet> features = screened ? NoiseScreen.findInformative(context, X) : Optional.empty();
            GraphSpec graph = spec.graph();
            if (graph.search().isApproximate(X.cols())) return new KnnGraphCache(X, spec, features, Optional.empty());
            Neighbors found = on(
                    X,
                    features,
                    some -> graph.search()
                            .neighbors(context, some, most, graph.metric(), graph.seed())
                            .neighbors());
            return new KnnGraphCache(X, spec, features, Optional.of(found));
        }
    }

    /** The one with so many neighbours. */
    public synchronized GraphSource graph(int neighbors) {
        return graphs.computeIfAbsent(neighbors, this::build);
    }

    private GraphSource build(int neighbors) {
        GraphSpec graph = spec.graph().withNeighbors(neighbors);
        try (ExecutionContext context = ExecutionContext.create(spec.threads())) {
            return on(
                    X,
                    features,
                    some -> GraphSource.of(
                            found.map(all -> KnnGraph.build(context, some, all, graph))
                                    .orElseGet(() -> KnnGraph.build(context, some, graph)),
                            features));
        }
    }

    private interface SubsetFunction<T> {
        T of(Matrix X);
    }

    private static <T> T on(Matrix X, Optional<RowSet> features, SubsetFunction<T> work) {
        if (features.isEmpty()) return work.of(X);
        try (Matrix some = X.selectRows(features.get().toArray())) {
            return work.of(some);
        }
    }
}
