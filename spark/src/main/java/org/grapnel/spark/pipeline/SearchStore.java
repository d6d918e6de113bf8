package org.grapnel.spark.pipeline;

import org.grapnel.graph.GraphSpec;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SampleNeighbors;

/** Where the neighbours of a fit come from: a search, or the lists that an interrupted run has saved. */
interface SearchStore {
    /**
     * Returns the neighbours of some points.
     *
     * @param name which search of the fit this is, such as {@code first}
     */
    SampleNeighbors neighbors(String name, Panels points, GraphSpec spec, int count);

    /** Searches each time. */
    static SearchStore none() {
        return (name, points, spec, count) -> SampleNeighbors.search(points, spec, count);
    }
}
