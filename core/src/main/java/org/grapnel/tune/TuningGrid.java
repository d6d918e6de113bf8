package org.grapnel.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where is looked: neighbours × weights at one number of features, and the numbers of features, each half of the one before.
 *
 * @param neighbors empty where the user gave a graph
 * @param first the number of features at which neighbours and weights are compared
 * @param path numbers of features, the largest first; only {@code first} where that is the user's
 */
record TuningGrid(List<Integer> neighbors, List<Double> alphas, int first, List<Integer> path) {
    private static final List<Integer> NEIGHBORS = List.of(3, 5, 10);
    static final List<Double> ALPHAS = List.of(0.5, 5.0, 50.0, 500.0);

    /** More are not ordered one by one: it would take longer than all fits. */
    private static final int MOST_ORDERED = 4096;

    /** Halvings of the number of features below the first. */
    private static final int STEPS = 5;

    /**
     * @param candidates the features that are not noise
     * @param rank no fewer features than components are tried
     */
    static TuningGrid create(TuneSpec asked, int n, int candidates, int rank, boolean given) {
        int samples = fittedSamples(asked, n);
        List<Integer> neighbors = given
                ? List.of()
                : asked.neighbors()
                        .map(List::of)
                        .orElse(NEIGHBORS.stream().filter(k -> k < samples).toList());
        List<Double> alphas = asked.alpha().map(List::of).orElse(ALPHAS);
        Optional<Integer> keep = asked.keep();
        if (!asked.base().model().isSparse()) return new TuningGrid(neighbors, alphas, candidates, List.of(candidates));
        if (keep.isPresent()) {
            int k = keep.get();
            List<Integer> around = Stream.of(2 * k, k, k / 2)
                    .filter(some -> some == k || (some >= 1 && some <= candidates))
                    .toList();
            return new TuningGrid(neighbors, alphas, k, around);
        }
        List<Integer> path = new ArrayList<>(List.of(candidates));
        int top = Math.min(candidates / 2, MOST_ORDERED);
        for (int step = 0, k = top; step < STEPS && k >= Math.max(1, rank); step++, k /= 2) path.add(k);
        // in the middle of the path; where all features are few, as near to it as there are
        int first = path.get(Math.min(2, path.size() - 1));
        return new TuningGrid(neighbors, alphas, first, path);
    }

    /** The largest number of neighbours of which any fit may ask: twice the largest. */
    static int maxNeighbors(TuneSpec asked, int n) {
        return Math.min(fittedSamples(asked, n) - 1, 2 * asked.neighbors().orElse(NEIGHBORS.get(NEIGHBORS.size() - 1)));
    }

    /** Of n samples, those that every fit has. */
    static int fittedSamples(TuneSpec asked, int n) {
        return asked.criterion() == TuningCriterion.HELD_OUT ? n - HeldOutScore.heldOutCount(n) : n;
    }

    static int minNeighbors() {
        return NEIGHBORS.get(0);
    }

    List<ParameterPoint> points() {
        List<ParameterPoint> points = new ArrayList<>();
        for (double alpha : alphas) {
            if (neighbors.isEmpty()) points.add(new ParameterPoint(Optional.empty(), alpha, first));
            for (int k : neighbors) points.add(new ParameterPoint(Optional.of(k), alpha, first));
        }
        return points;
    }
}
