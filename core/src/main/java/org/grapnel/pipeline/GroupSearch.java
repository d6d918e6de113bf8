package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.GroupingRounds;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.GraphGroups;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.graph.ApproximateSearch;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.GroupContrast;
import org.grapnel.select.Selection;

/**
 * Finds the groups of the samples from the graph, before any factor is known.
 *
 * <ol>
 *   <li>The graph: neighbours on principal components, and its groups ({@link GraphGroups}).
 *   <li>Where features are selected by groups: more looks on the features that tell the groups apart ({@link GroupLooks}).
 * </ol>
 *
 * Nothing here depends on the seed of the spec, apart from an approximate neighbour search.
 */
final class GroupSearch {
    private static final int STARTS = 10;

    private final ExecutionContext execution;
    private final Matrix X;
    private final Spec spec;
    private final FitContext context;
    private final FitListener listener;
    private final List<String> notes = new ArrayList<>();

    private GroupSearch(ExecutionContext execution, Matrix X, Spec spec, FitContext context) {
        this.execution = execution;
        this.X = X;
        this.spec = spec;
        this.context = context;
        listener = context.listener();
    }

    /**
     * The graph and its groups.
     *
     * @param graph the graph of the accepted groups, with its components joined
     * @param groups the accepted groups
     * @param origin what the accepted groups come from
     * @param ofGraph the groups of the graph of the accepted groups, by its components or its spectrum
     * @param first the groups of the first graph
     * @param firstGraph the first graph
     * @param onComponents k-means on the points whose neighbours the first graph joins; for a given graph on the components of the data
     * @param ofAllFeatures groups of the neighbour graph on all features; empty where the first graph is that graph, or was given
     * @param references empty for a given graph
     * @param selection the features that tell the accepted groups apart, if the looks have selected them
     */
    record GroupedGraph(
            GraphSource graph,
            Clustering groups,
            Groups.Origin origin,
            Clustering ofGraph,
            Clustering first,
            GraphSource firstGraph,
            Optional<Clustering> onComponents,
            Optional<Clustering> ofAllFeatures,
            Optional<ReferenceGraphs> references,
            GroupingRounds rounds,
            Optional<Selection> selection,
            List<String> notes) {}

    /** Finds the groups of a given graph, or of the neighbour graph of X. */
    static GroupedGraph run(
            ExecutionContext execution, Matrix X, Optional<GraphSource> given, Spec spec, FitContext context) {
        execution.setProgress(context.listener()::onProgress);
        GroupSearch search = new GroupSearch(execution, X, spec, context);
        return given.map(search::ofGiven).orElseGet(search::ofNeighbors);
    }

    /** The groups of the graph of a fit, without further looks, to judge a result that was found in another way. */
    static GroupedGraph ofGraph(ExecutionContext execution, Matrix X, GraphSource source, Spec spec) {
        GraphGroups.GraphGrouping found = source.built()
                .filter(built -> source.features().isEmpty())
                .map(built -> GraphGroups.find(execution, built, X, spec.graph(), spec.clusters(), 0))
                .orElseGet(() -> GraphGroups.find(execution, source.graph(), spec.clusters(), 0));
        GraphSource judged = source.features().isEmpty() ? source : GraphSource.of(source.graph());
        return new GroupedGraph(
                judged,
                found.clustering(),
                origin(found),
                found.clustering(),
                found.clustering(),
                judged,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new GroupingRounds(List.of()),
                Optional.empty(),
                List.of());
    }

    private GroupedGraph ofGiven(GraphSource given) {
        listener.onPhase("grouping the graph");
        GraphGroups.GraphGrouping found = GraphGroups.find(execution, given.graph(), spec.clusters(), 0);
        return new GroupedGraph(
                given,
                found.clustering(),
                origin(found),
                found.clustering(),
                found.clustering(),
                given,
                kMeansOnComponents(),
                Optional.empty(),
                Optional.empty(),
                new GroupingRounds(List.of()),
                Optional.empty(),
                found.notes());
    }

    /** Groups that know nothing of the given graph; empty for numbers whose components cannot be computed. */
    private Optional<Clustering> kMeansOnComponents() {
        try {
            Optional<ComponentScores> scores = ComponentScores.compute(execution, X, GraphSpec.recommended());
            return Optional.of(
                    kMeans(scores.<Matrix>map(ComponentScores::points).orElse(X)));
        } catch (DataException e) {
            return Optional.empty();
        }
    }

    private GroupedGraph ofNeighbors() {
        listener.onPhase("finding neighbours");
        GraphSpec how = spec.graph();
        Optional<ComponentScores> scores = ComponentScores.compute(execution, X, how);
        Matrix points = scores.<Matrix>map(ComponentScores::points).orElse(X);
        int most = Math.max(how.neighbors(), Math.min(X.cols() - 1, ReferenceGraphs.NEIGHBORS));
        GraphSpec onAll = GraphSpec.standard()
                .withMetric(how.metric())
                .withSearch(how.search())
                .withSeed(how.seed());
        ApproximateSearch.SearchResult near = search(points, how, most);
        KnnGraph built = KnnGraph.build(execution, X, scores, near, how);
        ReferenceGraphs references;
        Optional<Graph> graphOfAll = Optional.empty();
        if (scores.isEmpty()) {
            references = ReferenceGraphs.of(reference(X, near.neighbors(), onAll));
        } else {
            Graph onComponents = reference(points, near.neighbors(), onAll);
            if (how.search().isApproximate(X.cols())) {
                references = ReferenceGraphs.ofSample(execution, X, onAll, onComponents);
            } else {
                Neighbors nearOnAll = search(X, onAll, Math.min(X.cols() - 1, onAll.neighbors()))
                        .neighbors();
                references = ReferenceGraphs.of(reference(X, nearOnAll, onAll), onComponents);
                graphOfAll = Optional.of(
                        KnnGraph.build(execution, X, nearOnAll, limited(onAll)).graph());
            }
        }
        CancellationToken.throwIfInterrupted();
        listener.onPhase("grouping the graph");
        Round first = round(built, X, how);
        Clustering onComponents = kMeans(points);
        Optional<Clustering> ofAll =
                graphOfAll.filter(graph -> graph.edges() > 0).flatMap(this::groupsOf);
        GroupLooks.LookResult<Round> looks = look(first, references);
        notes.addAll(looks.notes());
        Round last = looks.last();
        notes.addAll(last.notes);
        return new GroupedGraph(
                last.source,
                last.groups,
                last.origin,
                last.ofGraph,
                first.groups,
                first.source,
                Optional.of(onComponents),
                ofAll,
                Optional.of(references),
                looks.rounds(),
                looks.selection(),
                notes);
    }

    /** The groups of a graph that is only compared with; empty if it has none. */
    private Optional<Clustering> groupsOf(Graph graph) {
        try {
            return Optional.of(
                    GraphGroups.find(execution, graph, spec.clusters(), 0).clustering());
        } catch (DataException e) {
            return Optional.empty();
        }
    }

    private ApproximateSearch.SearchResult search(Matrix points, GraphSpec how, int neighbors) {
        return how.search().neighbors(execution, points, neighbors, how.metric(), how.seed());
    }

    private Graph reference(Matrix points, Neighbors near, GraphSpec onAll) {
        int count = Math.min(near.count(), ReferenceGraphs.NEIGHBORS);
        return KnnGraph.build(execution, points, near, onAll.withNeighbors(count))
                .graph();
    }

    private GraphSpec limited(GraphSpec onAll) {
        return onAll.withNeighbors(Math.min(onAll.neighbors(), X.cols() - 1));
    }

    private static Groups.Origin origin(GraphGroups.GraphGrouping found) {
        return found.fromComponents() ? Groups.Origin.COMPONENTS : Groups.Origin.GRAPH;
    }

    /** A graph with its components joined, and its groups. */
    private record Round(
            GraphSource source, Clustering groups, Groups.Origin origin, Clustering ofGraph, List<String> notes) {}

    private Round round(KnnGraph built, Matrix points, GraphSpec how) {
        GraphGroups.GraphGrouping found = GraphGroups.find(execution, built, points, how, spec.clusters(), 0);
        KnnGraph joined =
                new KnnGraph(found.graph(), built.sigma(), built.recall(), built.components(), built.scores());
        return new Round(GraphSource.of(joined), found.clustering(), origin(found), found.clustering(), found.notes());
    }

    private GroupLooks.LookResult<Round> look(Round first, ReferenceGraphs references) {
        int keep = spec.keep().orElse(X.rows());
        boolean selects = spec.selectsBeforeFit() && spec.select().by() == FeatureSelection.Strategy.GROUPS;
        GroupLooks.LookSource<Round> samples = new GroupLooks.LookSource<>() {
            @Override
            public boolean canBeTold(Round round) {
                return GroupSearch.canBeTold(round.groups);
            }

            @Override
            public Selection select(Round round) {
                return GroupContrast.select(execution, X, round.groups, keep);
            }

            @Override
            public Round again(RowSet features) {
                return GroupSearch.this.again(features, references);
            }

            @Override
            public GroupingQuality quality(Round round) {
                return references.quality(round.groups);
            }

            @Override
            public double agreement(Round one, Round other) {
                return AdjustedRand.compute(one.groups, other.groups);
            }
        };
        return GroupLooks.run(first, samples, selects && keep < X.rows(), context);
    }

    /** Whether features can be selected by these groups. */
    static boolean canBeTold(Clustering groups) {
        long formed = Arrays.stream(groups.sizes()).filter(size -> size > 0).count();
        return formed >= 2 && formed < groups.size();
    }

    /**
     * Makes graph and groups again on some features. The groups are those of the graph, or of k-means if they follow the neighbours of all
     * features better.
     */
    private Round again(RowSet features, ReferenceGraphs references) {
        try (Matrix some = X.selectRows(features.toArray())) {
            GraphSpec how = spec.graph().forSomeFeatures();
            KnnGraph built = KnnGraph.build(execution, some, how);
            Round found = round(built, some, how);
            Clustering byKMeans = kMeans(built.points(some));
            boolean better = references.quality(byKMeans).isPreferredTo(references.quality(found.groups));
            // new samples find their neighbours on the kept features
            GraphSource source = GraphSource.of(
                    new KnnGraph(found.source.graph(), built.sigma(), built.recall()), Optional.of(features));
            return new Round(
                    source,
                    better ? byKMeans : found.groups,
                    better ? Groups.Origin.KEPT_FEATURES : found.origin,
                    found.groups,
                    found.notes);
        }
    }

    /** k-means with {@value #STARTS} starts on the columns of a matrix. */
    private Clustering kMeans(Matrix points) {
        int clusters = Math.min(
                spec.clusters(), DistinctColumns.find(execution, points).count());
        try (KMeansResult found = KMeans.clusterColumns(
                execution, points, KMeansFactorization.options(clusters, 0).withStarts(STARTS))) {
            return found.clustering();
        }
    }
}
