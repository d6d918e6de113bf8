package org.grapnel.evaluate;

import org.grapnel.runtime.CounterRandom;

/** Draws random subsets of {0, …, n − 1}, uniformly over all subsets of a size. */
public final class RandomSubset {
    private RandomSubset() {}

    /** Draws at most {@code limit} numbers below n, ascending; all of them if there are no more. */
    public static int[] draw(int n, int limit, long seed) {
        int[] chosen = new int[Math.min(n, limit)];
        int count = 0;
        // selection sampling (Knuth, TAOCP 2, algorithm S): take each with probability (still needed) / (still to come)
        for (int i = 0; count < chosen.length; i++)
            if ((n - i) * CounterRandom.uniform(seed, i, 0) < chosen.length - count) chosen[count++] = i;
        return chosen;
    }
}
