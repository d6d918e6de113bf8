package org.grapnel.options;

import java.nio.file.Path;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.GraphReader;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphWeight;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.model.Loss;
import org.grapnel.options.console.Progress;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that all models share. */
@GroupedHelp.Heading("Model")
public class ProblemOptions {
    public Optional<Integer> rank = Optional.empty();

    /** Whether the number of components is the one that predicts hidden entries best. */
    public boolean suggestsRank;

    public Optional<Integer> clusters = Optional.empty();

    /** Whether the number of groups is the one that the graph suggests. */
    public boolean suggestsClusters;

    public Optional<Integer> keep = Optional.empty();

    /** Whether the number of features is the one that the path of the selection suggests. */
    public boolean suggestsKeep;

    @Option(
            names = "--rank",
            paramLabel = "R",
            description = {
                "Number of components, or auto: the number that predicts hidden entries best, which is printed first.",
                "Default: that of --clusters"
            })
    void setRank(@Nullable CountOption count) {
        rank = count == null ? Optional.empty() : count.number();
        suggestsRank = count != null && count.isAuto();
    }

    @Option(
            names = "--clusters",
            paramLabel = "C",
            description = {
                "Number of groups of samples, or auto: the number that the graph suggests, which is printed first.",
                "Default: that of --rank"
            })
    void setClusters(@Nullable CountOption count) {
        clusters = count == null ? Optional.empty() : count.number();
        suggestsClusters = count != null && count.isAuto();
    }

    @Option(
            names = "--keep",
            paramLabel = "K",
            description = {
                "How much of W is kept: K rows (l20), K * R entries (l0), K entries in each column (lc0), K features",
                "(kmeans-l0). Required for these models, not allowed for nmf, gnmf and kmeans. auto: as many features as",
                "separate the groups best, which is printed first."
            })
    void setKeep(@Nullable CountOption count) {
        keep = count == null ? Optional.empty() : count.number();
        suggestsKeep = count != null && count.isAuto();
    }

    @Option(
            names = "--structure-blend",
            paramLabel = "X",
            description = "structure: 0 preserves neighbours, 1 preserves all distances. Default: ${DEFAULT-VALUE}")
    public double blend;

    @Option(
            names = "--lambda",
            paramLabel = "X",
            description = {
                "Weight of the graph term; 0 leaves the graph out. Default: 100 with the paper's solvers. Not for the",
                "recommended method, whose weight is --alpha."
            })
    public Optional<Double> lambda = Optional.empty();

    @Option(
            names = "--alpha",
            paramLabel = "X",
            description = {
                "Relative weight of the graph term. Recommended method: weight of the graph against the data; default "
                        + Spec.JOINT_ALPHA + ".",
                "Other methods: instead of --lambda, lambda * mean degree of the graph, which does not depend on the",
                "scale of the edge weights; default " + Spec.ALPHA + " with --solver best-support."
            })
    public Optional<Double> alpha = Optional.empty();

    @Option(
            names = "--loss",
            paramLabel = "WORD",
            description = {
                "squared, |X - WH|^2 / 2; or kl, the Kullback-Leibler divergence, for counts: a feature that is not kept is",
                "explained by its mean times the total of the sample. kl goes with nmf, nmf-l20, gnmf and gnmf-l20, the",
                "graph terms joint and trace, and no named solver (docs/counts.md). Default: ${DEFAULT-VALUE}"
            })
    public Loss loss = Loss.SQUARED;

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = {
                "A graph of the samples, used instead of the neighbour graph of the data: a symmetric adjacency matrix",
                "in Matrix Market (.mtx), or a list of edges i,j,weight (.csv) with samples counted from 0."
            })
    public Optional<Path> graph = Optional.empty();

    @Option(
            names = "--laplacian",
            paramLabel = "WORD",
            description = "plain (D - A) or normalized (all samples count equally). Default: ${DEFAULT-VALUE}")
    LaplacianKind laplacian = LaplacianKind.PLAIN;

    /** The number of components. It is never taken from the labels. Before a suggested number is known, it is 1. */
    int rank() {
        return rank.or(() -> clusters)
                .or(() -> suggestsClusters || suggestsRank ? Optional.of(1) : Optional.empty())
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "--rank is missing: give --rank R, the number of components, or --clusters C, the number of groups"));
    }

    public int clusters() {
        return clusters.orElseGet(this::rank);
    }

    /** The weight of the graph, if the user gave one. */
    Optional<GraphWeight> weight() {
        return alpha.map(GraphWeight::alpha).or(() -> lambda.map(GraphWeight::lambda));
    }

    /** Reads a graph file for the samples of these data, if one is given. */
    static Optional<GraphSource> readGraph(Optional<Path> given, PreparedData data, Progress progress) {
        if (given.isEmpty()) return Optional.empty();
        progress.onPhase("reading the graph");
        return given.map(file -> GraphReader.read(file, data.data().X().cols()));
    }

    /** Rejects options that are wrong for any data. */
    public void check() {
        Preconditions.require(
                lambda.isEmpty() || alpha.isEmpty(),
                "--lambda %s and --alpha %s both set the weight of the graph; give one of them",
                lambda.map(String::valueOf).orElse(""),
                alpha.map(String::valueOf).orElse(""));
        weight();
        Preconditions.require(clusters.orElse(1) >= 1, "clusters must be at least 1, got %d", clusters.orElse(1));
        FeatureSelection.model().withBlend(blend);
        Preconditions.require(keep.orElse(1) >= 1, "keep must be at least 1, got %d", keep.orElse(1));
    }

    /** Refuses {@code auto} for a command that has no suggestions. */
    public void requireNumbers(String command) {
        Preconditions.require(
                !suggestsRank, "--rank auto does not apply to %s; give a number, or use grapnel fit", command);
        Preconditions.require(
                !suggestsClusters, "--clusters auto does not apply to %s; give a number, or use grapnel fit", command);
        Preconditions.require(
                !suggestsKeep, "--keep auto does not apply to %s; give a number, or use grapnel fit", command);
    }
}
