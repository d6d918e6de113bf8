package org.grapnel.options;

import java.util.OptionalDouble;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.graph.SearchKind;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import picocli.CommandLine.Option;

/** Options of the neighbour graph that is built from the data. */
@GroupedHelp.Heading("Neighbour graph")
public final class KnnOptions {
    private static final String AUTO = "auto";

    @Option(
            names = "--neighbors",
            paramLabel = "K",
            description = "Number of nearest neighbours of each sample. Default: ${DEFAULT-VALUE}")
    public int neighbors = GraphSpec.standard().neighbors();

    @Option(
            names = "--weights",
            paramLabel = "WORD",
            description =
                    "Edge weights: gaussian (exp(-d^2/2s^2) for distance d), binary or dot. Default: ${DEFAULT-VALUE}")
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
                "the weight) or mutual (dropped). Default: ${DEFAULT-VALUE}"
            })
    Symmetrization symmetrize = Symmetrization.MAX;

    @Option(
            names = "--search",
            paramLabel = "WORD",
            description = {
                "Neighbour search: exact, approximate (finds at least 95 %% of the neighbours, measured) or auto: exact",
                "up to 100,000 samples. Default: ${DEFAULT-VALUE}"
            })
    SearchKind search = SearchKind.AUTO;

    public GraphSpec spec(long seed) {
        return new GraphSpec(neighbors, weights, sigma(), metric, symmetrize, search, seed);
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
