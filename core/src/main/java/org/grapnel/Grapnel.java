package org.grapnel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import org.grapnel.baseline.NeighborhoodPreservation;
import org.grapnel.baseline.SelectionBaselines;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.CellException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.embed.Embedding2d;
import org.grapnel.embed.TsneOptions;
import org.grapnel.embed.TsneProgress;
import org.grapnel.embed.TsneResult;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.evaluate.RankCurve;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Loss;
import org.grapnel.pipeline.EmbeddingStep;
import org.grapnel.pipeline.FactorSolver;
import org.grapnel.pipeline.FeatureSelectionStep;
import org.grapnel.pipeline.FitPipeline;
import org.grapnel.pipeline.FrequencyStep;
import org.grapnel.pipeline.GroupingStep;
import org.grapnel.pipeline.KMeansFactorization;
import org.grapnel.pipeline.SuggestionStep;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.FeatureCount;
import org.grapnel.solve.Solution;
import org.grapnel.solve.start.Start;

/**
 * The entry point: which k features matter, and which groups do the samples form?
 *
 * <pre>{@code
 * try (var data = Datasets.read(Path.of("genes.csv"), ReadOptions.plain());
 *         var fit = Grapnel.fit(data, Spec.recommended(15, 40))) {
 *     fit.kept().forEach(feature -> System.out.println(feature.name()));
 * }
 * }</pre>
 */
public final class Grapnel {
    private Grapnel() {}

    /** Returns the version of this library. */
    public static String version() {
        try (InputStream in =
                Objects.requireNonNull(Grapnel.class.getResourceAsStream("version.properties"), "version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fits a model to data that need no preparation. The neighbour graph is built as the spec describes. */
    public static Fit fit(Dataset data, Spec spec) {
        return fit(prepare(data, spec), spec);
    }

    private static PreparedData prepare(Dataset data, Spec spec) {
        try {
            return Preparation.none().apply(data);
        } catch (CellException e) {
            throw spec.loss() == Loss.KL ? e.forCounts() : e;
        }
    }

    /** Fits a model to prepared data. */
    public static Fit fit(PreparedData data, Spec spec) {
        return fit(data, Optional.empty(), spec, FitContext.none());
    }

    /** Fits a model and reports the progress to a listener. */
    public static Fit fit(PreparedData data, Spec spec, FitListener listener) {
        return fit(data, Optional.empty(), spec, FitContext.of(listener));
    }

    /**
     * Fits a model with a given graph, a listener, cancellation and checkpoints.
     *
     * @param graph the graph to use; without one, the neighbour graph of the data is built if the spec needs one
     */
    public static Fit fit(PreparedData data, Optional<GraphSource> graph, Spec spec, FitContext context) {
        return new FitPipeline(data, spec, context).fit(graph);
    }

    /** Refuses a fit that does not suit the data, without running any of it. */
    public static void check(PreparedData data, Spec spec) {
        new FitPipeline(data, spec, FitContext.none()).check();
    }

    /** Selects features without a fit, as {@link Spec#select} and {@link Spec#keep} say. */
    public static SelectionResult select(PreparedData data, Spec spec) {
        return select(data, Optional.empty(), spec, FitContext.none());
    }

    /**
     * Selects features without a fit. The solver of the spec is not used; the rank counts for {@code gain} only, and clusters for MCFS and NDFS.
     *
     * @param graph the graph to use; without one, the neighbour graph of the data is built if the selection needs one
     */
    public static SelectionResult select(
            PreparedData data, Optional<GraphSource> graph, Spec spec, FitContext context) {
        return FeatureSelectionStep.runAlone(data, graph, spec, context);
    }

    /**
     * Suggests a number of groups from the graph, without labels. {@link GroupCount#hasEvidence} is false where the graph shows no groups.
     *
     * @param graph the graph to use; without one, the neighbour graph of the data is built as the spec says
     * @param spec its number of groups is not used
     */
    public static GroupCount suggestClusters(
            PreparedData data, Optional<GraphSource> graph, Spec spec, FitContext context) {
        return new SuggestionStep(data, graph, spec, context).clusters();
    }

    /**
     * Suggests a number of components: the one whose factors predict hidden entries best, by NMF without a graph. Empty if cancelled. Large data
     * are judged by evenly spaced samples; {@link RankCurve#samples} says how many.
     *
     * @param spec its rank is not used
     */
    public static Optional<RankCurve> suggestRank(PreparedData data, Spec spec, FitContext context) {
        return new SuggestionStep(data, Optional.empty(), spec, context).rank();
    }

    /**
     * Suggests how many features to keep: as many as separate the groups of the graph best. {@link FeatureCount#hasEvidence} is false where no
     * feature differs between the groups by more than chance.
     *
     * @param graph the graph to use; without one, the neighbour graph of the data is built as the spec says
     * @param spec its number of features is not used
     */
    public static FeatureCount suggestKeep(
            PreparedData data, Optional<GraphSource> graph, Spec spec, FitContext context) {
        return new SuggestionStep(data, graph, spec, context).keep();
    }

    /**
     * Compares selected features with random ones: how much of the neighbourhoods they preserve and, given a number of groups, which groups
     * k-means finds on them. Empty if cancelled.
     */
    public static Optional<NeighborhoodPreservation> compare(
            SelectionResult selection, Optional<Integer> clusters, FitContext context) {
        clusters.ifPresent(c -> Groups.requireDistinctSamples(
                selection.prepared().data(), c, selection.spec().threads()));
        return new SelectionBaselines(selection, context).compare(clusters);
    }

    /** Builds the neighbour graph of the columns of X. */
    public static KnnGraph graph(Matrix X, GraphSpec spec, int threads) {
        try (ExecutionContext execution = ExecutionContext.create(threads)) {
            return KnnGraph.build(execution, X, spec);
        }
    }

    /** Solves for the factors only: builds no graph and forms no groups. */
    public static Solution solve(Matrix X, Optional<Graph> graph, Spec spec, FitContext context) {
        return FactorSolver.onAll(X, graph, context).solve(spec);
    }

    /**
     * Solves for the factors with the loss ½Σ cᵢⱼ(xᵢⱼ − wᵢhⱼ)²: entries of X have weights, and a missing entry has weight 0.
     *
     * @param selected features that were selected before; empty for all
     */
    public static Solution solve(
            Matrix X,
            EntryWeights weights,
            Optional<RowSet> selected,
            Optional<Graph> graph,
            Spec spec,
            FitContext context) {
        FactorSolver solver = selected.map(rows -> FactorSolver.onSelected(X, rows, graph, context))
                .orElseGet(() -> FactorSolver.onAll(X, graph, context));
        return solver.withWeights(weights).solve(spec);
    }

    /** Solves for the factors on features that were selected before: the other rows of W are zero. */
    public static Solution solve(Matrix X, RowSet selected, Optional<Graph> graph, Spec spec, FitContext context) {
        return FactorSolver.onSelected(X, selected, graph, context).solve(spec);
    }

    /**
     * Groups the samples of a solution by k-means with ten starts on the columns of H; for the k-means models by H itself, and for the joint
     * graph term by the largest entry of H. If H has fewer distinct columns than groups were requested, there are only as many groups as
     * distinct columns.
     */
    public static Groups groups(Solution solution, Spec spec) {
        return GroupingStep.group(solution, spec);
    }

    /** Groups the samples as {@link #groups} does, without computing a silhouette. */
    public static Clustering cluster(Solution solution, Spec spec) {
        return GroupingStep.cluster(solution, spec);
    }

    /** Places the columns of X in the plane by t-SNE, starting from the two leading principal components. */
    public static TsneResult embed(
            Matrix X, TsneOptions options, int threads, Consumer<? super TsneProgress> progress) {
        return EmbeddingStep.embed(X, options, threads, progress);
    }

    /**
     * Places the samples of a fit in the plane by t-SNE: by the data, and by the points that k-means grouped. What cannot be embedded is left
     * out, and a note says why; no failure here costs the fit.
     */
    public static Embedding2d embed(Fit fit, FitContext context) {
        return new EmbeddingStep(fit, context, TsneOptions.defaults()).run();
    }

    /**
     * Measures how often each kept feature is selected again on parts of the samples: ten times, on four fifths of them. Returns the fit with
     * these frequencies, which shares W and H with the given one; the given fit where features were not selected by groups.
     */
    public static Fit withFrequencies(Fit fit, FitContext context) {
        return FrequencyStep.measure(fit, context);
    }

    /** Returns a start from the groups that k-means finds in X. */
    public static Start kmeansStart(long seed) {
        return new KMeansFactorization.KMeansStart(seed);
    }
}
