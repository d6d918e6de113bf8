package org.grapnel.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.Check;
import org.grapnel.model.Model;
import picocli.CommandLine.Option;

/** What is fitted. */
@GroupedHelp.Heading("Model")
final class ModelOptions {
    @Option(
            names = "--model",
            paramLabel = "WORD",
            description = {
                "nmf, nmf-l0, nmf-l20, nmf-lc0, or with a graph gnmf, gnmf-l0, gnmf-l20, gnmf-lc0.",
                "l20 keeps rows of W (features), l0 entries of W, lc0 entries of each column.",
                "Or kmeans, and kmeans-l0 which keeps features.",
                "Default: ${DEFAULT-VALUE}"
            })
    String model = Model.GNMF_L20.word();

    @Option(names = "--rank", paramLabel = "R", description = "The number of components. Default: that of --clusters")
    Optional<Integer> rank = Optional.empty();

    @Option(names = "--clusters", paramLabel = "C", description = "The number of groups. Default: that of --rank")
    Optional<Integer> clusters = Optional.empty();

    @Option(
            names = "--keep",
            paramLabel = "K",
            description = {
                "What stays of W: K rows (l20), K * R entries (l0), K entries in each column (lc0), K features",
                "(kmeans-l0). Required for these models, refused for nmf, gnmf and kmeans."
            })
    Optional<Integer> keep = Optional.empty();

    @Option(
            names = "--lambda",
            paramLabel = "X",
            description = "The weight of the graph term; 0 leaves the graph out. Default: ${DEFAULT-VALUE}")
    double lambda = 100;

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = {
                "Which samples are neighbours, instead of what the data say: a symmetric adjacency matrix in",
                "Matrix Market (.mtx), or a list of edges i,j,weight (.csv), samples counted from 0."
            })
    Optional<Path> graph = Optional.empty();

    @Option(
            names = "--laplacian",
            paramLabel = "WORD",
            description = "plain (D - A) or normalized (every sample counts the same). Default: ${DEFAULT-VALUE}")
    LaplacianKind laplacian = LaplacianKind.PLAIN;

    Model model() {
        return Model.of(model);
    }

    /** Never taken from the labels: who knows the number of groups says so. */
    int rank() {
        return rank.or(() -> clusters)
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "--rank is missing: give --rank R, the number of components, or --clusters C, the number of groups"));
    }

    int clusters() {
        return clusters.orElseGet(this::rank);
    }

    /** Whether the graph has a say. */
    boolean usesGraph() {
        return model().usesGraph() && lambda > 0;
    }

    /** Refuses what no data can make right. */
    void check() {
        Check.that(clusters.orElse(1) >= 1, "clusters must be at least 1, got %d", clusters.orElse(1));
        Check.that(keep.isPresent() || !model().keeps(), "--model %s needs --keep K, a number of at least 1", model);
        Check.that(
                keep.isEmpty() || model().keeps(),
                "--keep %s does not apply: --model %s keeps all features; leave --keep out or choose %s",
                keep.map(String::valueOf).orElse(""),
                model,
                model().isKMeans() ? "kmeans-l0" : model + "-l20");
        Check.that(keep.orElse(1) >= 1, "keep must be at least 1, got %d", keep.orElse(1));
        Check.that(
                !model().isKMeans() || rank.isEmpty() || clusters.isEmpty() || rank.equals(clusters),
                "--rank %s and --clusters %s must be the same for --model %s, or one of them left out",
                rank.map(String::valueOf).orElse(""),
                clusters.map(String::valueOf).orElse(""),
                model);
    }
}
