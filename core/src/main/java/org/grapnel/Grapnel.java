package org.grapnel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.grapnel.baseline.NeighborhoodPreservation;
import org.grapnel.baseline.SelectionBaselines;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.cluster.Argmax;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.embed.Embedding2d;
import org.grapnel.embed.Tsne;
import org.grapnel.embed.TsneOptions;
import org.grapnel.embed.TsneProgress;
import org.grapnel.embed.TsneResult;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Silhouette;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Laplacian;
import org.grapnel.graph.Metric;
import org.grapnel.graph.SearchKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Problem;
import org.grapnel.pipeline.EmbeddingStep;
import org.grapnel.pipeline.FeatureSelectionStep;
import org.grapnel.pipeline.FitPipeline;
import org.grapnel.pipeline.KMeansFactorization;
import org.grapnel.pipeline.SolveFingerprint;
import org.grapnel.pipeline.SubsetSolver;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import org.grapnel.solve.support.BestSupport;

/**
 * Which k features matter, and which groups do the samples form?
 *
 * <pre>{@code
 * try (var data = Datasets.read(Path.of("genes.csv"), ReadOptions.plain());
 *         var fit = Grapnel.fit(data, Spec.of(Model.GNMF_L20, 15).withKeep(40))) {
 *     for (int i : fit.support().toArray()) System.out.println(data.features().get(i));
 * }
 * }</pre>
 */
public final class Grapnel {
    private Grapnel() {}

    /** Which Grapnel this is; the number stands in the pom and nowhere else. */
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

    /** The neighbour graph of a data set's samples. */
    public static KnnGraph graph(Matrix X, GraphSpec spec, int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            return KnnGraph.build(context, X, spec);
        }
    }

    /** Fits a model to a data set as it is; one with a graph gets the neighbour graph that the spec describes. */
    public static Fit fit(Dataset data, Spec spec) {
        return fit(Preparation.none().apply(data), spec);
    }

    /** The same for data that were prepared. */
    public static Fit fit(PreparedData data, Spec spec) {
        return fit(data, Optional.empty(), spec, FitListener.none());
    }

    /** The same with a graph of your own, and somebody who looks on. */
    public static Fit fit(PreparedData data, Optional<GraphSource> graph, Spec spec, FitListener watch) {
        return new FitPipeline(data, spec, watch).fit(graph);
    }

    /** Refuses, without doing any of it, a fit that does not go with the data. */
    public static void check(PreparedData data, Spec spec) {
        new FitPipeline(data, spec, FitListener.none()).check();
    }

    /**
     * Only chooses features, as {@link Spec#select} and {@link Spec#keep} say: nothing is factorised but for {@code gain}. The solver is not
     * used; rank counts for gain, clusters for MCFS.
     */
    public static SelectionResult select(PreparedData data, Optional<GraphSource> graph, Spec spec, FitListener watch) {
        Preconditions.require(
                spec.model().selectsFeatures() && spec.select().by() != FeatureSelection.Strategy.MODEL,
                "select %s with model %s does not choose features by itself",
                spec.select().by().cliName(),
                spec.model().cliName());
        data.notes().forEach(watch::onNote);
        SelectionResult chosen = new FeatureSelectionStep(data, graph, spec, watch).run();
        List<String> later = new ArrayList<>(chosen.notes());
        chosen.graph().ifPresent(source -> later.addAll(source.notes()));
        later.forEach(watch::onNote);
        return chosen.withNotes(
                Stream.concat(data.notes().stream(), later.stream()).toList());
    }

    /** The same for data that were prepared, with the neighbour graph that the spec describes where one is needed. */
    public static SelectionResult select(PreparedData data, Spec spec) {
        return select(data, Optional.empty(), spec, FitListener.none());
    }

    /**
     * What chosen features keep of who is near whom, beside random ones; and where a number of groups is given, which k-means finds on
     * them. None where the watcher has had enough.
     */
    public static Optional<NeighborhoodPreservation> compare(
            SelectionResult chosen, Optional<Integer> clusters, FitListener watch) {
        clusters.ifPresent(c -> Groups.requireDistinctSamples(
                chosen.prepared().data(), c, chosen.spec().threads()));
        return new SelectionBaselines(chosen, watch).compare(clusters);
    }

    /** The factors alone, of numbers without names: neither is a graph built nor are groups formed. */
    public static Solution solve(Matrix X, Optional<Graph> graph, Spec spec, FitListener watch) {
        if (!spec.model().isKMeans()) spec.model().check(X, spec.rank(), spec.keep());
        return solveSubset(X, graph, spec, watch);
    }

    /** The same with the kept features chosen beforehand: the other rows of W are zero. */
    public static Solution solve(Matrix X, RowSet kept, Optional<Graph> graph, Spec spec, FitListener watch) {
        return new SubsetSolver(X, kept, graph, watch).solve(spec);
    }

    /** The same for features that have been chosen, which may be fewer than the components. */
    public static Solution solveSubset(Matrix X, Optional<Graph> graph, Spec spec, FitListener watch) {
        try (ExecutionContext context = ExecutionContext.create(spec.threads())) {
            if (spec.model().isKMeans()) return KMeansFactorization.solve(context, X, spec, watch);
            Optional<Graph> used = spec.usesGraph() ? graph : Optional.empty();
            double lambda = used.map(spec::withLambdaFor).orElse(spec).weight().value();
            Optional<Laplacian> L = used.map(g -> g.laplacian(spec.laplacian()));
            Problem problem = spec.model().problemOfAnyRank(X, spec.rank(), spec.keep(), spec.graphTerm(), lambda, L);
            Stop stop = spec.stop().rule().or(Stop.when(watch::isCancelled));
            boolean steps = spec.solver().method() != SolverKind.BEST_SUPPORT;
            if (!steps) BestSupport.check(problem);
            Start.StartPoint start = spec.start().point(context, X, spec.rank());
            if (steps && spec.solver().projectStart()) start.projected(context, problem);
            Checkpoint checkpoint =
                    watch.checkpoints().open(() -> SolveFingerprint.compute(context, problem, spec, start));
            if (checkpoint.status() == Checkpoint.CheckpointStatus.FINISHED) return ended(checkpoint, start, watch);
            Solution found = steps
                    ? Solver.solve(
                            context,
                            problem,
                            start,
                            Palm.create(spec.solver(), !spec.model().isSparse()),
                            stop,
                            watch,
                            checkpoint)
                    : BestSupport.standard().solve(context, problem, start, stop, watch, checkpoint);
            if (!(found.stop() instanceof StopReason.Interrupted))
                checkpoint.onFinish(found.trace().last().seconds(), found::write);
            return found;
        }
    }

    /** A solve that an earlier run has done. */
    private static Solution ended(Checkpoint checkpoint, Start.StartPoint start, FitListener watch) {
        int p = start.W().rows();
        int n = start.Ht().rows();
        int r = start.W().cols();
        start.close();
        List<Solution> known = new ArrayList<>();
        checkpoint.read(ledger -> known.add(Solution.read(ledger, p, n, r)));
        known.get(0).trace().steps().forEach(watch);
        return known.get(0);
    }

    /**
     * The groups of a fit: k-means with ten starts on the columns of H, or for the k-means models H itself. Where H has fewer
     * distinct columns than groups were asked for, there are only so many groups.
     */
    public static Groups groups(Solution fit, Spec spec) {
        return scoreGroups(fit, spec, cluster(fit, spec));
    }

    /** The groups without a score. */
    public static Clustering cluster(Solution fit, Spec spec) {
        int clusters = spec.clusters();
        Preconditions.require(
                clusters <= fit.Ht().rows(),
                "clusters must be between 1 and %d, the number of samples, got %d",
                fit.Ht().rows(),
                clusters);
        if (spec.model().isKMeans()) return Argmax.cluster(fit.Ht());
        try (ExecutionContext context = ExecutionContext.create(spec.threads());
                DenseMatrix points =
                        FactorClusters.rescale(FactorClusters.points(fit.W(), fit.Ht(), spec.fixesScale()));
                DenseMatrix columns = points.transpose()) {
            int distinct = DistinctColumns.find(context, columns).count();
            KMeansOptions options = KMeansFactorization.options(Math.min(clusters, distinct), spec.seed());
            try (KMeansResult found = KMeans.clusterRows(context, points, options)) {
                return found.clustering();
            }
        }
    }

    /** Groups of a fit with their silhouette. */
    public static Groups scoreGroups(Solution fit, Spec spec, Clustering groups) {
        if (spec.model().isKMeans())
            return new Groups(groups, Score.undefined("k-means groups the data themselves, not H"));
        try (ExecutionContext context = ExecutionContext.create(spec.threads());
                DenseMatrix points =
                        FactorClusters.rescale(FactorClusters.points(fit.W(), fit.Ht(), spec.fixesScale()))) {
            return new Groups(groups, Silhouette.of(spec.seed()).score(context, points, groups));
        }
    }

    /** The samples as points of the plane, by t-SNE from the two leading principal components; the watcher sees how it goes. */
    public static TsneResult embed(Matrix X, TsneOptions options, int threads, Consumer<? super TsneProgress> watch) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            return Tsne.embed(
                    context,
                    X,
                    (compute, data, count) -> SearchKind.AUTO
                            .neighbors(compute, data, count, Metric.EUCLIDEAN, 0)
                            .neighbors(),
                    options,
                    watch);
        }
    }

    /**
     * The samples of a fit in the plane, by t-SNE: of the data, and of what k-means saw. Nothing that goes wrong here costs the fit:
     * what cannot be drawn is left out, with the reason among the notes; so it is where the watcher has had enough.
     */
    public static Embedding2d embed(Fit fit, FitListener watch) {
        return new EmbeddingStep(fit, watch, TsneOptions.defaults()).run();
    }

    /** A start from the groups of k-means on X. */
    public static Start kmeansStart(long seed) {
        return new KMeansFactorization.KMeansStart(seed);
    }
}
