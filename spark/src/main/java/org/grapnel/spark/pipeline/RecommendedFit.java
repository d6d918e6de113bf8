package org.grapnel.spark.pipeline;

import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.GroupingRounds;
import org.grapnel.Groups;
import org.grapnel.Trust;
import org.grapnel.baseline.Baselines;
import org.grapnel.evaluate.Markers;
import org.grapnel.evaluate.Score;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.select.Selection;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;
import org.grapnel.spark.components.SampleComponents;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SampleNeighbors;

/**
 * The result of the recommended method on many machines: the distributed {@link org.grapnel.Fit}. Close it to release everything but the
 * factors.
 *
 * @param W p × r; the rows of features that are not kept are zero
 * @param Ht rows of Hᵀ, checkpointed; one array per partition
 * @param groups the groups of the result
 * @param origin what the groups come from
 * @param confidence how sure the group of each sample is; one array per partition
 * @param graph the graph of the result
 * @param components the samples on the principal components of the graph; empty if its neighbours were searched on features
 * @param neighbors the neighbours of the graph on these components, or on the kept features; empty if they were searched on other points
 * @param selection the kept features in the order of their selection; empty if all are kept
 * @param markers the features that mark each group
 * @param notes messages about the graph and the result
 * @param resources what is released with the fit
 */
public record RecommendedFit(
        DenseMatrix W,
        JavaRDD<double[]> Ht,
        RowSet support,
        SampleGroups groups,
        Groups.Origin origin,
        JavaRDD<double[]> confidence,
        SampleGraph graph,
        Optional<SampleComponents> components,
        Optional<SampleNeighbors> neighbors,
        Optional<Selection> selection,
        GroupingRounds rounds,
        Optional<Trust> trust,
        Optional<Baselines> baselines,
        Score silhouette,
        Markers markers,
        Trace trace,
        StopReason stop,
        Certificate certificate,
        List<String> notes,
        AutoCloseable resources)
        implements AutoCloseable {
    @Override
    public void close() {
        try {
            W.close();
            resources.close();
        } catch (Exception e) {
            throw new IllegalStateException("cannot release a fit: " + e.getMessage(), e);
        }
    }
}
