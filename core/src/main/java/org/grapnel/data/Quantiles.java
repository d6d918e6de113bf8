package org.grapnel.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Quantiles of many numbers, most of which may be 0. Zeros are only counted; of the others every m-th is kept, with m odd, so that one to two
 * million are kept. Exact up to a million non-zeros.
 */
final class Quantiles {
    private static final int MOST = 1 << 20;

    private final long every;
    private final double[] kept;
    private long seen;
    private int count;

    /** Creates a sample for at most this many non-zeros. */
    Quantiles(long nonZeros) {
        long needed = (nonZeros + MOST - 1) / MOST;
        every = Math.max(1, needed | 1);
        kept = new double[(int) (nonZeros / every + 1)];
    }

    void add(double x) {
        if (seen++ % every == 0) kept[count++] = x;
    }

    /** Returns the quantiles of the added numbers and the zeros: the smallest number with at least that share at or below it. */
    List<Double> at(long nonZeros, long zeros, double... shares) {
        double[] sorted = Arrays.copyOf(kept, count);
        Arrays.sort(sorted);
        int negative = 0;
        while (negative < count && sorted[negative] < 0) negative++;
        double weight = count == 0 ? 0 : (double) nonZeros / count;
        List<Double> found = new ArrayList<>();
        for (double share : shares) {
            double rank = Math.max(1, Math.ceil(share * (nonZeros + zeros) - 1e-9));
            double below = negative * weight;
            if (rank <= below) found.add(sorted[place(rank / weight)]);
            else if (rank <= below + zeros) found.add(0.0);
            else found.add(sorted[place((rank - zeros) / weight)]);
        }
        return found;
    }

    private int place(double rank) {
        return (int) Math.max(0, Math.min(count - 1, Math.ceil(rank - 1e-9) - 1));
    }
}
