package org.grapnel.embed;

import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.grapnel.runtime.ExecutionContext;

/**
 * The repulsive part of t-SNE's gradient, Rᵢ = Σⱼ qᵢⱼ²(yᵢ−yⱼ) with qᵢⱼ = 1/(1+‖yᵢ−yⱼ‖²), and Z = Σᵢ≠ⱼ qᵢⱼ, in O(n). It
 * uses the tree of Barnes and Hut (van der Maaten 2014), with far cells acting on whole cells instead of single points
 * (Dehnen 2002).
 *
 * <p>A source cell is far from a target cell if the sum of their radii is below θ times the distance of their centres.
 * It then enters the target's {@link LocalExpansions}. What remains at a leaf is summed point by point. θ = 0 sums
 * everything point by point and is exact.
 */
final class TsneRepulsion {
    /** Up to this many far pairs are summed one by one: that is cheaper than an expansion, and exact. */
    private static final int FEW_PAIRS = 6;

    /** Approximate number of parts that threads share. */
    private static final int PARTS = 64;

    private final QuadTree tree;
    private final LocalExpansions expansions;
    private final double theta2;
    private final int[] parts; // cells that together hold all points
    private final Deque<TreeWalk> walks = new ConcurrentLinkedDeque<>(); // idle walks, reused for their memory

    TsneRepulsion(int n, double theta) {
        tree = new QuadTree(n);
        expansions = new LocalExpansions(tree);
        theta2 = theta * theta;
        parts = new int[n];
    }

    /** Builds the tree of the points (Y[2i], Y[2i+1]); the first half of the computation. */
    void build(double[] Y) {
        tree.build(Y);
    }

    /**
     * R ← the repulsion at the points of the last {@link #build}, interleaved in the same way; returns Z. The second
     * half.
     */
    double evaluate(ExecutionContext context, double[] R) {
        int n = tree.points();
        int count = 0;
        for (int c = 0; c < tree.cells(); ) {
            if (tree.isLeaf(c) || tree.mass(c) <= n / PARTS) {
                parts[count++] = c;
                c = tree.skip[c];
            } else {
                c++;
            }
        }
        // every point is its own near point, with q = 1 and no force
        return context.sum(count, count, (from, end, scratch) -> repel(parts[from], R)) - n;
    }

    private double repel(int cell, double[] R) {
        TreeWalk idle = walks.pollFirst();
        TreeWalk walk = idle == null ? new TreeWalk() : idle;
        double Z = walk.repel(cell, R);
        walks.addFirst(walk);
        return Z;
    }

    /** One thread's walk through the tree. */
    private final class TreeWalk {
        private static final int DEEPEST = 64; // three siblings on each of twenty levels, and the last cell

        private int[] candidates = new int[256]; // a stack of lists: the list of a cell is below those of its children
        private final int[] open = new int[DEEPEST];
        private int[] far = new int[256];
        private int fars;
        private double[] nearX = new double[256];
        private double[] nearY = new double[256];
        private int nears;
        private final double[] potential = new double[3];

        /** Computes the repulsion of all points in this cell; returns their share of Z. */
        double repel(int cell, double[] R) {
            expansions.clear(cell);
            candidates[0] = 0; // the root
            return visit(cell, 0, 1, R);
        }

        /**
         * Visits a target cell. Candidates [from, to) contain every point that the expansion of the target does not yet
         * cover.
         */
        private double visit(int target, int from, int to, double[] R) {
            fars = 0;
            nears = 0;
            int left = to;
            for (int at = from; at < to; at++) left = split(target, candidates[at], left);
            expansions.add(target, far, fars);
            if (tree.isLeaf(target)) return leaf(target, R);
            double Z = 0;
            for (int child = target + 1; child < tree.skip[target]; child = tree.skip[child]) {
                expansions.shiftToChild(target, child);
                Z += visit(child, to, left, R);
            }
            return Z;
        }

        /** Splits a candidate into far cells, near points, and (unless the target is a leaf) cells for its children. */
        private int split(int target, int candidate, int end) {
            boolean leaf = tree.isLeaf(target);
            double cx = tree.centreX[target];
            double cy = tree.centreY[target];
            double r = tree.radius[target];
            int left = end;
            int opened = 0;
            open[opened++] = candidate;
            while (opened > 0) {
                int c = open[--opened];
                double dx = cx - tree.centreX[c];
                double dy = cy - tree.centreY[c];
                double reach = r + tree.radius[c];
                if (reach * reach < theta2 * (dx * dx + dy * dy)) {
                    if (leaf && tree.mass(c) * tree.mass(target) <= FEW_PAIRS) near(c);
                    else far(c);
                } else if (!tree.isLeaf(c) && (leaf || tree.radius[c] > r)) {
                    for (int d = c + 1; d < tree.skip[c]; d = tree.skip[d]) open[opened++] = d;
                } else if (leaf) {
                    near(c);
                } else {
                    if (left == candidates.length) candidates = Arrays.copyOf(candidates, 2 * left);
                    candidates[left++] = c;
                }
            }
            return left;
        }

        private void far(int cell) {
            if (fars == far.length) far = Arrays.copyOf(far, 2 * fars);
            far[fars++] = cell;
        }

        private void near(int cell) {
            int mass = tree.mass(cell);
            if (nears + mass > nearX.length) {
                nearX = Arrays.copyOf(nearX, 2 * (nears + mass));
                nearY = Arrays.copyOf(nearY, 2 * (nears + mass));
            }
            int first = tree.first[cell];
            for (int k = 0; k < mass; k++) {
                nearX[nears + k] = tree.x[first + k];
                nearY[nears + k] = tree.y[first + k];
            }
            nears += mass;
        }

        private double leaf(int cell, double[] R) {
            double Z = 0;
            for (int k = tree.first[cell]; k < tree.end[cell]; k++) {
                double x = tree.x[k];
                double y = tree.y[k];
                expansions.evaluate(cell, x - tree.centreX[cell], y - tree.centreY[cell], potential, 0);
                int i = tree.sample[k];
                R[2 * i] = -0.5 * potential[1];
                R[2 * i + 1] = -0.5 * potential[2];
                Z += potential[0] + sum(x, y, i, nearX, nearY, nears, R);
            }
            return Z;
        }
    }

    /** Adds the repulsion of single points on sample i at (x, y) and returns Σ q. */
    private static double sum(double x, double y, int i, double[] nearX, double[] nearY, int count, double[] R) {
        double rx = 0;
        double ry = 0;
        double z = 0;
        for (int j = 0; j < count; j++) {
            double dx = x - nearX[j];
            double dy = y - nearY[j];
            double q = 1 / (1 + dx * dx + dy * dy);
            z += q;
            rx += q * q * dx;
            ry += q * q * dy;
        }
        R[2 * i] += rx;
        R[2 * i + 1] += ry;
        return z;
    }
}
