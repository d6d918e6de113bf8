package org.grapnel.spark;

import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.grapnel.spark.components.SampleComponents;
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

    @Override
    public void close() {
        try {
            resources.close();
        } catch (Exception e) {
            throw new IllegalStateException("cannot release a fit: " + e.getMessage(), e);
        }
    }
}
