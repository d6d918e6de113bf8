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
import org.grapnel.options.console.Progress;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Option;

/** What a fit is about, whatever the model. */
@GroupedHelp.Heading("Model")
public class ProblemOptions {
    @Option(names = "--rank", paramLabel = "R", description = "The number of components. Default: that of --clusters")
    public Optional<Integer> rank = Optional.empty();

    @Option(names = "--clusters", paramLabel = "C", description = "The number of groups. Default: that of --rank")
    public Optional<Integer> clusters = Optional.empty();

    @Option(
            names = "--keep",
            paramLabel = "K",
            description = {
                "What stays of W: K rows (l20), K * R entries (l0), K entries in each column (lc0), K features",
                "(kmeans-l0). Required for these models, refused for nmf, gnmf and kmeans."
            })
    public Optional<Integer> keep = Optional.empty();

    @Option(
            names = "--structure-blend",
            paramLabel = "X",
            description = "structure: 0 keeps neighbours, 1 keeps all distances. Default: ${DEFAULT-VALUE}")
    public double blend;

    @Option(
            names = "--lambda",
            paramLabel = "X",
            description = "The weight of the graph term; 0 leaves the graph out. Default: 100 with the paper's solvers")
    public Optional<Double> lambda = Optional.empty();

    @Option(
            names = "--alpha",
            paramLabel = "X",
            description = {
                "The same without a unit, instead of --lambda: lambda * mean degree of the graph, so that it does not",
                "matter whether edges weigh 0.1 or 10. Default: " + Spec.ALPHA + " with best-support"
            })
    public Optional<Double> alpha = Optional.empty();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = {
                "Which samples are neighbours, instead of what the data say: a symmetric adjacency matrix in",
                "Matrix Market (.mtx), or a list of edges i,j,weight (.csv), samples counted from 0."
            })
    public Optional<Path> graph = Optional.empty();

    @Option(
            names = "--laplacian",
            paramLabel = "WORD",
            description = "plain (D - A) or normalized (every sample counts the same). Default: ${DEFAULT-VALUE}")
    LaplacianKind laplacian = LaplacianKind.PLAIN;

    /** Never taken from the labels: who knows the number of groups says so. */
    int rank() {
        return rank.or(() -> clusters)
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "--rank is missing: give --rank R, the number of components, or --clusters C, the number of groups"));
    }

    public int clusters() {
        return clusters.orElseGet(this::rank);
    }

    /** As it was said, if it was. */
    Optional<GraphWeight> weight() {
        return alpha.map(GraphWeight::alpha).or(() -> lambda.map(GraphWeight::lambda));
    }

    /** The user's graph, if there is one. */
    public Optional<GraphSource> readGraph(PreparedData data, Progress progress) {
        return readGraph(graph, data, progress);
    }

    /** The graph that a user gave for the samples of these data. */
    public static Optional<GraphSource> readGraph(Optional<Path> given, PreparedData data, Progress progress) {
        if (given.isEmpty()) return Optional.empty();
        progress.onPhase("reading the graph");
        return given.map(file -> GraphReader.read(file, data.data().X().cols()));
    }

    /** Refuses what no data can make right. */
    public void check() {
        Preconditions.require(
                lambda.isEmpty() || alpha.isEmpty(),
                "--lambda %s and --alpha %s say the same in two ways; give one of them",
                lambda.map(String::valueOf).orElse(""),
                alpha.map(String::valueOf).orElse(""));
        weight();
        Preconditions.require(clusters.orElse(1) >= 1, "clusters must be at least 1, got %d", clusters.orElse(1));
        FeatureSelection.model().withBlend(blend);
        Preconditions.require(keep.orElse(1) >= 1, "keep must be at least 1, got %d", keep.orElse(1));
    }
}
