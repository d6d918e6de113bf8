package org.grapnel.solve.support;

/**
 * How many features best-support keeps in an iteration: from all of them down to {@code keep}, by the same factor in every iteration.
 *
 * @param iterations over how many iterations the number falls; 0 where all features are kept
 */
record FeatureAnnealing(int features, int keep, int iterations) {
    FeatureAnnealing {
        if (keep >= features) iterations = 0;
    }

    /** The number of features after iteration {@code i}, counted from 0. */
    int count(int i) {
        double share = Math.pow((double) keep / features, (i + 1.0) / iterations);
        // p·(k/p) may round above k
        return i + 1 >= iterations ? keep : Math.max(keep, (int) Math.ceil(features * share));
    }

    /** The first iteration, counted from 1, after which no more than {@code keep} features are kept. */
    int feasibleFrom() {
        return Math.max(1, iterations);
    }
}
