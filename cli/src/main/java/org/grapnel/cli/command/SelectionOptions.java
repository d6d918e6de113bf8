package org.grapnel.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FeatureSelection.Strategy;
import org.grapnel.Spec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.model.Model;
import org.grapnel.options.GroupedHelp;
import org.grapnel.plugin.Extension;
import org.grapnel.plugin.Plugins;
import org.grapnel.plugin.SelectorPlugin;
import org.grapnel.runtime.Preconditions;
import org.grapnel.select.Selector;
import picocli.CommandLine.Option;

/** Options of the feature selection. */
@GroupedHelp.Heading("Selection")
final class SelectionOptions {
    /** Number of eigenvectors for mcfs, and of groups for ndfs, without {@code --clusters}. */
    private static final int EIGENVECTORS = 5;

    @Option(names = "--keep", paramLabel = "K", required = true, description = "Number of features to select.")
    int keep;

    @Option(
            names = "--select",
            paramLabel = "WORD",
            description = {
                "groups: features that best tell the groups of the graph apart; structure: features whose distances best",
                "separate neighbours from other samples; energy: largest norm; gain: explain most (best-support);",
                "variance: largest variance; laplacian-score: smallest differences between neighbours; mcfs: best",
                "reconstruct the eigenvectors of the graph; ndfs: best predict the groups of the graph; or the name of a plugin. Default:",
                "groups, or structure with --structure-blend"
            })
    Optional<String> select = Optional.empty();

    @Option(
            names = "--structure-blend",
            paramLabel = "X",
            description = "structure: 0 preserves neighbours, 1 preserves all distances. Default: ${DEFAULT-VALUE}")
    double blend;

    @Option(names = "--rank", paramLabel = "R", description = "gain: number of components. Default: that of --clusters")
    Optional<Integer> rank = Optional.empty();

    @Option(
            names = "--clusters",
            paramLabel = "C",
            description = {
                "Also find C groups by k-means on the selected, on random and on all features, and compare them.",
                "groups selects for C groups, mcfs uses C eigenvectors, ndfs C groups of the graph. Default: no",
                "comparison; 10, 20 and 40 groups together for groups, " + EIGENVECTORS + " for mcfs and ndfs"
            })
    Optional<Integer> clusters = Optional.empty();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = {
                "A graph of the samples, used instead of the neighbour graph of the data: a symmetric adjacency matrix",
                "in Matrix Market (.mtx), or a list of edges i,j,weight (.csv) with samples counted from 0."
            })
    Optional<Path> graph = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of random features and of the starts of k-means and gain. Default: ${DEFAULT-VALUE}")
    long seed;

    /** The selector of a plugin, if {@code --select} names one. */
    private Optional<Extension<Selector>> plugin = Optional.empty();

    /** Looks for the named criterion among the plugins. */
    void use(Plugins plugins) {
        plugin = select.filter(name -> plugins.has(SelectorPlugin.class, name)).map(plugins::selector);
    }

    /** The names of all criteria. */
    static List<String> cliNames() {
        return Strategy.named().stream().map(Strategy::cliName).toList();
    }

    /** The names of the criteria that need no model. */
    static List<String> cliNamesWithoutModel() {
        return cliNames().stream()
                .filter(word -> !word.equals(Strategy.MODEL.cliName()))
                .toList();
    }

    /** The criterion: the named one, else the default. */
    Strategy strategy() {
        if (plugin.isPresent()) return Strategy.PLUGIN;
        String word = word();
        Preconditions.require(
                !word.equals(Strategy.MODEL.cliName()),
                "--select model needs a fit, in which the model selects: use grapnel fit, or one of %s",
                String.join(", ", cliNamesWithoutModel()));
        Preconditions.require(
                cliNamesWithoutModel().contains(word),
                "--select '%s' is not among %s",
                word,
                String.join(", ", cliNamesWithoutModel()));
        return Strategy.parse(word);
    }

    private String word() {
        return select.orElse((blend == 0 ? Strategy.GROUPS : Strategy.STRUCTURE).cliName());
    }

    /** The defaults of the neighbour graph: the recommended ones for groups, else those of the paper. */
    GraphSpec graphDefaults() {
        return strategy() == Strategy.GROUPS ? GraphSpec.recommended() : GraphSpec.standard();
    }

    /** The specification. Rejects options that are wrong for any data. */
    Spec spec(GraphSpec knn, int threads) {
        Strategy by = strategy();
        Preconditions.require(keep >= 1, "keep must be at least 1, got %d", keep);
        Preconditions.require(clusters.orElse(1) >= 1, "clusters must be at least 1, got %d", clusters.orElse(1));
        Preconditions.require(
                by == Strategy.GAIN || rank.isEmpty(),
                "--rank %s does not apply: --select %s has no components; leave --rank out",
                rank.map(String::valueOf).orElse(""),
                word());
        Preconditions.require(
                by != Strategy.GAIN || rank.isPresent() || clusters.isPresent(),
                "--select gain needs --rank R, the number of components, or --clusters C, the number of groups");
        FeatureSelection named = plugin.map(FeatureSelection::of)
                .orElseGet(() -> FeatureSelection.of(by))
                .withBlend(blend);
        FeatureSelection choice = by == Strategy.GROUPS && clusters.isEmpty() ? named.withSeveralNumbers() : named;
        Preconditions.require(
                by == Strategy.STRUCTURE || blend == 0,
                "--structure-blend %s does not apply: --select is %s; leave --structure-blend out",
                blend,
                word());
        int groups = clusters.orElse(EIGENVECTORS);
        return Spec.paper(Model.GNMF_L20, rank.orElse(groups))
                .withClusters(groups)
                .withKeep(keep)
                .withSelect(choice)
                .withGraph(knn)
                .withSeed(seed)
                .withThreads(threads);
    }
}
