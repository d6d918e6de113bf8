package org.grapnel;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.grapnel.data.Prepared;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.select.NoiseScreen;

/**
 * The graphs that a fit would build with one number of neighbours or another, from one look at the noise and, where all pairs are
 * compared, from one search.
 */
public final class Neighbourhoods {
    private final Matrix X;
    private final Spec spec;
    private final Optional<RowSet> features;
    private final Optional<Neighbors> found;
    private final Map<Integer, GraphSource> graphs = new TreeMap<>();

    private Neighbourhoods(Matrix X, Spec spec, Optional<RowSet> features, Optional<Neighbors> found) {
        this.X = X;
        this.spec = spec;
        this.features = features;
        this.found = found;
    }

    /** Of the samples, up to {@code most} neighbours of each. */
    public static Neighbourhoods of(Prepared data, Spec spec, int most, Watch watch) {
        Matrix X = data.data().X();
        watch.phase("finding neighbours");
        try (Compute on = Compute.of(spec.threads())) {
            boolean screened = spec.choosesFirst() && spec.select().by() == FeatureChoice.By.STRUCTURE;
            Optional<RowSet> features = screened ? NoiseScreen.survivors(on, X) : Optional.empty();
            GraphSpec graph = spec.graph();
            if (graph.search().isApproximate(X.cols())) return new Neighbourhoods(X, spec, features, Optional.empty());
            Neighbors found = on(
                    X,
                    features,
                    some -> graph.search()
                            .neighbors(on, some, most, graph.metric(), graph.seed())
                            .neighbors());
            return new Neighbourhoods(X, spec, features, Optional.of(found));
        }
    }

    /** The one with so many neighbours. */
    public synchronized GraphSource graph(int neighbors) {
        return graphs.computeIfAbsent(neighbors, this::build);
    }

    private GraphSource build(int neighbors) {
        GraphSpec graph = spec.graph().withNeighbors(neighbors);
        try (Compute on = Compute.of(spec.threads())) {
            return on(
                    X,
                    features,
                    some -> GraphSource.of(
                            found.map(all -> KnnGraph.of(on, some, all, graph))
                                    .orElseGet(() -> KnnGraph.of(on, some, graph)),
                            features));
        }
    }

    private interface Work<T> {
        T of(Matrix X);
    }

    private static <T> T on(Matrix X, Optional<RowSet> features, Work<T> work) {
        if (features.isEmpty()) return work.of(X);
        try (Matrix some = X.selected(features.get().toArray())) {
            return work.of(some);
        }
    }
}
