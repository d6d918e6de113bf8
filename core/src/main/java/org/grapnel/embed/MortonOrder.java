package org.grapnel.embed;

import java.util.Arrays;
import org.grapnel.runtime.Preconditions;

/**
 * Points of the plane sorted along the Morton curve: the key interleaves the bits of both coordinates, so every cell of
 * every quadtree over the points is a run. A coordinate has 20 bits; points that agree in all of them count as one
 * place. Equal keys keep the order of their samples.
 */
final class MortonOrder {
    private static final int BITS = 20; // per coordinate
    private static final int INDEX_BITS = 64 - 2 * BITS;
    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;
    private static final int MOST_POINTS = 1 << INDEX_BITS;
    private static final int DIGIT = 10; // bits per pass of the radix sort; divides 2·BITS

    private long[] keys; // code ‖ sample
    private long[] spare;
    private final int[] count = new int[1 << DIGIT];

    MortonOrder(int n) {
        Preconditions.require(
                n <= MOST_POINTS, "at most %d samples can be placed in the plane, got %d", MOST_POINTS, n);
        keys = new long[n];
        spare = new long[n];
    }

    /** Sorts the points (Y[2i], Y[2i+1]). */
    void sort(double[] Y) {
        double left = Double.POSITIVE_INFINITY;
        double bottom = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < keys.length; i++) {
            left = Math.min(left, Y[2 * i]);
            right = Math.max(right, Y[2 * i]);
            bottom = Math.min(bottom, Y[2 * i + 1]);
            top = Math.max(top, Y[2 * i + 1]);
        }
        double span = Math.max(right - left, top - bottom);
        double scale = span > 0 ? ((1 << BITS) - 1) / span : 0;
        for (int i = 0; i < keys.length; i++) {
            long across = spread(cell((Y[2 * i] - left) * scale));
            long up = spread(cell((Y[2 * i + 1] - bottom) * scale));
            keys[i] = (up << 1 | across) << INDEX_BITS | i;
        }
        for (int shift = INDEX_BITS; shift < 64; shift += DIGIT) pass(shift);
    }

    /** Returns the sample at position k. */
    int sample(int k) {
        return (int) keys[k] & INDEX_MASK;
    }

    /**
     * Returns the level of the smallest cell that holds positions from … to−1, counted from the finest; −1 if they are
     * one place.
     */
    int level(int from, int to) {
        long differ = (keys[from] ^ keys[to - 1]) >>> INDEX_BITS;
        return differ == 0 ? -1 : (63 - Long.numberOfLeadingZeros(differ)) / 2;
    }

    /**
     * Returns the end, at most {@code to}, of the positions in the same quadrant as position {@code from} on this
     * level.
     */
    int quadrantEnd(int from, int to, int level) {
        int shift = INDEX_BITS + 2 * level;
        long quadrant = keys[from] >>> shift;
        int in = from;
        int out = to;
        while (out - in > 1) {
            int middle = (in + out) >>> 1;
            if (keys[middle] >>> shift == quadrant) in = middle;
            else out = middle;
        }
        return out;
    }

    /** Does one stable pass of the radix sort. */
    private void pass(int shift) {
        int mask = (1 << DIGIT) - 1;
        Arrays.fill(count, 0);
        for (long key : keys) count[(int) (key >>> shift) & mask]++;
        int sum = 0;
        for (int d = 0; d <= mask; d++) {
            int here = count[d];
            count[d] = sum;
            sum += here;
        }
        for (long key : keys) spare[count[(int) (key >>> shift) & mask]++] = key;
        long[] sorted = spare;
        spare = keys;
        keys = sorted;
    }

    private static long cell(double scaled) {
        return Math.min((1 << BITS) - 1, (long) scaled); // rounding may exceed the last cell by one
    }

    /** Inserts a zero before every bit. */
    private static long spread(long bits) {
        long v = bits;
        v = (v | v << 16) & 0x0000FFFF0000FFFFL;
        v = (v | v << 8) & 0x00FF00FF00FF00FFL;
        v = (v | v << 4) & 0x0F0F0F0F0F0F0F0FL;
        v = (v | v << 2) & 0x3333333333333333L;
        return (v | v << 1) & 0x5555555555555555L;
    }
}
