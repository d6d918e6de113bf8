package org.grapnel.graph;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.data.DataSource;
import org.grapnel.linalg.RowSet;

/**
 * A graph over the samples, with its origin.
 *
 * @param file the file, if the user gave one
 * @param built how the graph was built from the data, if it was
 * @param features the features used for the neighbours, if not all
 */
public record GraphSource(Graph graph, Optional<DataSource> file, Optional<KnnGraph> built, Optional<RowSet> features) {
    /** Wraps a graph that was created in memory. */
    public static GraphSource of(Graph graph) {
        return new GraphSource(graph, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public static GraphSource of(Graph graph, DataSource file) {
        return new GraphSource(graph, Optional.of(file), Optional.empty(), Optional.empty());
    }

    public static GraphSource of(KnnGraph built) {
        return of(built, Optional.empty());
    }

    /** Wraps a graph of neighbours on some of the features. */
    public static GraphSource of(KnnGraph built, Optional<RowSet> features) {
        return new GraphSource(built.graph(), Optional.empty(), Optional.of(built), features);
    }

    /** Returns notes about unusual properties of the graph. */
    public List<String> notes() {
        return GraphNotes.collect(graph, built.map(KnnGraph::recall).orElse(OptionalDouble.empty()));
    }
}
