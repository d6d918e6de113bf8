package org.grapnel.runtime;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Counter-based random numbers: each is a hash of (seed, row, column), so any part of a random matrix can be computed
 * alone, in any order, on any machine. The hash is SplitMix64's finaliser, applied once per argument.
 */
public final class CounterRandom {
    private CounterRandom() {}

    /** Returns 64 random bits. */
    public static long bits(long seed, long row, long column) {
        return mix(mix(mix(seed + 0x9E3779B97F4A7C15L) ^ row * 0xD1B54A32D192ED03L) ^ column * 0x8CB92BA72F3D8DD7L);
    }

    /** Returns a number uniform on [0, 1), in steps of 2⁻⁵³. */
    public static double uniform(long seed, long row, long column) {
        return (bits(seed, row, column) >>> 11) * 0x1p-53;
    }

    /** Returns a standard normal number, by the Box–Muller transform. */
    public static double gaussian(long seed, long row, long column) {
        double u = 1 - uniform(seed, row, 2 * column);
        return Math.sqrt(-2 * StrictMath.log(u)) * StrictMath.cos(2 * Math.PI * uniform(seed, row, 2 * column + 1));
    }

    /** Draws {@code count} distinct numbers of 0 … n−1, ascending. Memory is O(count), whatever n is. */
    public static int[] sample(int n, int count, long seed) {
        Map<Integer, Integer> moved = new HashMap<>(); // a shuffle of 0 … n−1: the places whose number has changed
        int[] drawn = new int[count];
        for (int s = 0; s < count; s++) {
            int other = s + (int) (uniform(seed, s, 0) * (n - s));
            drawn[s] = moved.getOrDefault(other, other);
            moved.put(other, moved.getOrDefault(s, s));
        }
        Arrays.sort(drawn);
        return drawn;
    }

    /** Derives the seed of one part of the work, so that parts have independent numbers. */
    public static long split(long seed, long part) {
        return bits(seed, part, 0x5EED);
    }

    private static long mix(long z) {
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
