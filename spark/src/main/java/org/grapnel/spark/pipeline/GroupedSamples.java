package org.grapnel.spark.pipeline;

import java.util.List;
import java.util.Optional;
import org.grapnel.GroupingRounds;
import org.grapnel.select.Selection;
import org.grapnel.spark.components.SampleComponents;
import org.grapnel.spark.data.SampleGroups;

/**
 * The graph of the samples and its groups, before any factor is known.
 *
 * @param last the accepted round
 * @param first the round of the first graph
 * @param isGiven whether the graph was given by the user
 * @param components the samples on the principal components of the first graph; empty if it is on all features, or was given
 * @param onComponents k-means on the points whose neighbours the first graph joins; for a given graph on the components of the data
 * @param ofAllFeatures groups of the neighbour graph on all features; empty where the first graph is that graph, or was given
 * @param references empty for a given graph
 * @param selection the features that tell the accepted groups apart, if the looks have selected them
 */
record GroupedSamples(
        SampleRound last,
        SampleRound first,
        boolean isGiven,
        Optional<SampleComponents> components,
        Optional<SampleGroups> onComponents,
        Optional<SampleGroups> ofAllFeatures,
        Optional<ReferenceSamples> references,
        GroupingRounds rounds,
        Optional<Selection> selection,
        List<String> notes)
        implements AutoCloseable {
    @Override
    public void close() {
        last.close();
        first.close();
        components.ifPresent(SampleComponents::close);
        onComponents.ifPresent(SampleGroups::close);
        ofAllFeatures.ifPresent(SampleGroups::close);
        references.ifPresent(ReferenceSamples::close);
    }
}
