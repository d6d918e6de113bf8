package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.Groups;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.GraphGroups;
import org.grapnel.cluster.SpectralClustering;
import org.grapnel.cluster.SpectralClusteringResult;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.SpectralEmbedding;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.plugin.CheckedSelector;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.select.EnergySelector;
import org.grapnel.select.GroupContrast;
import org.grapnel.select.LaplacianScore;
import org.grapnel.select.Mcfs;
import org.grapnel.select.Ndfs;
import org.grapnel.select.NeighborContrast;
import org.grapnel.select.Selection;
import org.grapnel.select.SubsampleFrequency;
import org.grapnel.select.VarianceSelector;
import org.grapnel.select.noise.NoiseScreen;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.start.Start;

/** Selects features before the fit, one line for each strategy. */
public final class FeatureSelectionStep {
    private static final long NDFS_SEED = 0;

    private final PreparedData prepared;
    private final Matrix X;
    private final Optional<GraphSource> given;
    private final Optional<GroupSearch.GroupedGraph> known;
    private final Spec spec;
    private final FitContext context;
    private final List<String> notes = new ArrayList<>();

    /**
     * Creates the step.
     *
     * @param given the graph to use
     * @param known the graph with its groups, if they are known already
     */
    FeatureSelectionStep(
            PreparedData prepared,
            Optional<GraphSource> given,
            Optional<GroupSearch.GroupedGraph> known,
            Spec spec,
            FitContext context) {
        this.prepared = prepared;
        X = prepared.data().X();
        this.given = given;
        this.known = known;
        this.spec = spec;
        this.context = context;
    }

    /** Selects features without a fit, and collects the notes about data, graph and selection. */
    public static SelectionResult runAlone(
            PreparedData prepared, Optional<GraphSource> given, Spec spec, FitContext context) {
        Preconditions.require(
                spec.model().selectsFeatures() && spec.select().by() != FeatureSelection.Strategy.MODEL,
                "select %s with model %s does not choose features by itself",
                spec.select().name(),
                spec.model().cliName());
        FitListener listener = context.listener();
        prepared.notes().forEach(listener::onNote);
        SelectionResult result = new FeatureSelectionStep(prepared, given, Optional.empty(), spec, context).run();
        List<String> later = new ArrayList<>(result.notes());
        result.graph().ifPresent(source -> later.addAll(source.notes()));
        later.forEach(listener::onNote);
        return result.withNotes(
                Stream.concat(prepared.notes().stream(), later.stream()).toList());
    }

    /** Selects features of the neighbour graph without a fit and without judging the groups. */
    public static Selection select(PreparedData prepared, Spec spec, FitContext context) {
        Optional<GroupSearch.GroupedGraph> grouped = Optional.empty();
        if (spec.select().by() == FeatureSelection.Strategy.GROUPS
                || spec.start().needsGroups())
            try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
                grouped = Optional.of(GroupSearch.run(execution, prepared.data().X(), Optional.empty(), spec, context));
            }
        return new FeatureSelectionStep(prepared, Optional.empty(), grouped, spec, context)
                .run()
                .selection();
    }

    public SelectionResult run() {
        long began = System.nanoTime();
        int keep = spec.model().requireKeep(X.rows(), spec.keep());
        FeatureSelection how = spec.select();
        requireDifferences(prepared.data());
        if (how.by() == FeatureSelection.Strategy.GROUPS && !how.severalNumbers())
            Groups.requireDistinctSamples(prepared.data(), spec.clusters(), spec.threads());
        if (how.by() == FeatureSelection.Strategy.NDFS) Ndfs.requireAccepted(X.rows(), X.cols());
        CancellationToken.throwIfInterrupted();
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            Optional<RowSet> first = how.by() == FeatureSelection.Strategy.STRUCTURE
                    ? given.map(GraphSource::features).orElseGet(() -> NoiseScreen.findInformative(execution, X))
                    : Optional.empty();
            first.ifPresent(this::noteNoise);
            Optional<GroupSearch.GroupedGraph> grouped =
                    how.by() == FeatureSelection.Strategy.GROUPS ? Optional.of(grouped(execution)) : known;
            Optional<GraphSource> graph = grouped.map(GroupSearch.GroupedGraph::graph)
                    .or(() -> how.by().needsGraph() ? Optional.of(graph(execution, first)) : given);
            Graph joined = graph.map(GraphSource::graph).orElseGet(this::emptyGraph);
            context.listener().onPhase("choosing features");
            Selection selection = switch (how.by()) {
                case MODEL -> throw new IllegalStateException("the model selects while it is solved");
                case ENERGY -> new EnergySelector().select(execution, X, joined, keep);
                case VARIANCE -> new VarianceSelector().select(execution, X, joined, keep);
                case LAPLACIAN_SCORE -> new LaplacianScore().select(execution, X, joined, keep);
                case PLUGIN -> new CheckedSelector(how.selector().orElseThrow()).select(execution, X, joined, keep);
                case MCFS -> mcfs(execution, joined, keep);
                case NDFS -> ndfs(execution, joined, keep);
                case GROUPS -> groups(execution, grouped.orElseThrow(), keep);
                case STRUCTURE ->
                    NeighborContrast.standard()
                            .withBlend(how.blend())
                            .select(execution, X, joined, keep, first.orElse(RowSet.all(X.rows())));
                case GAIN -> gain(graph.map(GraphSource::graph), keep);
            };
            selection.warning().ifPresent(notes::add);
            Optional<Trust> trust = grouped.filter(found -> known.isEmpty()).map(found -> trust(execution, found));
            return new SelectionResult(
                    prepared,
                    spec,
                    selection,
                    graph,
                    grouped.map(GroupSearch.GroupedGraph::groups),
                    grouped.map(GroupSearch.GroupedGraph::rounds),
                    trust,
                    notes,
                    (System.nanoTime() - began) * 1e-9);
        }
    }

    private GroupSearch.GroupedGraph grouped(ExecutionContext execution) {
        if (known.isPresent()) return known.get();
        Spec search = spec.select().severalNumbers() ? spec.withClusters(likelyNumber(execution)) : spec;
        GroupSearch.GroupedGraph found = GroupSearch.run(execution, X, given, search, context);
        notes.addAll(found.notes());
        return found;
    }

    private Trust trust(ExecutionContext execution, GroupSearch.GroupedGraph found) {
        context.listener().onPhase("comparing with data without groups");
        return TrustStep.judge(
                execution,
                X,
                spec.graph(),
                found,
                found.groups(),
                found.groups().clusters());
    }

    /** The number of groups that the graph suggests, for the groups that are shown; 10 without evidence of groups. */
    private int likelyNumber(ExecutionContext execution) {
        Graph graph = given.map(GraphSource::graph)
                .orElseGet(() -> KnnGraph.build(execution, X, spec.graph()).graph());
        GroupCount count = GroupCount.estimate(execution, graph, 0);
        return count.hasEvidence() ? count.suggested() : groupNumbers().get(0);
    }

    /** The numbers of groups that are told apart together where their number is not known; fewer for few samples. */
    private List<Integer> groupNumbers() {
        int most = Math.max(3, X.cols() / 5);
        return Stream.of(10, 20, 40)
                .map(count -> Math.min(count, Math.min(most, X.cols() - 1)))
                .distinct()
                .toList();
    }

    /** Selects by groups. One group cannot be told apart, so neighbours take its place. */
    private Selection groups(ExecutionContext execution, GroupSearch.GroupedGraph found, int keep) {
        boolean known = found.selection().isPresent() && !spec.select().severalNumbers();
        if (known)
            return withFrequency(
                    execution, List.of(found.groups()), found.selection().get());
        List<Clustering> groupings = new ArrayList<>();
        if (spec.select().severalNumbers())
            for (int count : groupNumbers()) groupings.add(groupsOf(execution, found.firstGraph(), count));
        else groupings.add(found.groups());
        groupings.removeIf(groups -> !GroupSearch.canBeTold(groups));
        if (!groupings.isEmpty())
            return withFrequency(execution, groupings, GroupContrast.select(execution, X, groupings, keep));
        notes.add("there is one group only, so features are selected by how well they separate neighbours");
        return NeighborContrast.standard().select(execution, X, found.graph().graph(), keep);
    }

    /** Adds how often the features are selected on parts of the samples. Fits without baselines, such as those of a tuning, leave it out. */
    private Selection withFrequency(ExecutionContext execution, List<Clustering> groupings, Selection selection) {
        int keep = selection.order().size();
        // a fit measures frequencies when it is written, see FrequencyStep
        if (known.isPresent() || !spec.baselines() || keep == X.rows() || context.isCancelled()) return selection;
        if (!SubsampleFrequency.isCheap(X, keep)) {
            notes.add(SubsampleFrequency.tooLarge(X, keep));
            return selection;
        }
        context.listener().onPhase("choosing features on parts of the samples");
        return SubsampleFrequency.measure(execution, X, groupings, selection);
    }

    private Clustering groupsOf(ExecutionContext execution, GraphSource source, int count) {
        return source.built()
                .map(built -> GraphGroups.find(execution, built, X, spec.graph(), count, 0))
                .orElseGet(() -> GraphGroups.find(execution, source.graph(), count, 0))
                .clustering();
    }

    /** Refuses data in which no feature can be better than another. */
    static void requireDifferences(Dataset data) {
        Matrix X = data.X();
        if (X.cols() < 3)
            throw new DataException(
                    "%s: selecting features needs at least 3 samples, got %d",
                    data.source().path(), X.cols());
        data.requireSquares();
        if (DistinctColumns.allEqual(X))
            throw new DataException(
                    "%s: all %d samples are the same, so no feature tells them apart",
                    data.source().path(), X.cols());
    }

    private void noteNoise(RowSet survivors) {
        notes.add(String.format(
                Locale.ROOT,
                "%,d of the %,d features share nothing with any other, like noise: neighbours are those on the other %,d, which are chosen first",
                X.rows() - survivors.count(),
                X.rows(),
                survivors.count()));
    }

    private GraphSource graph(ExecutionContext execution, Optional<RowSet> of) {
        if (given.isPresent()) return given.get();
        context.listener().onPhase("finding neighbours");
        if (of.isEmpty()) return GraphSource.of(KnnGraph.build(execution, X, spec.graph()));
        try (Matrix some = X.selectRows(of.get().toArray())) {
            return GraphSource.of(KnnGraph.build(execution, some, spec.graph().forSomeFeatures()), of);
        }
    }

    private Graph emptyGraph() {
        return Graph.of(
                SparseMatrix.ofTriples(X.cols(), X.cols(), new int[0], new int[0], new double[0]), "without edges");
    }

    private Selection mcfs(ExecutionContext execution, Graph graph, int keep) {
        Mcfs.requireEdges(graph);
        int joined = graph.size() - graph.components().isolated().size();
        // the eigenvector of the smallest eigenvalue only tells which samples have many neighbours
        int wanted = Math.min(Math.max(1, joined - 1), spec.clusters());
        try (SpectralEmbedding embedding =
                        SpectralEmbedding.compute(execution, graph, Math.min(joined, wanted + 1), spec.seed());
                DenseMatrix all = embedding.generalised();
                DenseMatrix without = DenseMatrix.zeros(all.rows(), Math.max(1, all.cols() - 1))) {
            int skip = all.cols() - without.cols();
            for (int i = 0; i < all.rows(); i++)
                for (int j = 0; j < without.cols(); j++) without.set(i, j, all.get(i, j + skip));
            return Mcfs.of(without).select(execution, X, graph, keep);
        }
    }

    /** Starts from the graph's groups, found with a fixed seed: the list does not depend on that of the fit. */
    private Selection ndfs(ExecutionContext execution, Graph graph, int keep) {
        Ndfs.requireEdges(graph);
        int joined = graph.size() - graph.components().isolated().size();
        int groups = Math.min(joined, spec.clusters());
        try (SpectralClusteringResult found = SpectralClustering.cluster(execution, graph, groups, NDFS_SEED)) {
            return Ndfs.of(found.clustering()).select(execution, X, graph, keep);
        }
    }

    /** The start of the fit; a start from the groups of the graph becomes a random one where these are not known. */
    private Start gainStart() {
        Start start = spec.start();
        if (!start.needsGroups()) return start;
        return known.map(found -> start.withGroups(found.groups())).orElseGet(() -> Start.random(spec.seed()));
    }

    /** Selects the support that best-support finds, ordered by the norm of W's rows. */
    private Selection gain(Optional<Graph> graph, int keep) {
        // a graph without edges has no effect, whatever its weight
        boolean uses = spec.usesGraph() && graph.filter(g -> g.edges() > 0).isPresent();
        Spec best = Spec.forSolver(SolverKind.BEST_SUPPORT, uses ? Model.GNMF_L20 : Model.NMF_L20, spec.rank())
                .withSelect(FeatureSelection.model())
                .withKeep(keep)
                .withAlpha(uses && spec.weight().perDegree() ? spec.weight().value() : Spec.ALPHA)
                .withLaplacian(spec.laplacian())
                .withStart(gainStart())
                .withStop(spec.stop())
                .withThreads(spec.threads());
        try (Solution found = FactorSolver.onAll(X, graph, context).solve(best)) {
            double[] norm = new double[X.rows()];
            for (int i = 0; i < norm.length; i++) norm[i] = Math.sqrt(found.W().rowSquares(i));
            List<Integer> order = IntStream.range(0, norm.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> -norm[i]))
                    .limit(keep)
                    .toList();
            return new Selection(
                    X.rows(), order, order.stream().map(i -> norm[i]).toList(), List.of());
        }
    }
}
