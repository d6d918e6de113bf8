package org.grapnel.pipeline;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.noise.NoiseScreen;

/**
 * The neighbour graphs of one data set for several numbers of neighbours. Noise features are screened once, principal components are computed
 * once, and an exact search runs once for all graphs.
 */
public final class KnnGraphCache {
    private final Matrix X;
    private final Spec spec;
    private final Optional<RowSet> features;
    private final Optional<ComponentScores> scores;
    private final Optional<Neighbors> found;
    private final Map<Integer, GraphSource> graphs = new TreeMap<>();

    private KnnGraphCache(
            Matrix X,
            Spec spec,
            Optional<RowSet> features,
            Optional<ComponentScores> scores,
            Optional<Neighbors> found) {
        this.X = X;
        this.spec = spec;
        this.features = features;
        this.scores = scores;
        this.found = found;
    }

    /** Creates the cache for up to {@code most} neighbours of each sample. */
    public static KnnGraphCache create(PreparedData data, Spec spec, int most, FitContext context) {
        Matrix X = data.data().X();
        context.listener().onPhase("finding neighbours");
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            boolean screened = spec.selectsBeforeFit() && spec.select().by() == FeatureSelection.Strategy.STRUCTURE;
            Optional<RowSet> features = screened ? NoiseScreen.findInformative(execution, X) : Optional.empty();
            GraphSpec graph = features.isPresent() ? spec.graph().forSomeFeatures() : spec.graph();
            Optional<ComponentScores> scores =
                    onFeatures(X, features, some -> ComponentScores.compute(execution, some, graph));
            if (graph.search().isApproximate(X.cols()))
                return new KnnGraphCache(X, spec, features, scores, Optional.empty());
            Neighbors found = onFeatures(
                    X,
                    features,
                    some -> graph.search()
                            .neighbors(
                                    execution,
                                    scores.<Matrix>map(ComponentScores::points).orElse(some),
                                    most,
                                    graph.metric(),
                                    graph.seed())
                            .neighbors());
            return new KnnGraphCache(X, spec, features, scores, Optional.of(found));
        }
    }

    /** Returns the graph with this number of neighbours, the same that a fit would build. */
    public synchronized GraphSource graph(int neighbors) {
        return graphs.computeIfAbsent(neighbors, this::build);
    }

    private GraphSource build(int neighbors) {
        GraphSpec all = spec.graph().withNeighbors(neighbors);
        GraphSpec graph = features.isPresent() ? all.forSomeFeatures() : all;
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            return onFeatures(
                    X,
                    features,
                    some -> GraphSource.of(
                            found.map(near -> KnnGraph.build(execution, some, scores, near, graph))
                                    .orElseGet(() -> KnnGraph.build(execution, some, scores, graph)),
                            features));
        }
    }

    private static <T> T onFeatures(Matrix X, Optional<RowSet> features, Function<Matrix, T> work) {
        if (features.isEmpty()) return work.apply(X);
        try (Matrix some = X.selectRows(features.get().toArray())) {
            return work.apply(some);
        }
    }
}
