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
import org.grapnel.cluster.Argmax;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.cluster.KMeans;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.embed.Tsne;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Silhouette;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Laplacian;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Search;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Problem;
import org.grapnel.solve.BestSupport;
import org.grapnel.solve.Checkpoint;
import org.grapnel.solve.Method;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.Start;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;

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
        try (Compute on = Compute.of(threads)) {
            return KnnGraph.of(on, X, spec);
        }
    }

    /** Fits a model to a data set as it is; one with a graph gets the neighbour graph that the spec describes. */
    public static Fit fit(Dataset data, Spec spec) {
        return fit(Preparation.none().of(data), spec);
    }

    /** The same for data that were prepared. */
    public static Fit fit(Prepared data, Spec spec) {
        return fit(data, Optional.empty(), spec, Watch.none());
    }

    /** The same with a graph of your own, and somebody who looks on. */
    public static Fit fit(Prepared data, Optional<GraphSource> graph, Spec spec, Watch watch) {
        return new Fitting(data, spec, watch).fit(graph);
    }

    /** Refuses, without doing any of it, a fit that does not go with the data. */
    public static void check(Prepared data, Spec spec) {
        new Fitting(data, spec, Watch.none()).check();
    }

    /**
     * Only chooses features, as {@link Spec#select} and {@link Spec#keep} say: nothing is factorised but for {@code gain}. The solver is not
     * used; rank counts for gain, clusters for MCFS.
     */
    public static ChosenFeatures select(Prepared data, Optional<GraphSource> graph, Spec spec, Watch watch) {
        Check.that(
                spec.model().keepsFeatures() && spec.select().by() != FeatureChoice.By.MODEL,
                "select %s with model %s does not choose features by itself",
                spec.select().by().word(),
                spec.model().word());
        data.notes().forEach(watch::note);
        ChosenFeatures chosen = new Choosing(data, graph, spec, watch).choose();
        List<String> later = new ArrayList<>(chosen.notes());
        chosen.graph().ifPresent(source -> later.addAll(source.notes()));
        later.forEach(watch::note);
        return chosen.withNotes(
                Stream.concat(data.notes().stream(), later.stream()).toList());
    }

    /** The same for data that were prepared, with the neighbour graph that the spec describes where one is needed. */
    public static ChosenFeatures select(Prepared data, Spec spec) {
        return select(data, Optional.empty(), spec, Watch.none());
    }

    /**
     * What chosen features keep of who is near whom, beside random ones; and where a number of groups is given, which k-means finds on
     * them. None where the watcher has had enough.
     */
    public static Optional<Preserved> compare(ChosenFeatures chosen, Optional<Integer> clusters, Watch watch) {
        clusters.ifPresent(
                c -> Groups.check(chosen.prepared().data(), c, chosen.spec().threads()));
        return new ComparingChosen(chosen, watch).compare(clusters);
    }

    /** The factors alone, of numbers without names: neither is a graph built nor are groups formed. */
    public static Solution solve(Matrix X, Optional<Graph> graph, Spec spec, Watch watch) {
        if (!spec.model().isKMeans()) spec.model().check(X, spec.rank(), spec.keep());
        return solveChosen(X, graph, spec, watch);
    }

    /** The same with the kept features chosen beforehand: the other rows of W are zero. */
    public static Solution solve(Matrix X, RowSet kept, Optional<Graph> graph, Spec spec, Watch watch) {
        return new OnChosen(X, kept, graph, watch).solve(spec);
    }

    /** The same for features that have been chosen, which may be fewer than the components. */
    static Solution solveChosen(Matrix X, Optional<Graph> graph, Spec spec, Watch watch) {
        try (Compute on = Compute.of(spec.threads())) {
            if (spec.model().isKMeans()) return KMeansFit.of(on, X, spec, watch);
            Optional<Graph> used = spec.usesGraph() ? graph : Optional.empty();
            double lambda = used.map(spec::withWeightOf).orElse(spec).weight().value();
            Optional<Laplacian> L = used.map(g -> g.laplacian(spec.laplacian()));
            Problem problem = spec.model().anyRank(X, spec.rank(), spec.keep(), spec.graphTerm(), lambda, L);
            Stop stop = spec.stop().rule().or(Stop.when(watch::enough));
            boolean steps = spec.solver().method() != Method.BEST_SUPPORT;
            if (!steps) BestSupport.check(problem);
            Start.Point start = spec.start().point(on, X, spec.rank());
            if (steps && spec.solver().projectStart()) start.projected(on, problem);
            Checkpoint checkpoint = watch.checkpoints().of(() -> SolveKey.of(on, problem, spec, start));
            if (checkpoint.found() == Checkpoint.Found.ENDED) return ended(checkpoint, start, watch);
            Solution found = steps
                    ? Solver.solve(
                            on,
                            problem,
                            start,
                            spec.solver().algorithm(!spec.model().keeps()),
                            stop,
                            watch,
                            checkpoint)
                    : BestSupport.standard().solve(on, problem, start, stop, watch, checkpoint);
            if (!(found.stop() instanceof StopReason.Interrupted))
                checkpoint.ended(found.trace().last().seconds(), found::write);
            return found;
        }
    }

    /** A solve that an earlier run has done. */
    private static Solution ended(Checkpoint checkpoint, Start.Point start, Watch watch) {
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
        return scored(fit, spec, clustering(fit, spec));
    }

    /** The groups without a score. */
    public static Clustering clustering(Solution fit, Spec spec) {
        int clusters = spec.clusters();
        Check.that(
                clusters <= fit.Ht().rows(),
                "clusters must be between 1 and %d, the number of samples, got %d",
                fit.Ht().rows(),
                clusters);
        if (spec.model().isKMeans()) return Argmax.of(fit.Ht());
        try (Compute on = Compute.of(spec.threads());
                DenseMatrix points =
                        FactorClusters.squareable(FactorClusters.points(fit.W(), fit.Ht(), spec.fixesScale()));
                DenseMatrix columns = points.transpose()) {
            int distinct = DistinctColumns.of(on, columns).count();
            KMeans.Options options = KMeansFit.options(Math.min(clusters, distinct), spec.seed());
            try (KMeans.Result found = KMeans.ofRows(on, points, options)) {
                return found.clustering();
            }
        }
    }

    /** Groups of a fit with their silhouette. */
    static Groups scored(Solution fit, Spec spec, Clustering groups) {
        if (spec.model().isKMeans())
            return new Groups(groups, Score.undefined("k-means groups the data themselves, not H"));
        try (Compute on = Compute.of(spec.threads());
                DenseMatrix points =
                        FactorClusters.squareable(FactorClusters.points(fit.W(), fit.Ht(), spec.fixesScale()))) {
            return new Groups(groups, Silhouette.of(spec.seed()).score(on, points, groups));
        }
    }

    /** The samples as points of the plane, by t-SNE from the two leading principal components; the watcher sees how it goes. */
    public static Tsne.Result embed(
            Matrix X, Tsne.Options options, int threads, Consumer<? super Tsne.Progress> watch) {
        try (Compute on = Compute.of(threads)) {
            return Tsne.embed(
                    on,
                    X,
                    (compute, data, count) -> Search.AUTO
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
    public static Drawing draw(Fit fit, Watch watch) {
        return new Drawer(fit, watch, Tsne.Options.defaults()).drawing();
    }

    /** A start from the groups of k-means on X. */
    public static Start kmeansStart(long seed) {
        return new KMeansFit.FromGroups(seed);
    }
}
