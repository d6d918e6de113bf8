package org.grapnel;

import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.cluster.Argmax;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.cluster.KMeans;
import org.grapnel.data.Dataset;
import org.grapnel.embed.Tsne;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Silhouette;
import org.grapnel.graph.Graph;
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
import org.grapnel.model.Problem;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.Start;
import org.grapnel.solve.Step;

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

    /** The neighbour graph of a data set's samples. */
    public static KnnGraph graph(Matrix X, GraphSpec spec, int threads) {
        try (Compute on = Compute.of(threads)) {
            return KnnGraph.of(on, X, spec);
        }
    }

    /** Fits a model to a data set, after checking that it can be; a model with a graph gets the standard neighbour graph. */
    public static Solution fit(Dataset data, Spec spec) {
        data.check();
        boolean graph = usesGraph(spec);
        return fit(
                data.X(),
                graph
                        ? Optional.of(graph(data.X(), GraphSpec.standard().withSeed(spec.seed()), spec.threads())
                                .graph())
                        : Optional.empty(),
                spec,
                step -> {});
    }

    /** The same with a graph of your own. */
    public static Solution fit(Dataset data, Optional<Graph> graph, Spec spec) {
        data.check();
        return fit(data.X(), graph, spec, step -> {});
    }

    /** The same for numbers without names; the watcher sees every step, the starting point first. */
    public static Solution fit(Matrix X, Optional<Graph> graph, Spec spec, Consumer<Step> watch) {
        try (Compute on = Compute.of(spec.threads())) {
            if (spec.model().isKMeans()) return KMeansFit.of(on, X, spec, watch);
            Optional<Laplacian> L = usesGraph(spec) ? graph.map(g -> g.laplacian(spec.laplacian())) : Optional.empty();
            Problem problem = spec.model().problem(X, spec.rank(), spec.keep(), spec.lambda(), L);
            Start.Point start = spec.start().point(on, X, spec.rank());
            if (spec.solver().projectStart()) start.projected(on, problem);
            return Solver.solve(
                    on,
                    problem,
                    start,
                    spec.solver().algorithm(!spec.model().keeps()),
                    spec.stop().rule(),
                    watch);
        }
    }

    /**
     * The groups of a fit: k-means with ten starts on the columns of H, or for the k-means models H itself. Where H has fewer
     * distinct columns than groups were asked for, there are only so many groups.
     */
    public static Groups groups(Solution fit, Spec spec, int clusters) {
        Check.that(
                clusters >= 1 && clusters <= fit.Ht().rows(),
                "clusters must be between 1 and %d, the number of samples, got %d",
                fit.Ht().rows(),
                clusters);
        if (spec.model().isKMeans())
            return new Groups(Argmax.of(fit.Ht()), Score.undefined("k-means groups the data themselves, not H"));
        try (Compute on = Compute.of(spec.threads());
                DenseMatrix points = FactorClusters.points(fit.W(), fit.Ht(), usesGraph(spec));
                DenseMatrix columns = points.transpose()) {
            int distinct = DistinctColumns.of(on, columns).count();
            KMeans.Options options = KMeansFit.options(Math.min(clusters, distinct), spec.seed());
            try (KMeans.Result found = KMeans.ofRows(on, points, options)) {
                Score silhouette = Silhouette.of(spec.seed()).score(on, points, found.clustering());
                return new Groups(found.clustering(), silhouette);
            }
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

    /** A start from the groups of k-means on X. */
    public static Start kmeansStart(long seed) {
        return KMeansFit.start(seed);
    }

    private static boolean usesGraph(Spec spec) {
        return spec.model().usesGraph() && spec.lambda() > 0;
    }
}
