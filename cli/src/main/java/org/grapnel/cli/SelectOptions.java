package org.grapnel.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.FeatureChoice;
import org.grapnel.FeatureChoice.By;
import org.grapnel.Spec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.Check;
import org.grapnel.model.Model;
import picocli.CommandLine.Option;

/** Which features are chosen, and how. */
@GroupedHelp.Heading("Selection")
final class SelectOptions {
    /** Of the graph, for mcfs, where nobody says how many groups there are. */
    private static final int EIGENVECTORS = 5;

    @Option(names = "--keep", paramLabel = "K", required = true, description = "How many features to choose.")
    int keep;

    @Option(
            names = "--select",
            paramLabel = "WORD",
            description = {
                "structure: the features whose distances best tell neighbours from strangers; energy: the largest;",
                "gain: those that explain most (best-support); variance: those that vary most; laplacian-score: those",
                "that differ least between neighbours; mcfs: those that best rebuild the eigenvectors of the graph.",
                "Default: ${DEFAULT-VALUE}"
            })
    String select = By.STRUCTURE.word();

    @Option(
            names = "--structure-blend",
            paramLabel = "X",
            description = "structure: 0 keeps neighbours, 1 keeps all distances. Default: ${DEFAULT-VALUE}")
    double blend;

    @Option(
            names = "--rank",
            paramLabel = "R",
            description = "gain: the number of components. Default: that of --clusters")
    Optional<Integer> rank = Optional.empty();

    @Option(
            names = "--clusters",
            paramLabel = "C",
            description = {
                "Also find C groups by k-means on the chosen, on random and on all features, and compare them.",
                "mcfs takes as many eigenvectors. Default: no groups, and " + EIGENVECTORS + " eigenvectors"
            })
    Optional<Integer> clusters = Optional.empty();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = {
                "Which samples are neighbours, instead of what the data say: a symmetric adjacency matrix in",
                "Matrix Market (.mtx), or a list of edges i,j,weight (.csv), samples counted from 0."
            })
    Optional<Path> graph = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of what is drawn: random features, starts of k-means and of gain. Default: ${DEFAULT-VALUE}")
    long seed;

    /** All ways there are. */
    static List<String> all() {
        return Arrays.stream(By.values()).map(By::word).toList();
    }

    /** The ways that need no model. */
    static List<String> words() {
        return all().stream().filter(word -> !word.equals(By.MODEL.word())).toList();
    }

    private By by() {
        Check.that(
                !select.equals(By.MODEL.word()),
                "--select model needs a fit, where the model chooses while it is solved: use grapnel fit, or one of %s",
                String.join(", ", words()));
        Check.that(words().contains(select), "--select '%s' is not among %s", select, String.join(", ", words()));
        return By.of(select);
    }

    /** What is asked for; refuses what no data can make right. */
    Spec spec(GraphSpec knn, int threads) {
        By by = by();
        Check.that(keep >= 1, "keep must be at least 1, got %d", keep);
        Check.that(clusters.orElse(1) >= 1, "clusters must be at least 1, got %d", clusters.orElse(1));
        Check.that(
                by == By.GAIN || rank.isEmpty(),
                "--rank %s does not apply: --select %s has no components; leave --rank out",
                rank.map(String::valueOf).orElse(""),
                select);
        Check.that(
                by != By.GAIN || rank.isPresent() || clusters.isPresent(),
                "--select gain needs --rank R, the number of components, or --clusters C, the number of groups");
        FeatureChoice choice = FeatureChoice.of(by).withBlend(blend);
        Check.that(
                by == By.STRUCTURE || blend == 0,
                "--structure-blend %s does not apply: --select is %s; leave --structure-blend out",
                blend,
                select);
        int groups = clusters.orElse(EIGENVECTORS);
        return Spec.of(Model.GNMF_L20, rank.orElse(groups))
                .withClusters(groups)
                .withKeep(keep)
                .withSelect(choice)
                .withGraph(knn)
                .withSeed(seed)
                .withThreads(threads);
    }
}
