package org.grapnel.pipeline;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/** What {@link TrustStep} asks of the samples, which may be on one machine or on many. */
public interface JudgedSamples {
    /** Returns the numbers of at most {@code most} of n samples, evenly spaced. */
    static int[] evenlySpaced(int n, int most) {
        int count = Math.min(n, most);
        return IntStream.range(0, count)
                .map(j -> ExecutionContext.blockStart(n, j, count))
                .toArray();
    }

    /** n. */
    int samples();

    /** p. */
    int features();

    /**
     * The points whose neighbours the first graph joins; empty for a given graph. With more than {@code most} samples, that many of them,
     * evenly spaced. The caller closes it.
     */
    Optional<PointSample> points(int most);

    /** The groups of the first graph on that graph, where it was given. */
    GraphShares givenGraph();

    /** The adjusted Rand index of the groups of the first graph with k-means on its points; empty if there are none. */
    OptionalDouble agreementWithKMeans();

    /** That index with the groups of the graph of all features; empty if that graph has none. */
    OptionalDouble agreementWithAllFeatures();

    /** That index with the groups of the result. */
    double agreementWithResult();

    /** The share of edge weight inside the groups of the result; NaN without edges. */
    double edgesWithinGroups();

    /**
     * Points of some samples.
     *
     * @param isUnitLength whether the points were scaled to unit length
     * @param graph the graph of these samples, if they are all
     * @param groups their groups, if they are all
     */
    record PointSample(Matrix points, boolean isUnitLength, Optional<Graph> graph, Optional<Clustering> groups)
            implements AutoCloseable {
        @Override
        public void close() {
            points.close();
        }
    }

    /**
     * A grouping on a graph.
     *
     * @param inside the share of edge weight inside the groups
     */
    record GraphShares(double inside, double modularity, long edges) {}
}
