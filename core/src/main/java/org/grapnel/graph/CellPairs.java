package org.grapnel.graph;

import java.util.Arrays;

/** Pairs (a, b), a ≤ b, of cells, most promising first; pair (a, b) is encoded as a·cells + b. */
final class CellPairs {
    private final int[] pairs;
    private final double recall;

    private CellPairs(int[] pairs, double recall) {
        this.pairs = pairs;
        this.recall = recall;
    }

    /**
     * Returns all pairs, ordered by the neighbours they contain per comparison. The neighbours are those within a
     * subset of the points.
     */
    static CellPairs rank(LandmarkCells cells, int[] points, Neighbors neighbors) {
        int count = cells.count();
        int[] hits = hits(cells, points, neighbors, points);
        long[] keys = new long[count * (count + 1) / 2];
        int[] pair = new int[keys.length];
        for (int a = 0, t = 0; a < count; a++) {
            for (int b = a; b < count; b++, t++) {
                pair[t] = a * count + b;
                double cost = a == b ? cells.size(a) * cells.size(a) / 2.0 : (double) cells.size(a) * cells.size(b);
                // a cell with itself always comes first; pairs without a hit come last, in their own order
                float promise = a == b ? Float.MAX_VALUE : (float) (hits[pair[t]] / cost);
                keys[t] = (long) (Integer.MAX_VALUE - Float.floatToIntBits(promise)) << 32 | t;
            }
        }
        Arrays.sort(keys);
        int[] sorted = new int[keys.length];
        for (int t = 0; t < keys.length; t++) sorted[t] = pair[(int) keys[t]];
        return new CellPairs(sorted, 1);
    }

    /** Counts the given neighbours in each pair. */
    private static int[] hits(LandmarkCells cells, int[] points, Neighbors neighbors, int[] among) {
        int count = cells.count();
        int[] hits = new int[Math.multiplyExact(count, count)];
        for (int s = 0; s < points.length; s++) {
            int a = cells.cellOf(points[s]);
            for (int q = 0; q < neighbors.count(); q++) {
                int b = cells.cellOf(among[neighbors.index(s, q)]);
                hits[Math.min(a, b) * count + Math.max(a, b)]++;
            }
        }
        return hits;
    }

    /**
     * Returns the first pairs that contain the requested share of the known neighbours of some points, and a few more:
     * what suffices for these points is not quite enough for the others.
     */
    CellPairs takeUntil(LandmarkCells cells, int[] points, Neighbors truth, double share) {
        int count = cells.count();
        int k = truth.count();
        int[] self = new int[cells.order().length];
        Arrays.setAll(self, i -> i);
        int[] hits = hits(cells, points, truth, self);
        double total = (double) points.length * k;
        double needed = Math.min(total, share * total + Math.sqrt(total * share * (1 - share)));
        int[] others = new int[count];
        int[] chosen = new int[pairs.length];
        int filled = 0;
        int found = 0;
        for (int pair : pairs) {
            int a = pair / count;
            int b = pair % count;
            // every point must keep at least k others, however far away
            if (found >= needed && others[a] > k && others[b] > k) continue;
            chosen[filled++] = pair;
            found += hits[pair];
            others[a] += cells.size(b);
            if (a != b) others[b] += cells.size(a);
        }
        return new CellPairs(Arrays.copyOf(chosen, filled), found / total);
    }

    int[] toArray() {
        return pairs;
    }

    /** Returns the share of the known neighbours in these pairs. */
    double recall() {
        return recall;
    }

    /** Returns the share of all pairs of points that these cells compare. */
    double compared(LandmarkCells cells) {
        double sum = 0;
        for (int pair : pairs) {
            int a = pair / cells.count();
            int b = pair % cells.count();
            sum += a == b ? cells.size(a) * (cells.size(a) - 1) / 2.0 : (double) cells.size(a) * cells.size(b);
        }
        int n = cells.order().length;
        return sum / (n * (n - 1.0) / 2);
    }
}
