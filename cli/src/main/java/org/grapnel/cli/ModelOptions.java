package org.grapnel.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.grapnel.FeatureChoice;
import org.grapnel.Spec;
import org.grapnel.graph.GraphWeight;
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
            names = "--select",
            paramLabel = "WORD",
            description = {
                "How the K features are chosen: model, by the constraint inside the solver; energy, the K largest;",
                "gain, those that explain most (best-support); structure, those whose distances best tell",
                "neighbours from strangers; or variance, laplacian-score, mcfs. Default: structure where no solver",
                "is named and there is a graph, else model"
            })
    Optional<String> select = Optional.empty();

    @Option(
            names = "--structure-blend",
            paramLabel = "X",
            description = "structure: 0 keeps neighbours, 1 keeps all distances. Default: ${DEFAULT-VALUE}")
    double blend;

    @Option(
            names = "--lambda",
            paramLabel = "X",
            description = "The weight of the graph term; 0 leaves the graph out. Default: 100 with the paper's solvers")
    Optional<Double> lambda = Optional.empty();

    @Option(
            names = "--alpha",
            paramLabel = "X",
            description = {
                "The same without a unit, instead of --lambda: lambda * mean degree of the graph, so that it does not",
                "matter whether edges weigh 0.1 or 10. Default: " + Spec.ALPHA + " with best-support"
            })
    Optional<Double> alpha = Optional.empty();

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

    Optional<FeatureChoice.By> select() {
        return select.map(FeatureChoice.By::of);
    }

    /** Whether features shall be chosen as in the paper. */
    boolean asThePaper() {
        return select().equals(Optional.of(FeatureChoice.By.MODEL));
    }

    /** As it was said, if it was. */
    Optional<GraphWeight> weight() {
        return alpha.map(GraphWeight::alpha).or(() -> lambda.map(GraphWeight::lambda));
    }

    /** Whether the model has a graph term that weighs something. */
    boolean usesGraph() {
        return model().usesGraph() && weight().map(w -> w.value() > 0).orElse(true);
    }

    /** Refuses what no data can make right. */
    void check() {
        Check.that(
                lambda.isEmpty() || alpha.isEmpty(),
                "--lambda %s and --alpha %s say the same in two ways; give one of them",
                lambda.map(String::valueOf).orElse(""),
                alpha.map(String::valueOf).orElse(""));
        weight();
        Check.that(clusters.orElse(1) >= 1, "clusters must be at least 1, got %d", clusters.orElse(1));
        Check.that(keep.isPresent() || !model().keeps(), "--model %s needs --keep K, a number of at least 1", model);
        Check.that(
                keep.isEmpty() || model().keeps(),
                "--keep %s does not apply: --model %s keeps all features; leave --keep out or choose %s",
                keep.map(String::valueOf).orElse(""),
                model,
                model().isKMeans() ? "kmeans-l0" : model + "-l20");
        Check.that(
                select.isEmpty() || asThePaper() || model().keepsFeatures(),
                "--select %s does not apply: --model %s keeps no whole features",
                select.orElse(""),
                model);
        FeatureChoice.model().withBlend(blend);
        Check.that(keep.orElse(1) >= 1, "keep must be at least 1, got %d", keep.orElse(1));
        Check.that(
                !model().isKMeans() || rank.isEmpty() || clusters.isEmpty() || rank.equals(clusters),
                "--rank %s and --clusters %s must be the same for --model %s, or one of them left out",
                rank.map(String::valueOf).orElse(""),
                clusters.map(String::valueOf).orElse(""),
                model);
    }
}
