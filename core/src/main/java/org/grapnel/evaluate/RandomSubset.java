package org.grapnel.evaluate;

import org.grapnel.runtime.CounterRandom;

/** Some of n things, every set of that size as likely as any other, ascending. */
public final class RandomSubset {
    private RandomSubset() {}

    /** All of them where there are no more than {@code most}. */
    public static int[] draw(int n, int most, long seed) {
        int[] chosen = new int[Math.min(n, most)];
        int have = 0;
        // selection sampling: each is taken with probability (still wanted) / (still to come); Knuth, TAOCP 2,
        // algorithm S
        for (int i = 0; have < chosen.length; i++)
            if ((n - i) * CounterRandom.uniform(seed, i, 0) < chosen.length - have) chosen[have++] = i;
        return chosen;
    }
}
