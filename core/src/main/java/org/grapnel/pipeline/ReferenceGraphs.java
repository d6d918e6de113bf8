package org.grapnel.pipeline;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.Modularity;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.SearchKind;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/**
 * Graphs that judge groups and are never fitted: {@value #NEIGHBORS} neighbours on all features and, where neighbours are searched on
 * principal components, as many on these.
 *
 * @param onComponents empty where the components are all features
 */
public record ReferenceGraphs(Graph onAll, Optional<Graph> onComponents) {
    public static final int NEIGHBORS = 4;

    /** How many samples of a large data set are joined on all features. */
    public static final int SAMPLE = 20_000;

    /** Creates the references for a graph whose neighbours were searched on all features: one graph is enough. */
    static ReferenceGraphs of(Graph onAll) {
        return new ReferenceGraphs(onAll, Optional.empty());
    }

    static ReferenceGraphs of(Graph onAll, Graph onComponents) {
        return new ReferenceGraphs(onAll, Optional.of(onComponents));
    }

    /**
     * Creates references of very many samples. A search on all features would take longer than the rest of the fit, so
     * only {@value #SAMPLE} samples, drawn at random, are joined there; the others have no edge. The share of edges inside
     * groups needs no more.
     */
    static ReferenceGraphs ofSample(ExecutionContext execution, Matrix X, GraphSpec onAll, Graph onComponents) {
        int[] sample = CounterRandom.sample(X.cols(), Math.min(X.cols(), SAMPLE), onAll.seed());
        try (Matrix some = X.selectColumns(sample)) {
            Graph among = KnnGraph.build(
                            execution,
                            some,
                            onAll.withNeighbors(Math.min(NEIGHBORS, sample.length - 1))
                                    .withSearch(SearchKind.EXACT))
                    .graph();
            return of(among.placeAmong(X.cols(), sample), onComponents);
        }
    }

    /** Measures a grouping on both graphs. */
    GroupingQuality quality(Clustering groups) {
        Graph second = onComponents.orElse(onAll);
        return new GroupingQuality(
                Arrays.stream(groups.sizes()).filter(size -> size > 0).count(),
                modularity(onAll, groups),
                modularity(second, groups),
                inside(onAll, groups),
                inside(second, groups));
    }

    private static double modularity(Graph graph, Clustering groups) {
        return Modularity.compute(graph, groups).value().orElse(0);
    }

    private static double inside(Graph graph, Clustering groups) {
        return Modularity.inside(graph, groups).value().orElse(0);
    }
}
