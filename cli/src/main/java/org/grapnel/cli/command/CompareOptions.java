package org.grapnel.cli.command;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.compare.ClusteringMethod;
import org.grapnel.compare.NamedMethod;
import org.grapnel.model.Model;
import org.grapnel.options.ExtensionOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.plugin.Extension;
import org.grapnel.plugin.Plugins;
import org.grapnel.plugin.SolverPlugin;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import picocli.CommandLine.Option;

/** Options of what is compared, and how often. */
@GroupedHelp.Heading("Comparison")
final class CompareOptions {
    /** In {@code --solvers}: the default of {@code grapnel fit}. */
    static final String DEFAULT = "default";

    private static final List<Model> DEFAULT_MODELS =
            List.of(Model.GNMF_L20, Model.GNMF, Model.NMF_L20, Model.NMF, Model.KMEANS_L0);

    @Option(
            names = "--models",
            paramLabel = "WORD,…",
            description = {
                "Models as for fit --model, separated by commas, or none. Default:",
                "gnmf-l20,gnmf,nmf-l20,nmf,kmeans-l0, and gnmf-l20 also with the paper's accpalm"
            })
    Optional<String> models = Optional.empty();

    @Option(
            names = "--solvers",
            paramLabel = "WORD,…",
            description = {
                "Solvers, separated by commas; each model runs with each of them: palm, accpalm, ipalm, bpl,",
                "best-support, a plugin, or default, the default of fit. Default: default"
            })
    Optional<String> solvers = Optional.empty();

    @Option(
            names = "--select",
            paramLabel = "WORD",
            description = {
                "How all models that keep features select them: a word of fit --select, or a plugin. Default: as fit does",
                "without it"
            })
    Optional<String> select = Optional.empty();

    @Option(
            names = "--baselines",
            paramLabel = "WORD,…",
            description = {
                "Baselines, separated by commas: k-means on all-features, on K features selected by random, variance,",
                "laplacian-score, mcfs, ndfs or structure, and on pca, the principal components; graph, spectral",
                "clustering, and louvain, communities of the graph. Or all, or none. Default: all, or without --keep",
                "those that do not need it"
            })
    Optional<String> baselines = Optional.empty();

    @Option(
            names = "--methods",
            paramLabel = "NAME,…",
            split = ",",
            description = "Methods of plugins, which group the samples in their own way.")
    List<String> methods = List.of();

    @Option(
            names = "--repeats",
            paramLabel = "N",
            description = "Number of runs per method, with seeds --seed, --seed + 1, ... Default: ${DEFAULT-VALUE}")
    int repeats = 10;

    /** A model with the name of a solver; empty for the default solver. */
    record ModelSolverPair(Model model, Optional<String> solver) {}

    /** The pairs of models and solvers, in the order of the options. */
    List<ModelSolverPair> pairs(Plugins plugins) {
        List<String> known = Arrays.stream(Model.values()).map(Model::cliName).toList();
        List<Model> resolved = models.map(given -> given.equals("none")
                        ? List.<Model>of()
                        : words("--models", given, known).stream()
                                .map(Model::parse)
                                .toList())
                .orElse(DEFAULT_MODELS);
        List<Optional<String>> named = solverNames(plugins);
        Stream<ModelSolverPair> asked = resolved.stream()
                .flatMap(model -> model.isKMeans()
                        ? Stream.of(new ModelSolverPair(model, Optional.empty()))
                        : named.stream().map(solver -> new ModelSolverPair(model, solver)));
        // the paper's method is always part of the default comparison
        Stream<ModelSolverPair> paper = models.isEmpty() && solvers.isEmpty()
                ? Stream.of(new ModelSolverPair(Model.GNMF_L20, Optional.of(SolverKind.ACCPALM.cliName())))
                : Stream.empty();
        return Stream.concat(asked, paper).toList();
    }

    private List<Optional<String>> solverNames(Plugins plugins) {
        List<String> allowed = Stream.of(
                        Stream.of(DEFAULT),
                        Arrays.stream(SolverKind.values()).map(SolverKind::cliName),
                        plugins.ofKind(SolverPlugin.class).stream().map(Extension::name))
                .flatMap(part -> part)
                .toList();
        return words("--solvers", solvers.orElse(DEFAULT), allowed).stream()
                .map(word -> Optional.of(word).filter(name -> !name.equals(DEFAULT)))
                .toList();
    }

    List<BaselineOption> baselines(boolean keeps) {
        if (baselines.isEmpty())
            return Arrays.stream(BaselineOption.values())
                    .filter(baseline -> keeps || !baseline.needsKeep())
                    .toList();
        String given = baselines.orElseThrow();
        if (given.equals("none")) return List.of();
        if (given.equals("all")) return List.of(BaselineOption.values());
        List<String> words = words("--baselines", given, BaselineOption.cliNames());
        return Arrays.stream(BaselineOption.values())
                .filter(baseline -> words.contains(baseline.cliName()))
                .toList();
    }

    /** The methods of plugins. */
    List<NamedMethod> methods(Plugins plugins) {
        return methods.stream()
                .distinct()
                .map(given -> ExtensionOptions.withoutNumber(
                        "--methods", given, name -> new NamedMethod(name, ClusteringMethod.of(plugins.method(name)))))
                .toList();
    }

    private static List<String> words(String option, String given, List<String> allowed) {
        List<String> words = List.of(given.split(",", -1));
        for (String word : words)
            Preconditions.require(
                    allowed.contains(word), "%s: '%s' is not among %s", option, word, String.join(", ", allowed));
        return words.stream().distinct().toList();
    }
}
