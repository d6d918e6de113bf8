package org.grapnel.spark.pipeline;

import java.util.Optional;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.SearchKind;
import org.grapnel.pipeline.GroupingQuality;
import org.grapnel.pipeline.ReferenceGraphs;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.GraphQuality;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SampleNeighbors;

/**
 * Graphs that judge groups and are never fitted: the distributed {@link ReferenceGraphs}. With an approximate search, neighbours on all
 * features are those of {@value ReferenceGraphs#SAMPLE} samples.
 *
 * @param onAll neighbours on all features, of all samples or of {@code sample}
 * @param onComponents neighbours on the components; empty if these are all features
 * @param sample the samples of {@code onAll}, ascending; empty if they are all
 */
record ReferenceSamples(SampleGraph onAll, Optional<SampleGraph> onComponents, Optional<int[]> sample)
        implements AutoCloseable {
    static ReferenceSamples ofAll(SampleGraph onAll, Optional<SampleGraph> onComponents) {
        return new ReferenceSamples(onAll, onComponents, Optional.empty());
    }

    /** Joins a random sample of very many samples by their neighbours on all features. */
    static ReferenceSamples ofSample(Panels X, GraphSpec onAll, SampleGraph onComponents) {
        int n = X.samples();
        int[] sample = CounterRandom.sample(n, Math.min(n, ReferenceGraphs.SAMPLE), onAll.seed());
        Panels some = X.selectSamples(sample).persist();
        GraphSpec exact = onAll.withNeighbors(Math.min(ReferenceGraphs.NEIGHBORS, sample.length - 1))
                .withSearch(SearchKind.EXACT);
        try (SampleNeighbors near = SampleNeighbors.search(some, exact, exact.neighbors())) {
            return new ReferenceSamples(near.graph(some, exact), Optional.of(onComponents), Optional.of(sample));
        } finally {
            some.unpersist();
        }
    }

    GroupingQuality quality(SampleGroups groups) {
        GraphQuality all = qualityOnAll(groups);
        if (onComponents.isEmpty()) return GroupingQuality.onOneGraph(groups.formed(), all.modularity(), all.inside());
        GraphQuality second = onComponents.get().quality(groups);
        return new GroupingQuality(
                groups.formed(), all.modularity(), second.modularity(), all.inside(), second.inside());
    }

    private GraphQuality qualityOnAll(SampleGroups groups) {
        if (sample.isEmpty()) return onAll.quality(groups);
        try (SampleGroups some = groups.selectSamples(sample.get())) {
            return onAll.quality(some);
        }
    }

    @Override
    public void close() {
        onAll.close();
        onComponents.ifPresent(SampleGraph::close);
    }
}
