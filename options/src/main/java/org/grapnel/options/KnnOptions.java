package org.grapnel.options;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.ComponentSpec;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.graph.SearchKind;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.options.console.Progress;
import org.grapnel.plugin.Extension;
import org.grapnel.plugin.GraphPlugin;
import org.grapnel.plugin.PluginResults;
import org.grapnel.plugin.Plugins;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the neighbour graph that is built from the data. */
@GroupedHelp.Heading("Neighbour graph")
public final class KnnOptions {
    private static final String AUTO = "auto";
    private static final String NONE = "none";

    @Option(
            names = "--neighbors",
            paramLabel = "K",
            description = "Number of nearest neighbours of each sample. Default: ${DEFAULT-VALUE}")
    public int neighbors = GraphSpec.standard().neighbors();

    @Option(
            names = "--weights",
            paramLabel = "WORD",
            description = {
                "Edge weights: gaussian (exp(-d^2/2s^2) for distance d), binary, dot or local (exp(-d^2/(si*sj)), si: the",
                "distance of sample i to its last neighbour). Default: ${DEFAULT-VALUE}"
            })
    WeightKind weights = WeightKind.GAUSSIAN;

    @Option(
            names = "--sigma",
            paramLabel = "X",
            description = "s of the gaussian weights; auto: the mean distance to the neighbours. Default: auto")
    String sigma = AUTO;

    @Option(
            names = "--metric",
            paramLabel = "WORD",
            description = "Distance: euclidean or cosine. Default: ${DEFAULT-VALUE}")
    Metric metric = Metric.EUCLIDEAN;

    @Option(
            names = "--symmetrize",
            paramLabel = "WORD",
            description = {
                "Edges between samples of which only one is a neighbour of the other: max (kept), mean (kept with half",
                "the weight) or mutual (dropped). Default: mean with the recommended method, else max"
            })
    Optional<Symmetrization> symmetrize = Optional.empty();

    @Option(
            names = "--search",
            paramLabel = "WORD",
            description = {
                "Neighbour search: exact, approximate (finds at least 95 %% of the neighbours, measured) or auto: exact",
                "up to 100,000 samples. Default: ${DEFAULT-VALUE}"
            })
    SearchKind search = SearchKind.AUTO;

    @Option(
            names = "--graph-pcs",
            paramLabel = "M",
            description = {
                "Search neighbours on the first M principal components; none: on all features. A sparse table is scaled",
                "to samples of unit length instead of centred. Default: 50 with the recommended method, else none"
            })
    @Nullable
    String graphPcs;

    @Option(
            names = "--graph-from",
            paramLabel = "NAME",
            description = "A graph of a plugin, found from the data, used instead of the neighbour graph.")
    public Optional<String> graphFrom = Optional.empty();

    /** Refuses two graphs, and a name that no plugin has, before a file is read. */
    public void check(Optional<Path> file, Plugins plugins) {
        Preconditions.require(
                graphFrom.isEmpty() || file.isEmpty(),
                "--graph-from %s and --graph %s both give the graph; leave out one of them",
                graphFrom.orElse(""),
                file.map(Path::toString).orElse(""));
        if (graphFrom.isPresent()) from(plugins);
    }

    /** Reads or builds the graph that was asked for in place of the neighbour graph; empty if none was. */
    public Optional<GraphSource> graph(
            Optional<Path> file, PreparedData data, Plugins plugins, int threads, Progress progress) {
        if (graphFrom.isEmpty()) return ProblemOptions.readGraph(file, data, progress);
        Extension<GraphPlugin> from = from(plugins);
        progress.onPhase("building the graph " + from.name());
        return Optional.of(GraphSource.of(PluginResults.graph(from, data.data().X(), threads)));
    }

    private Extension<GraphPlugin> from(Plugins plugins) {
        return ExtensionOptions.withoutNumber("--graph-from", graphFrom.orElseThrow(), plugins::graph);
    }

    /** Returns the spec with the defaults of the paper's graph. */
    public GraphSpec spec(long seed) {
        return spec(seed, GraphSpec.standard());
    }

    /** Returns the spec, with these defaults for components and symmetrisation. */
    public GraphSpec spec(long seed, GraphSpec defaults) {
        return new GraphSpec(
                neighbors,
                weights,
                sigma(),
                metric,
                symmetrize.orElse(defaults.symmetrize()),
                search,
                seed,
                isGraphPcsGiven() ? graphPcs() : defaults.components());
    }

    /** Returns whether {@code --graph-pcs} was given, be it a number or none. */
    public boolean isGraphPcsGiven() {
        return graphPcs != null;
    }

    /** Returns the components that {@code --graph-pcs} asks for; empty for none, and if it was not given. */
    public Optional<ComponentSpec> graphPcs() {
        if (graphPcs == null || graphPcs.equals(NONE)) return Optional.empty();
        try {
            return Optional.of(ComponentSpec.of(Integer.parseInt(graphPcs)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--graph-pcs '" + graphPcs + "' is neither a whole number of at least 1 nor none", e);
        }
    }

    private OptionalDouble sigma() {
        if (sigma.equals(AUTO)) return OptionalDouble.empty();
        try {
            return OptionalDouble.of(Double.parseDouble(sigma));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--sigma '" + sigma + "' is neither a number > 0 nor auto", e);
        }
    }
}
