package org.grapnel.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.Spec;
import org.grapnel.graph.ComponentSpec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.WeightKind;

/**
 * The values to try with the recommended method: graphs at the default alpha and one number of features, then alphas at
 * the best graph, then other numbers of features.
 *
 * @param graphs one point for each graph; the first is the default
 * @param alphas the default first
 * @param path numbers of features in descending order
 */
record JointGrid(List<ParameterPoint> graphs, List<Double> alphas, List<Integer> path) {
    /** Selecting k features by groups takes time in proportion to k. */
    private static final int MOST_COMPARED = 256;

    private static final List<Double> ALPHAS = List.of(Spec.JOINT_ALPHA, 3.0, 30.0);

    /**
     * Lays out the grid.
     *
     * @param features number of features of the data
     * @param n number of samples
     * @param rank lower limit of the number of features
     */
    static JointGrid create(TuneSpec tuneSpec, int features, int n, int rank, boolean hasGraph) {
        List<Double> alphas = tuneSpec.alpha().map(List::of).orElse(ALPHAS);
        List<Integer> path = TuningGrid.path(tuneSpec, features, rank);
        int first = first(tuneSpec, path);
        List<ParameterPoint> graphs = new ArrayList<>();
        if (hasGraph) graphs.add(tuneSpec.point(Optional.empty(), alphas.get(0), first));
        else {
            int samples = TuningGrid.fittedSamples(tuneSpec, n);
            for (Optional<Integer> components : components(tuneSpec, features, samples))
                for (WeightKind weights : weights(tuneSpec))
                    for (int k : neighbors(tuneSpec, samples))
                        graphs.add(new ParameterPoint(
                                Optional.of(k), components, Optional.of(weights), alphas.get(0), first));
        }
        return new JointGrid(graphs, alphas, path);
    }

    /** The number of features at which graphs are compared: a quarter, or fewer where a selection of so many takes long. */
    private static int first(TuneSpec tuneSpec, List<Integer> path) {
        int quarter = TuningGrid.first(tuneSpec, path);
        if (tuneSpec.keep().isPresent() || path.size() == 1) return quarter;
        return path.stream()
                .filter(keep -> keep <= Math.min(quarter, MOST_COMPARED))
                .findFirst()
                .orElse(path.get(path.size() - 1));
    }

    /** The default number of neighbours first. */
    private static List<Integer> neighbors(TuneSpec tuneSpec, int samples) {
        if (tuneSpec.neighbors().isPresent())
            return List.of(tuneSpec.neighbors().get());
        int standard = GraphSpec.recommended().neighbors();
        List<Integer> allowed =
                TuningGrid.NEIGHBORS.stream().filter(k -> k < samples).toList();
        return Stream.concat(
                        allowed.stream().filter(k -> k == standard),
                        allowed.stream().filter(k -> k != standard))
                .toList();
    }

    private static List<Optional<Integer>> components(TuneSpec tuneSpec, int features, int samples) {
        Optional<ComponentSpec> base = tuneSpec.base().graph().components();
        Optional<Integer> count = base.map(ComponentSpec::count);
        // an exact number was asked for; without reduction both graphs are the same
        boolean chooses = base.filter(components -> components.orFewer() && components.reduces(features, samples))
                .isPresent();
        return chooses ? List.of(count, Optional.empty()) : List.of(count);
    }

    private static List<WeightKind> weights(TuneSpec tuneSpec) {
        GraphSpec graph = tuneSpec.graph();
        boolean chooses = tuneSpec.weights().isEmpty()
                && graph.weights() == WeightKind.GAUSSIAN
                && graph.sigma().isEmpty();
        return chooses ? List.of(WeightKind.GAUSSIAN, WeightKind.LOCAL) : List.of(graph.weights());
    }

    /** The default point, which another has to beat clearly. */
    ParameterPoint standard() {
        return graphs.get(0);
    }
}
