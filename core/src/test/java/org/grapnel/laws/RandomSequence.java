package org.grapnel.laws;

import org.grapnel.runtime.CounterRandom;

/** A sequence of random numbers from a seed. */
final class RandomSequence {
    private final long seed;
    private long drawn;

    RandomSequence(long seed) {
        this.seed = seed;
    }

    /** Uniform on [0, 1). */
    double next() {
        return CounterRandom.uniform(seed, drawn++, 0);
    }

    /** Returns a number from 0 to bound − 1. */
    int below(int bound) {
        return (int) (next() * bound);
    }

    /** Returns a number from least to most, both included. */
    int between(int least, int most) {
        return least + below(most - least + 1);
    }

    /** Returns true with probability 1/times. */
    boolean oneIn(int times) {
        return below(times) == 0;
    }

    @SafeVarargs
    final <T> T choose(T... choices) {
        return choices[below(choices.length)];
    }

    /** Returns the numbers below the bound in random order. */
    int[] permutation(int bound) {
        int[] order = new int[bound];
        for (int i = 0; i < bound; i++) {
            int at = below(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        return order;
    }
}
