package org.grapnel.graph;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grapnel.linalg.points.PointBlocks;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/**
 * Keeps for every point a short list that certainly contains its k nearest, while blocks of approximate dot products
 * arrive.
 *
 * <p>With |c − xᵀy| ≤ ε‖x‖‖y‖ for the computed c, d² = ‖x‖² + ‖y‖² − 2xᵀy lies between v = (1−ε)(‖x‖² + ‖y‖²) − 2c and
 * v + 2ε(‖x‖² + ‖y‖²). A point whose v is above the k-th smallest upper bound of a list is no neighbour. The others
 * stay until exact distances decide. The result does not depend on the order of arrival.
 */
final class CandidateLists {
    private static final int LOCKS = 256;
    /** Rounding of v, of its comparison in single precision, and of the norms. */
    private static final double ROUNDING = 32 * 0x1p-24;

    private final PointBlocks points;
    private final int k;
    private final int queries;
    private final double epsilon;
    private final float[] low;
    private final double[] high;
    private final double tiny;
    private final float[] limit;
    private final float[] upper;
    private final int[] size;
    private final int[][] index;
    private final float[][] bound;
    private final Object[] locks = new Object[LOCKS];
    private final int[] name;

    CandidateLists(PointBlocks points, int features, int k) {
        this(points, features, k, points.count());
    }

    /** Creates lists for the first {@code queries} points only. */
    CandidateLists(PointBlocks points, int features, int k, int queries) {
        this(points, features, k, queries, IntStream.range(0, points.count()).toArray());
    }

    /**
     * Creates lists for the first {@code queries} points. At equal distance the point with the lower name comes first.
     */
    CandidateLists(PointBlocks points, int features, int k, int queries, int[] name) {
        this.name = name;
        this.points = points;
        this.k = k;
        this.queries = queries;
        int n = points.count();
        epsilon = points.error() + ROUNDING;
        tiny = 4.0 * features * PointBlocks.TINY;
        low = new float[n];
        high = new double[n];
        for (int i = 0; i < n; i++) {
            low[i] = Math.nextDown((float) ((1 - epsilon) * points.square(i)));
            high[i] = 2 * epsilon * points.square(i);
        }
        limit = new float[n];
        Arrays.fill(limit, 0, queries, Float.POSITIVE_INFINITY);
        Arrays.fill(limit, queries, n, Float.NEGATIVE_INFINITY);
        upper = new float[Math.multiplyExact(queries, k)];
        Arrays.fill(upper, Float.POSITIVE_INFINITY);
        size = new int[n];
        index = new int[n][0];
        bound = new float[n][0];
        Arrays.setAll(locks, i -> new Object());
    }

    /** Compares the blocks of every pair; pair (a, b), a ≤ b, is encoded as a·blocks + b. */
    void compare(ExecutionContext context, int[] pairs) {
        int blocks = points.blocks();
        int widest = 0;
        for (int b = 0; b < blocks; b++) widest = Math.max(widest, points.from(b + 1) - points.from(b));
        int width = widest;
        context.run(pairs.length, (t, scratch) -> {
            CandidateStrip strip = CandidateStrip.of(scratch, width);
            int a = pairs[t] / blocks;
            int b = pairs[t] % blocks;
            offer(a, b, points.dots(context, a, b, scratch), strip);
        });
    }

    /**
     * Offers the points of block a and block b to each other. Few pairs pass, so rows are tested many at a time: for
     * each column, the smallest excess of v over the limits of both points tells whether any pair may pass, in loops
     * that the compiler vectorises. Another thread may lower a limit meanwhile; the old limit is higher and lets more
     * pairs pass, which is safe.
     */
    private void offer(int a, int b, PointBlocks.DotProducts dots, CandidateStrip strip) {
        int from = points.from(b);
        int width = points.from(b + 1) - from;
        for (int j = 0; j < width; j++) {
            strip.low[j] = low[from + j];
            strip.beyond[j] = low[from + j] - limit[from + j];
        }
        int end = points.from(a + 1);
        for (int top = points.from(a); top < end; top += CandidateStrip.ROWS) {
            int rows = Math.min(CandidateStrip.ROWS, end - top);
            Arrays.fill(strip.lowest, 0, width, Float.POSITIVE_INFINITY);
            for (int i = 0; i < rows; i++) {
                float[] row = strip.rows[i];
                dots.row(top - points.from(a) + i, row);
                strip.lower(row, width, limit[top + i] - low[top + i], low[top + i]);
            }
            for (int j = 0; j < width; j++)
                if (strip.lowest[j] <= 0)
                    offer(top, a == b ? Math.min(rows, from + j - top) : rows, from + j, strip, j);
        }
    }

    private void offer(int top, int rows, int j, CandidateStrip strip, int column) {
        for (int i = top; i < top + rows; i++) {
            float v = lower(i, j, strip.rows[i - top][column]);
            if (v <= limit[i]) add(i, j, v);
            if (v <= limit[j]) add(j, i, v);
        }
    }

    /**
     * Returns v, a lower bound on the squared distance of two points with this computed dot product, up to {@link
     * #tiny}.
     */
    float lower(int i, int j, float dot) {
        return low[i] + low[j] - 2 * dot;
    }

    /** Returns an upper bound on the squared distance of two points with this v. */
    float upper(int i, int j, float v) {
        return Math.nextUp((float) (v + high[i] + high[j] + tiny));
    }

    /** The view of one thread on some rows of a block. */
    private static final class CandidateStrip {
        static final int ROWS = 16;

        final float[][] rows;
        final float[] low;
        final float[] beyond;
        final float[] lowest;

        static CandidateStrip of(Scratch scratch, int width) {
            CandidateStrip kept = scratch.cached(CandidateStrip.class);
            if (kept != null && kept.low.length >= width) return kept;
            CandidateStrip strip = new CandidateStrip(width);
            scratch.cache(strip);
            return strip;
        }

        private CandidateStrip(int width) {
            rows = new float[ROWS][width];
            low = new float[width];
            beyond = new float[width];
            lowest = new float[width];
        }

        /** lowest ← min(lowest, v − limit of the row, v − limit of the column), v = own + low − 2·row. */
        void lower(float[] row, int width, float slack, float own) {
            float[] ofRow = low;
            float[] ofColumn = beyond;
            float[] least = lowest;
            for (int j = 0; j < width; j++)
                least[j] = Math.min(least[j], Math.min(ofRow[j] - slack, ofColumn[j] + own) - 2 * row[j]);
        }
    }

    private void add(int i, int j, float v) {
        synchronized (locks[i & LOCKS - 1]) {
            if (v > limit[i]) return;
            if (size[i] == index[i].length) pruneOrGrow(i);
            index[i][size[i]] = j;
            bound[i][size[i]++] = v;
            tighten(i, upper(i, j, v));
        }
    }

    /** Inserts an upper bound among the k smallest of a point; the largest of them is its limit. */
    private void tighten(int i, float bound) {
        int from = i * k;
        int at = from + k - 1;
        if (bound >= upper[at]) return;
        for (; at > from && bound < upper[at - 1]; at--) upper[at] = upper[at - 1];
        upper[at] = bound;
        limit[i] = Math.nextUp((float) (upper[from + k - 1] + tiny));
    }

    /**
     * Drops points that can no longer be neighbours. If most of a list remains, the list grows or is decided by exact
     * distances.
     */
    private void pruneOrGrow(int i) {
        int capacity = index[i].length;
        if (capacity > 0) dropBeyondLimit(i);
        if (capacity > 0 && 4 * size[i] <= 3 * capacity) return;
        if (capacity < 16 * k + 512) {
            int more = capacity == 0 ? 2 * k + 16 : 2 * capacity;
            index[i] = Arrays.copyOf(index[i], more);
            bound[i] = Arrays.copyOf(bound[i], more);
        } else {
            keepNearest(i);
        }
    }

    private void dropBeyondLimit(int i) {
        int kept = 0;
        for (int q = 0; q < size[i]; q++) {
            if (bound[i][q] > limit[i]) continue;
            index[i][kept] = index[i][q];
            bound[i][kept++] = bound[i][q];
        }
        size[i] = kept;
    }

    /**
     * Keeps the k nearest by exact distances. This keeps the list short if many points are within the error of each
     * other.
     */
    private void keepNearest(int i) {
        double[] distance = new double[size[i]];
        points.distances(i, index[i], size[i], distance);
        int[] best = nearest(names(index[i], size[i]), distance, 0, size[i], k);
        int[] kept = new int[best.length];
        for (int q = 0; q < best.length; q++) kept[q] = index[i][best[q]];
        for (int q = 0; q < best.length; q++) {
            index[i][q] = kept[q];
            bound[i][q] = Math.nextDown((float) (distance[best[q]] - tiny));
            upper[i * k + q] = Math.nextUp((float) (distance[best[q]] + tiny));
        }
        size[i] = best.length;
        limit[i] = Math.nextUp((float) (upper[i * k + k - 1] + tiny));
    }

    /** Returns the k nearest of every point by exact distances. At least k points must have been offered to each. */
    Neighbors nearest(ExecutionContext context) {
        int count = Math.min(k, points.count() - 1);
        BlockSearch.NeighborLists lists = lists(context);
        int[] indices = new int[Math.multiplyExact(queries, count)];
        double[] distances = new double[indices.length];
        for (int i = 0; i < queries; i++) {
            for (int q = 0; q < count; q++) {
                indices[i * count + q] = lists.point(i, q);
                distances[i * count + q] = points.unit() * Math.sqrt(lists.square(i, q));
            }
        }
        return new Neighbors(count, indices, distances);
    }

    /**
     * Returns the nearest points with squared distances in the units of the points. Lists are shorter than k if fewer
     * points were offered.
     */
    BlockSearch.NeighborLists lists(ExecutionContext context) {
        int n = points.count();
        int[] start = new int[n + 1];
        for (int i = 0; i < n; i++) {
            if (i < queries) dropBeyondLimit(i);
            start[i + 1] = Math.addExact(start[i], size[i]);
        }
        int[] other = new int[start[n]];
        for (int i = 0; i < n; i++) System.arraycopy(index[i], 0, other, start[i], size[i]);
        double[] distance = new double[start[n]];
        points.distances(context, start, other, distance);
        int[] names = names(other, other.length);
        int[] starts = new int[queries + 1];
        for (int i = 0; i < queries; i++) starts[i + 1] = starts[i] + Math.min(k, start[i + 1] - start[i]);
        int[] nearest = new int[starts[queries]];
        double[] squares = new double[nearest.length];
        for (int i = 0; i < queries; i++) {
            int[] best = nearest(names, distance, start[i], start[i + 1], k);
            for (int q = 0; q < best.length; q++) {
                nearest[starts[i] + q] = other[best[q]];
                squares[starts[i] + q] = distance[best[q]];
            }
        }
        return new BlockSearch.NeighborLists(starts, nearest, squares);
    }

    private int[] names(int[] points, int count) {
        int[] names = new int[count];
        for (int q = 0; q < count; q++) names[q] = name[points[q]];
        return names;
    }

    /** Returns the positions in [from, end) of the smallest distances; ties go to the lower index. */
    static int[] nearest(int[] other, double[] distance, int from, int end, int count) {
        int[] best = new int[Math.min(count, end - from)];
        int filled = 0;
        for (int q = from; q < end; q++) {
            int at = filled < best.length ? filled++ : filled;
            if (at == best.length) {
                if (!before(q, best[at - 1], other, distance)) continue;
                at--;
            }
            for (; at > 0 && before(q, best[at - 1], other, distance); at--) best[at] = best[at - 1];
            best[at] = q;
        }
        return best;
    }

    private static boolean before(int q, int t, int[] other, double[] distance) {
        return distance[q] < distance[t] || (distance[q] == distance[t] && other[q] < other[t]);
    }
}
