package org.grapnel;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.GroupConfidence;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.ColumnAgreement;
import org.grapnel.evaluate.Markers;
import org.grapnel.graph.GraphSource;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.Selection;

/**
 * Features that were selected without a fit.
 *
 * @param graph the graph that the selection used, if any: the given one, or the neighbour graph on all features or on those that are not noise
 * @param groups the groups that the features tell apart, if they were selected by groups
 * @param rounds how these groups were found
 * @param trust how far these groups can be trusted
 * @param notes messages about the data and the graph
 * @param seconds the time of the selection, including the graph
 */
public record SelectionResult(
        PreparedData prepared,
        Spec spec,
        Selection selection,
        Optional<GraphSource> graph,
        Optional<Clustering> groups,
        Optional<GroupingRounds> rounds,
        Optional<Trust> trust,
        List<String> notes,
        double seconds) {
    public SelectionResult {
        notes = List.copyOf(notes);
    }

    /** Replaces the notes. */
    public SelectionResult withNotes(List<String> others) {
        return new SelectionResult(prepared, spec, selection, graph, groups, rounds, trust, others, seconds);
    }

    @Override
    public String toString() {
        return "SelectionResult[" + selection.order().size() + " of "
                + prepared.data().X().rows() + " features by "
                + spec.select().name() + "]";
    }

    /** How sure the group of each sample is: the share of its neighbours in the same group. Empty without groups or graph. */
    public Optional<GroupConfidence> confidence() {
        return groups.flatMap(found -> graph.map(source -> GroupConfidence.ofNeighbors(source.graph(), found)));
    }

    /** Computes which selected features mark each group; empty without groups. Keep the value: each call computes it again. */
    public Optional<Markers> markers() {
        return groups.map(found -> {
            try (ExecutionContext context = ExecutionContext.create(spec.threads())) {
                return Markers.compute(context, prepared.data().X(), selection.kept(), found);
            }
        });
    }

    /** How far the groups agree with what else is known about the samples, such as their batch. Empty without groups. */
    public List<ColumnAgreement> colors() {
        return groups.map(found -> ColumnAgreement.compute(prepared.data().columns(), found))
                .orElse(List.of());
    }

    /** What speaks against the groups, one sentence each: columns that they follow, then the warnings of {@link #trust}. */
    public List<String> warnings() {
        return Stream.concat(
                        groups.stream().flatMap(found -> ColumnAgreement.warnings(prepared.data(), found).stream()),
                        trust.map(Trust::warnings).orElse(List.of()).stream())
                .toList();
    }

    /** The features, best first. */
    public List<KeptFeature> kept() {
        return KeptFeature.of(selection, prepared.data().features());
    }
}
