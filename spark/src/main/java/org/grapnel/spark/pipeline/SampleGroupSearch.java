package org.grapnel.spark.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.GroupingRounds;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.RowSet;
import org.grapnel.pipeline.GroupLooks;
import org.grapnel.pipeline.GroupingQuality;
import org.grapnel.pipeline.ReferenceGraphs;
import org.grapnel.select.Selection;
import org.grapnel.spark.cluster.SampleGraphGroups;
import org.grapnel.spark.cluster.SampleKMeans;
import org.grapnel.spark.components.SampleComponents;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.SampleArrangement;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SampleNeighbors;
import org.grapnel.spark.rdd.ResourceStack;
import org.grapnel.spark.select.SampleContrast;

/**
 * Finds the groups of the samples from the graph, before any factor is known: the distributed {@code GroupSearch} of one machine. Graphs
 * and groups stay with the samples; the driver holds the components of p features and a few numbers of every grouping.
 */
final class SampleGroupSearch {
    private static final int STARTS = 10;

    private final Panels X;
    private final Spec spec;
    private final FitContext context;
    private final FitListener listener;
    private final SearchStore store;

    private SampleGroupSearch(Panels X, Spec spec, FitContext context, SearchStore store) {
        this.X = X;
        this.spec = spec;
        this.context = context;
        this.store = store;
        listener = context.listener();
    }

    /**
     * Finds the groups of a given graph, or of the neighbour graph of X. The caller closes the result.
     *
     * @param given the user's graph, which the result owns
     */
    static GroupedSamples run(Panels X, Optional<SampleGraph> given, Spec spec, FitContext context, SearchStore store) {
        SampleGroupSearch search = new SampleGroupSearch(X, spec, context, store);
        return given.map(search::ofGiven).orElseGet(search::ofNeighbors);
    }

    private GroupedSamples ofGiven(SampleGraph given) {
        listener.onPhase("grouping the graph");
        try (ResourceStack made = new ResourceStack()) {
            made.add(given);
            SampleRound round = made.add(round(
                    SampleGraphGroups.find(given, spec.clusters()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
            GroupedSamples grouped = new GroupedSamples(
                    round,
                    round,
                    true,
                    Optional.empty(),
                    kMeansOnComponents(),
                    Optional.empty(),
                    Optional.empty(),
                    new GroupingRounds(List.of()),
                    Optional.empty(),
                    round.notes());
            made.keep();
            return grouped;
        }
    }

    /** Groups that know nothing of the given graph; empty for numbers whose components cannot be computed. */
    private Optional<SampleGroups> kMeansOnComponents() {
        try {
            Optional<SampleComponents> components = SampleComponents.compute(X, GraphSpec.recommended());
            try {
                return Optional.of(
                        kMeans(components.map(SampleComponents::points).orElse(X)));
            } finally {
                components.ifPresent(SampleComponents::close);
            }
        } catch (DataException e) {
            return Optional.empty();
        }
    }

    private GroupedSamples ofNeighbors() {
        try (ResourceStack made = new ResourceStack()) {
            GroupedSamples grouped = ofNeighbors(made);
            made.keep();
            return grouped;
        }
    }

    private GroupedSamples ofNeighbors(ResourceStack made) {
        GraphSpec how = spec.graph();
        listener.onPhase("computing principal components");
        Optional<SampleComponents> components = made.add(SampleComponents.compute(X, how));
        Panels points = components.map(SampleComponents::points).orElse(X);
        int most = Math.max(how.neighbors(), Math.min(X.samples() - 1, ReferenceGraphs.NEIGHBORS));
        GraphSpec onAll = GraphSpec.standard()
                .withMetric(how.metric())
                .withSearch(how.search())
                .withSeed(how.seed());
        listener.onPhase("finding neighbours");
        SampleNeighbors near = made.add(store.neighbors("first", points, how, most));
        SampleGraph built = made.add(near.graph(points, how));
        SampleGraph reference = made.add(near.graph(points, reference(onAll, near.count())));
        ReferenceSamples references;
        Optional<SampleGraph> graphOfAll = Optional.empty();
        if (components.isEmpty()) {
            references = ReferenceSamples.ofAll(reference, Optional.empty());
        } else if (how.search().isApproximate(X.samples())) {
            listener.onPhase("finding neighbours on all features");
            references = made.add(ReferenceSamples.ofSample(X, onAll, reference));
        } else {
            listener.onPhase("finding neighbours on all features");
            GraphSpec limited = onAll.withNeighbors(Math.min(onAll.neighbors(), X.samples() - 1));
            try (SampleNeighbors nearOnAll = SampleNeighbors.search(X, limited, limited.neighbors())) {
                references = made.add(ReferenceSamples.ofAll(
                        nearOnAll.graph(X, reference(onAll, nearOnAll.count())), Optional.of(reference)));
                graphOfAll = made.add(Optional.of(nearOnAll.graph(X, limited)));
            }
        }
        listener.onPhase("grouping the graph");
        SampleRound first = made.add(round(built, points, how, Optional.empty(), Optional.of(near)));
        SampleGroups onComponents = made.add(kMeans(points));
        Optional<SampleGroups> ofAll = made.add(graphOfAll.flatMap(this::groupsOf));
        GroupLooks.LookResult<SampleRound> looks = look(first, references);
        List<String> notes = new ArrayList<>(looks.notes());
        notes.addAll(looks.last().notes());
        return new GroupedSamples(
                looks.last(),
                first,
                false,
                components,
                Optional.of(onComponents),
                ofAll,
                Optional.of(references),
                looks.rounds(),
                looks.selection(),
                notes);
    }

    private static GraphSpec reference(GraphSpec onAll, int found) {
        return onAll.withNeighbors(Math.min(found, ReferenceGraphs.NEIGHBORS));
    }

    /** The groups of a graph that is only compared with; empty if it has none. Closes the graph. */
    private Optional<SampleGroups> groupsOf(SampleGraph graph) {
        try (graph) {
            return graph.edges() == 0
                    ? Optional.empty()
                    : Optional.of(SampleGraphGroups.find(graph, spec.clusters()).groups());
        } catch (DataException e) {
            return Optional.empty();
        }
    }

    /** Groups a neighbour graph, and releases it if its components were joined. */
    private SampleRound round(
            SampleGraph built,
            Panels points,
            GraphSpec how,
            Optional<RowSet> features,
            Optional<SampleNeighbors> near) {
        try (ResourceStack made = new ResourceStack()) {
            Optional<SampleArrangement> order = made.add(order(points, how));
            SampleGraphGroups.GraphGrouping found = SampleGraphGroups.find(built, points, how, spec.clusters(), order);
            if (found.graph() != built) built.close();
            made.keep();
            return round(found, features, near, order);
        }
    }

    /** Orders very many samples by their places; with few, the edges between partitions cost less than the move. */
    private static Optional<SampleArrangement> order(Panels points, GraphSpec how) {
        return points.partitions() > 1 && how.search().isApproximate(points.samples())
                ? Optional.of(SampleArrangement.byPlace(points, how.seed()))
                : Optional.empty();
    }

    private static SampleRound round(
            SampleGraphGroups.GraphGrouping found,
            Optional<RowSet> features,
            Optional<SampleNeighbors> near,
            Optional<SampleArrangement> order) {
        Groups.Origin origin = found.fromComponents() ? Groups.Origin.COMPONENTS : Groups.Origin.GRAPH;
        return new SampleRound(
                found.graph(), features, found.groups(), origin, found.groups(), near, order, found.notes());
    }

    private GroupLooks.LookResult<SampleRound> look(SampleRound first, ReferenceSamples references) {
        int keep = spec.keep().orElse(X.features());
        boolean selects = spec.selectsBeforeFit() && spec.select().by() == FeatureSelection.Strategy.GROUPS;
        SampleLooks samples = new SampleLooks(keep, references);
        SampleRound kept = first;
        try {
            GroupLooks.LookResult<SampleRound> looks =
                    GroupLooks.run(first, samples, selects && keep < X.features(), context);
            kept = looks.last();
            return looks;
        } finally {
            samples.releaseAllBut(kept);
        }
    }

    /** The looks of this search. */
    private final class SampleLooks implements GroupLooks.LookSource<SampleRound> {
        private final int keep;
        private final ReferenceSamples references;
        private final List<SampleRound> made = new ArrayList<>();

        SampleLooks(int keep, ReferenceSamples references) {
            this.keep = keep;
            this.references = references;
        }

        @Override
        public boolean canBeTold(SampleRound round) {
            return SampleGroupSearch.canBeTold(round.groups(), X.samples());
        }

        @Override
        public Selection select(SampleRound round) {
            return SampleContrast.select(X, round.groups(), keep);
        }

        @Override
        public SampleRound again(RowSet features) {
            SampleRound round = SampleGroupSearch.this.again(features, references, made.size() + 1);
            made.add(round);
            return round;
        }

        @Override
        public GroupingQuality quality(SampleRound round) {
            return references.quality(round.groups());
        }

        @Override
        public double agreement(SampleRound one, SampleRound other) {
            return one.groups().agreement(other.groups());
        }

        void releaseAllBut(SampleRound kept) {
            for (SampleRound round : made) if (!round.equals(kept)) round.close();
        }
    }

    /** Whether features can be selected by these groups. */
    static boolean canBeTold(SampleGroups groups, int samples) {
        return groups.formed() >= 2 && groups.formed() < samples;
    }

    /**
     * Makes graph and groups again on some features. The groups are those of the graph, or of k-means if they follow the neighbours of all
     * features better.
     */
    private SampleRound again(RowSet features, ReferenceSamples references, int look) {
        Panels some = X.selectFeatures(features.toArray()).persist();
        GraphSpec how = spec.graph().forSomeFeatures();
        Optional<SampleComponents> components = Optional.empty();
        try (ResourceStack made = new ResourceStack()) {
            components = SampleComponents.compute(some, how);
            Panels points = components.map(SampleComponents::points).orElse(some);
            SampleNeighbors near = made.add(store.neighbors("look-" + look, points, how, how.neighbors()));
            boolean onFeatures = components.isEmpty();
            SampleGraph built = made.add(near.graph(points, how));
            SampleRound found = made.add(round(
                    built, points, how, Optional.of(features), onFeatures ? Optional.of(near) : Optional.empty()));
            SampleGroups byKMeans = made.add(kMeans(points));
            boolean better = references.quality(byKMeans).isPreferredTo(references.quality(found.groups()));
            made.keep();
            if (!onFeatures) near.close();
            if (!better) {
                byKMeans.close();
                return found;
            }
            return new SampleRound(
                    found.graph(),
                    found.features(),
                    byKMeans,
                    Groups.Origin.KEPT_FEATURES,
                    found.ofGraph(),
                    found.neighbors(),
                    found.order(),
                    found.notes());
        } finally {
            components.ifPresent(SampleComponents::close);
            some.unpersist();
        }
    }

    private SampleGroups kMeans(Panels points) {
        return SampleKMeans.cluster(points, spec.clusters(), STARTS, 0);
    }
}
