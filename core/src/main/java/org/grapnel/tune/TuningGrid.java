package org.grapnel.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The values to try: neighbours × alpha at one number of features, then other numbers of features, each half the one
 * before.
 *
 * @param neighbors empty where a graph is given
 * @param first the number of features at which neighbours and alpha are compared
 * @param path numbers of features in descending order; only {@code first} where it is given
 */
record TuningGrid(List<Integer> neighbors, List<Double> alphas, int first, List<Integer> path) {
    static final List<Integer> NEIGHBORS = List.of(3, 5, 10);
    static final List<Double> ALPHAS = List.of(0.5, 5.0, 50.0, 500.0);

    /** Largest number of features to rank one by one; ranking more would take longer than all fits. */
    private static final int MAX_RANKED = 4096;

    /** How often the number of features is halved. */
    private static final int HALVINGS = 5;

    /**
     * Lays out the grid.
     *
     * @param candidates number of features that are not noise
     * @param rank lower limit of the number of features
     */
    static TuningGrid create(TuneSpec tuneSpec, int n, int candidates, int rank, boolean hasGraph) {
        int samples = fittedSamples(tuneSpec, n);
        List<Integer> neighbors = hasGraph
                ? List.of()
                : tuneSpec.neighbors()
                        .map(List::of)
                        .orElse(NEIGHBORS.stream().filter(k -> k < samples).toList());
        List<Double> alphas = tuneSpec.alpha().map(List::of).orElse(ALPHAS);
        List<Integer> path = path(tuneSpec, candidates, rank);
        return new TuningGrid(neighbors, alphas, first(tuneSpec, path), path);
    }

    /** The numbers of features to try, in descending order: a given one with half and twice, or all with their halves. */
    static List<Integer> path(TuneSpec tuneSpec, int candidates, int rank) {
        if (!tuneSpec.base().model().isSparse()) return List.of(candidates);
        if (tuneSpec.keep().isPresent()) {
            int k = tuneSpec.keep().get();
            return Stream.of(2 * k, k, k / 2)
                    .filter(count -> count == k || (count >= 1 && count <= candidates))
                    .toList();
        }
        List<Integer> path = new ArrayList<>(List.of(candidates));
        int top = Math.min(candidates / 2, MAX_RANKED);
        for (int step = 0, k = top; step < HALVINGS && k >= Math.max(1, rank); step++, k /= 2) path.add(k);
        return path;
    }

    /** The number of features at which graphs are compared: that given, else the middle of the path, or its end where there are few. */
    static int first(TuneSpec tuneSpec, List<Integer> path) {
        return tuneSpec.keep().orElse(path.get(Math.min(2, path.size() - 1)));
    }

    /** The largest number of neighbours any fit may ask for: twice the largest of the grid. */
    static int maxNeighbors(TuneSpec tuneSpec, int n) {
        return Math.min(
                fittedSamples(tuneSpec, n) - 1, 2 * tuneSpec.neighbors().orElse(NEIGHBORS.get(NEIGHBORS.size() - 1)));
    }

    /** How many of n samples every fit uses. */
    static int fittedSamples(TuneSpec tuneSpec, int n) {
        return tuneSpec.criterion() == TuningCriterion.HELD_OUT ? n - HeldOutScore.heldOutCount(n) : n;
    }

    static int minNeighbors() {
        return NEIGHBORS.get(0);
    }

    List<ParameterPoint> points(TuneSpec tuneSpec) {
        List<ParameterPoint> points = new ArrayList<>();
        for (double alpha : alphas) {
            if (neighbors.isEmpty()) points.add(tuneSpec.point(Optional.empty(), alpha, first));
            for (int k : neighbors) points.add(tuneSpec.point(Optional.of(k), alpha, first));
        }
        return points;
    }
}
