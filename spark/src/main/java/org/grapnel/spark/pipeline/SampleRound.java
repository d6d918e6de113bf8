package org.grapnel.spark.pipeline;

import java.util.List;
import java.util.Optional;
import org.grapnel.Groups;
import org.grapnel.linalg.RowSet;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.SampleArrangement;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SampleNeighbors;

/**
 * A graph with its components joined, and its groups.
 *
 * @param features the features on which neighbours were searched; empty if they are all
 * @param groups the groups of the round
 * @param origin what {@code groups} come from
 * @param ofGraph the groups of the graph, by its components or its spectrum
 * @param neighbors the neighbours from which the graph was built, on the principal components of all features or on {@code features};
 *     empty if they were searched on other points
 * @param order in which products with the graph send few rows; empty for few samples and for a graph of the user
 * @param notes what was joined
 */
record SampleRound(
        SampleGraph graph,
        Optional<RowSet> features,
        SampleGroups groups,
        Groups.Origin origin,
        SampleGroups ofGraph,
        Optional<SampleNeighbors> neighbors,
        Optional<SampleArrangement> order,
        List<String> notes)
        implements AutoCloseable {
    @Override
    public void close() {
        graph.close();
        groups.close();
        ofGraph.close();
        neighbors.ifPresent(SampleNeighbors::close);
        order.ifPresent(SampleArrangement::close);
    }
}
