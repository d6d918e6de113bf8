package org.grapnel.graph;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.data.DataSource;
import org.grapnel.linalg.RowSet;

/**
 * A graph over the samples, and where it came from.
 *
 * @param file which file, where it is the user's
 * @param built how it was built from the data, where it was
 * @param features on which neighbours were found, where that was not on all: those that are not noise
 */
public record GraphSource(Graph graph, Optional<DataSource> file, Optional<KnnGraph> built, Optional<RowSet> features) {
    /** A graph that a program made. */
    public static GraphSource of(Graph graph) {
        return new GraphSource(graph, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public static GraphSource of(Graph graph, DataSource file) {
        return new GraphSource(graph, Optional.of(file), Optional.empty(), Optional.empty());
    }

    public static GraphSource of(KnnGraph built) {
        return of(built, Optional.empty());
    }

    /** The same, of neighbours on some of the features. */
    public static GraphSource of(KnnGraph built, Optional<RowSet> features) {
        return new GraphSource(built.graph(), Optional.empty(), Optional.of(built), features);
    }

    /** What is odd about it and should not be hidden. */
    public List<String> notes() {
        return GraphNotes.collect(graph, built.map(KnnGraph::recall).orElse(OptionalDouble.empty()));
    }
}
