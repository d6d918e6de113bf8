package org.grapnel.graph;

import java.util.Arrays;

/**
 * For every point the nearest others that were offered so far, nearest first, ties to the lower number. A pair always
 * has the same distance ({@link org.grapnel.linalg.points.PointRows}), so a list is a function of the pairs offered, not
 * of their order: threads may offer at the same time.
 *
 * <p>An entry is <em>fresh</em> until {@link #markUsed} is called for it. It is one number, square ‖ point ‖ used, whose
 * order is that of the list: the bits of a float ≥ 0 are ordered as the float is.
 */
final class NearestLists {
    private static final int LOCKS = 4096;
    private static final long EMPTY = entry(Float.POSITIVE_INFINITY, Integer.MAX_VALUE) | 1;

    private final int count;
    private final int width;
    private final long[] entries;
    /** The largest square of a full list. A stale value that another thread reads is higher, which is safe. */
    private final float[] limit;

    private final Object[] locks = new Object[LOCKS];

    /** Creates empty lists of {@code width} entries for {@code count} points. */
    NearestLists(int count, int width) {
        this.count = count;
        this.width = width;
        entries = new long[Math.multiplyExact(count, width)];
        limit = new float[count];
        Arrays.fill(entries, EMPTY);
        Arrays.fill(limit, Float.POSITIVE_INFINITY);
        Arrays.setAll(locks, i -> new Object());
    }

    private static long entry(float square, int point) {
        return (long) Float.floatToIntBits(square) << 32 | (long) point << 1;
    }

    private static float square(long entry) {
        return Float.intBitsToFloat((int) (entry >>> 32));
    }

    int count() {
        return count;
    }

    int width() {
        return width;
    }

    /** Returns the largest square with which a point may enter the list of point i. */
    float limit(int i) {
        return limit[i];
    }

    /** Returns the point of an entry, or −1 where the list is shorter. */
    int point(int i, int rank) {
        long entry = entries[i * width + rank];
        return entry == EMPTY ? -1 : (int) entry >>> 1;
    }

    boolean isFresh(int i, int rank) {
        return (entries[i * width + rank] & 1) == 0;
    }

    void markUsed(int i, int rank) {
        entries[i * width + rank] |= 1;
    }

    /** Offers point j, at this squared distance, to the list of point i. Other threads may do so at the same time. */
    void offer(int i, int j, float square) {
        long offered = entry(square, j);
        synchronized (locks[i & LOCKS - 1]) {
            int first = i * width;
            int last = first + width - 1;
            int at = last;
            while (at >= first && entries[at] >>> 1 > offered >>> 1) at--;
            if (at == last || (at >= first && entries[at] >>> 1 == offered >>> 1)) return; // too far, or known
            for (int q = last; q > at + 1; q--) entries[q] = entries[q - 1];
            entries[at + 1] = offered;
            limit[i] = square(entries[last]);
        }
    }

    /**
     * Offers some points to the list of point i, which no other thread uses at this time: those at places j of {@code
     * set} with square[j] at most the limit, apart from place {@code own}.
     */
    void offerAll(int i, int[] set, float[] square, int size, int own, Merger merger) {
        int found = 0;
        float most = limit[i];
        for (int j = 0; j < size; j++)
            if (square[j] <= most && j != own) {
                found = merger.add(entry(square[j], set[j]), found);
                if (found == width) most = Math.min(most, square(merger.nearest[width - 1]));
            }
        if (found == 0) return;
        merger.merge(entries, i * width, found);
        limit[i] = square(entries[(i + 1) * width - 1]);
    }

    /** Collects the nearest points that one thread offers to one list. */
    static final class Merger {
        private final int width;
        private final long[] nearest;
        private final long[] merged;

        Merger(int width) {
            this.width = width;
            nearest = new long[width];
            merged = new long[width];
        }

        int width() {
            return width;
        }

        /** Adds an entry to the {@code found} nearest ones, and returns how many there are now. */
        private int add(long entry, int found) {
            int at = found < width ? found : width - 1;
            if (found == width && entry >= nearest[at]) return found;
            for (; at > 0 && nearest[at - 1] > entry; at--) nearest[at] = nearest[at - 1];
            nearest[at] = entry;
            return Math.min(width, found + 1);
        }

        /** Merges the entries found into a list. An entry that the list has stays as it is. */
        private void merge(long[] entries, int from, int found) {
            System.arraycopy(entries, from, merged, 0, width);
            for (int q = 0, ofList = 0, ofFound = 0; q < width; q++) {
                long known = merged[ofList];
                if (ofFound < found && nearest[ofFound] >>> 1 < known >>> 1) {
                    entries[from + q] = nearest[ofFound++];
                } else {
                    if (ofFound < found && nearest[ofFound] >>> 1 == known >>> 1) ofFound++;
                    entries[from + q] = known;
                    ofList++;
                }
            }
        }
    }

    /** Returns wider lists with the entries of these, all of them fresh. */
    NearestLists widen(int wider) {
        NearestLists wide = new NearestLists(count, wider);
        for (int i = 0; i < count; i++)
            for (int q = 0; q < width; q++) {
                long entry = entries[i * width + q];
                if (entry != EMPTY) wide.entries[i * wider + q] = entry & ~1L;
            }
        return wide;
    }
}
