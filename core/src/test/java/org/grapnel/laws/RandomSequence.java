package org.grapnel.laws;

import org.grapnel.runtime.CounterRandom;

/** Throws that follow one another from a seed. */
final class RandomSequence {
    private final long seed;
    private long thrown;

    RandomSequence(long seed) {
        this.seed = seed;
    }

    /** Uniform on [0, 1). */
    double next() {
        return CounterRandom.uniform(seed, thrown++, 0);
    }

    /** From 0 up to, not including, the bound. */
    int below(int bound) {
        return (int) (next() * bound);
    }

    /** From the least to the most, both included. */
    int between(int least, int most) {
        return least + below(most - least + 1);
    }

    /** True once in so many throws. */
    boolean oneIn(int times) {
        return below(times) == 0;
    }

    @SafeVarargs
    final <T> T choose(T... choices) {
        return choices[below(choices.length)];
    }

    /** The numbers below the bound in some order. */
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
