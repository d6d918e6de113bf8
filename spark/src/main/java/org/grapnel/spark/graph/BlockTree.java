package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.runtime.CounterRandom;

/**
 * A random tree of cuts that sends near points to the same block. A set of points is cut across the line through two of
 * them into two parts, until a part is small enough to be a block. Different seeds cut at different places, so that
 * points which one tree separates are together in another.
 *
 * <p>The tree is grown on a sample of the points. Of a few random lines, the cut with the fewest points near it is
 * taken, between the quantiles {@value #LOW} and {@value #HIGH}: a gap between groups separates no neighbours. Points exactly on a cut
 * are divided at random, so that a block is small whatever the data. A point is placed in O(p·log blocks).
 */
final class BlockTree implements Serializable {
    private static final long serialVersionUID = 1;

    /** Number of random lines of which the best is taken. */
    private static final int LINES = 4;

    private static final double LOW = 0.3;
    private static final double HIGH = 0.7;
    /** The share of the points on either side of a cut that measure how dense it is there. */
    private static final double WINDOW = 0.05;

    private final long seed;
    private final List<Cut> cuts = new ArrayList<>();
    private int blocks;

    /**
     * An inner node: a point x with dᵀx below the threshold goes left. A child is a cut, or a block as ~block.
     *
     * @param share the share of the points on the threshold that go left
     */
    private record Cut(double[] direction, double threshold, double share, int[] child) implements Serializable {}

    private BlockTree(long seed) {
        this.seed = seed;
    }

    /**
     * Grows a tree on sampled points.
     *
     * @param points coordinates of every sampled point
     * @param number sample numbers of the points
     * @param most the most sampled points of a block
     */
    static BlockTree grow(double[][] points, int[] number, int most, long seed) {
        BlockTree tree = new BlockTree(seed);
        int[] all = new int[points.length];
        Arrays.setAll(all, i -> i);
        tree.grow(points, number, all, Math.max(1, most));
        return tree;
    }

    /** Returns the node of these points: a cut, or a block as ~block. */
    private int grow(double[][] points, int[] number, int[] set, int most) {
        if (set.length <= most) return ~blocks++;
        int node = cuts.size();
        Cut cut = bestCut(points, set, node);
        cuts.add(cut);
        int[] left = new int[set.length];
        int[] right = new int[set.length];
        int lefts = 0;
        int rights = 0;
        for (int i : set) {
            if (isLeft(cut, node, points[i], 0, number[i])) left[lefts++] = i;
            else right[rights++] = i;
        }
        // only with very few points: ties all fell to one side
        if (lefts == 0 || rights == 0) {
            cuts.remove(node);
            return ~blocks++;
        }
        cut.child[0] = grow(points, number, Arrays.copyOf(left, lefts), most);
        cut.child[1] = grow(points, number, Arrays.copyOf(right, rights), most);
        return node;
    }

    /** Returns the cut with the widest window around it that holds a fixed share of the points. */
    private Cut bestCut(double[][] points, int[] set, int node) {
        int m = set.length;
        int window = Math.max(1, (int) (WINDOW * m));
        int from = Math.max(window, (int) (LOW * m));
        int end = Math.max(from + 1, Math.min((int) (HIGH * m), m - window));
        double widest = -1;
        double[] chosen = new double[0];
        double[] sorted = new double[0];
        int place = 0;
        for (int line = 0; line < LINES; line++) {
            int a = (int) (CounterRandom.uniform(seed, node, 2L * line) * m);
            int b = (int) (CounterRandom.uniform(seed, node, 2L * line + 1) * (m - 1));
            if (b >= a) b++;
            double[] direction = direction(points[set[a]], points[set[b]]);
            double[] position = new double[m];
            for (int q = 0; q < m; q++) position[q] = dot(direction, points[set[q]], 0);
            Arrays.sort(position);
            for (int q = from; q < end; q++) {
                double width = position[Math.min(m - 1, q + window)] - position[Math.max(0, q - window)];
                if (width <= widest) continue;
                widest = width;
                place = q;
                chosen = direction;
                sorted = position;
            }
        }
        return cut(
                chosen, sorted, widestGap(sorted, Math.max(from, place - window), Math.min(end, place + window + 1)));
    }

    /** Returns the place in [from, end) that is farthest from the one before. */
    private static int widestGap(double[] sorted, int from, int end) {
        int place = from;
        for (int q = from + 1; q < end; q++)
            if (sorted[q] - sorted[q - 1] > sorted[place] - sorted[place - 1]) place = q;
        return place;
    }

    /** Returns the cut below the point at this place, which is at least 1. */
    private static Cut cut(double[] direction, double[] sorted, int place) {
        double at = sorted[place];
        if (sorted[place - 1] < at) return new Cut(direction, (sorted[place - 1] + at) / 2, 0, new int[2]);
        int below = place;
        while (below > 0 && sorted[below - 1] == at) below--;
        int above = place;
        while (above < sorted.length && sorted[above] == at) above++;
        return new Cut(direction, at, (place - below) / (double) (above - below), new int[2]);
    }

    /** Returns the direction from one point to another, of length 1 unless they are equal. */
    private static double[] direction(double[] a, double[] b) {
        double[] d = new double[a.length];
        double square = 0;
        for (int f = 0; f < d.length; f++) {
            d[f] = a[f] - b[f];
            square += d[f] * d[f];
        }
        if (square > 0) for (int f = 0; f < d.length; f++) d[f] /= Math.sqrt(square);
        return d;
    }

    private static double dot(double[] direction, double[] x, int from) {
        double sum = 0;
        for (int f = 0; f < direction.length; f++) sum += direction[f] * x[from + f];
        return sum;
    }

    private boolean isLeft(Cut cut, int node, double[] x, int from, int number) {
        double position = dot(cut.direction, x, from);
        if (position != cut.threshold) return position < cut.threshold;
        return CounterRandom.uniform(seed, ~(long) node, number) < cut.share;
    }

    int blocks() {
        return blocks;
    }

    /** Returns the block of the point whose coordinates start at {@code from}. */
    int block(double[] x, int from, int number) {
        if (cuts.isEmpty()) return 0;
        int node = 0;
        while (node >= 0) {
            Cut cut = cuts.get(node);
            node = cut.child[isLeft(cut, node, x, from, number) ? 0 : 1];
        }
        return ~node;
    }
}
