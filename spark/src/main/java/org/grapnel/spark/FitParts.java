package org.grapnel.spark;

import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.grapnel.data.DataException;
import org.grapnel.spark.components.SampleComponents;
import org.grapnel.spark.graph.ConnectedSamples;
import org.grapnel.spark.graph.SampleGraph;

/**
 * What a fit leaves with the executors besides its factors: the graph, and the samples on its principal components.
 *
 * @param components empty if the neighbours of the graph were not searched on components of all features
 */
public record FitParts(SampleGraph graph, Optional<SampleComponents> components, AutoCloseable resources)
        implements AutoCloseable {
    /** Returns every edge once, with sample numbers src &lt; dst and the weight. */
    public Dataset<Row> edges(SparkSession session) {
        return graph.edges(session);
    }

    /** Counts the connected components of the graph; empty if there are too many to count. */
    public Optional<Long> countComponents() {
        try (ConnectedSamples found = ConnectedSamples.find(graph)) {
            return Optional.of((long) found.components().size());
        } catch (DataException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            resources.close();
        } catch (Exception e) {
            throw new IllegalStateException("cannot release a fit: " + e.getMessage(), e);
        }
    }
}
