package org.grapnel.options;

import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.model.Model;
import org.grapnel.plugin.Plugins;
import org.grapnel.plugin.SelectorPlugin;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Option;

/** Options of the model. */
@GroupedHelp.Heading("Model")
public final class ModelOptions extends ProblemOptions {
    @Option(
            names = "--model",
            paramLabel = "WORD",
            description = {
                "nmf, nmf-l0, nmf-l20, nmf-lc0, or with a graph gnmf, gnmf-l0, gnmf-l20, gnmf-lc0.",
                "l20 keeps rows of W (features), l0 entries of W, lc0 entries of each column of W.",
                "Or kmeans, or kmeans-l0, which keeps features.",
                "Default: ${DEFAULT-VALUE}"
            })
    public String model = Model.GNMF_L20.cliName();

    @Option(
            names = "--select",
            paramLabel = "WORD",
            description = {
                "How the K features are selected: model, by the constraint inside the solver; energy, the K of largest",
                "norm; gain, those that explain most (best-support); groups, those that best tell the groups of the graph",
                "apart; structure, those whose distances best separate neighbours from other samples; or variance,",
                "laplacian-score, mcfs, ndfs or a plugin. Default: groups if no solver is named and the model has a graph, structure",
                "with --solver best-support, else model"
            })
    Optional<String> select = Optional.empty();

    /** Options of one model, from options that several models share; {@code --keep} and the selection only where the model keeps features. */
    public static ModelOptions of(ProblemOptions shared, Model model, Optional<String> select) {
        ModelOptions options = new ModelOptions();
        options.model = model.cliName();
        options.select = model.selectsFeatures() ? select : Optional.empty();
        // k-means has as many components as clusters
        options.rank = model.isKMeans() ? Optional.empty() : shared.rank;
        options.clusters = model.isKMeans() ? Optional.of(shared.clusters()) : shared.clusters;
        options.keep = model.isSparse() ? shared.keep : Optional.empty();
        options.blend = shared.blend;
        options.lambda = shared.lambda;
        options.alpha = shared.alpha;
        options.graph = shared.graph;
        options.laplacian = shared.laplacian;
        options.loss = shared.loss;
        return options;
    }

    public Model model() {
        return Model.parse(model);
    }

    /** How features are selected, if that was named: a word of the library, or the name of a plugin. */
    Optional<FeatureSelection> select(Plugins plugins) {
        return select.map(word -> plugins.has(SelectorPlugin.class, word)
                ? FeatureSelection.of(plugins.selector(word))
                : FeatureSelection.of(FeatureSelection.Strategy.parse(word)).withBlend(blend));
    }

    /** Whether features are selected as in the paper, by the model. */
    boolean isPaperSelection() {
        return select.equals(Optional.of(FeatureSelection.Strategy.MODEL.cliName()));
    }

    /** Whether the model has a graph term with a positive weight. */
    boolean usesGraph() {
        return model().usesGraph() && weight().map(w -> w.value() > 0).orElse(true);
    }

    /** Rejects options that are wrong for any data. */
    @Override
    public void check() {
        super.check();
        Preconditions.require(
                keep.isPresent() || suggestsKeep || !model().isSparse(),
                "--model %s needs --keep K, a number of at least 1",
                model);
        Preconditions.require(
                !suggestsKeep || model().selectsFeatures(),
                "--keep auto does not apply: --model %s keeps no whole features; give a number, leave --keep out, or choose gnmf-l20",
                model);
        Preconditions.require(
                keep.isEmpty() || model().isSparse(),
                "--keep %s does not apply: --model %s keeps all features; leave --keep out or choose %s",
                keep.map(String::valueOf).orElse(""),
                model,
                model().isKMeans() ? "kmeans-l0" : model + "-l20");
        Preconditions.require(
                select.isEmpty() || isPaperSelection() || model().selectsFeatures(),
                "--select %s does not apply: --model %s keeps no whole features",
                select.orElse(""),
                model);
        Preconditions.require(
                !suggestsRank || !model().isKMeans(),
                "--rank auto does not apply: --model %s has no components, only groups; give --clusters C, or --clusters auto",
                model);
        Preconditions.require(
                !model().isKMeans() || rank.isEmpty() || clusters.isEmpty() || rank.equals(clusters),
                "--rank %s and --clusters %s must be the same for --model %s, or one of them left out",
                rank.map(String::valueOf).orElse(""),
                clusters.map(String::valueOf).orElse(""),
                model);
    }
}
