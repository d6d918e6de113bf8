package org.grapnel.embed;

/**
 * A quadtree over points of the plane, stored in arrays (Barnes and Hut 1986). The points are sorted along the Morton
 * curve, so a cell is a run of points. Cells are in preorder, so a walk reads memory forwards: the first child of a
 * cell follows it, and {@code skip} leads past its last descendant. A cell with a single child is omitted, so there are
 * fewer than 2n cells for any distribution of points.
 *
 * <p>Every cell has the number, centre, radius and second moments of its points. Memory is reused from one build to the
 * next.
 */
final class QuadTree {
    /** Most points in a leaf. For an embedding of 9298 points, 14 to 18 take the same time. */
    static final int MAX_LEAF_POINTS = 16;

    private final MortonOrder order;

    /** The points in tree order, and the sample of each. */
    final double[] x;

    final double[] y;
    final int[] sample;

    /** Cell c has the points first[c] … end[c]−1; skip[c] is the next cell after c and its descendants. */
    final int[] first;

    final int[] end;
    final int[] skip;

    /** The centre of the points of a cell, and an upper bound on their distance from it. */
    final double[] centreX;

    final double[] centreY;
    final double[] radius;

    /** Σ (x−centreX)², Σ (x−centreX)(y−centreY) and Σ (y−centreY)² over a cell's points. */
    final double[] xx;

    final double[] xy;
    final double[] yy;

    private int cells;

    QuadTree(int n) {
        order = new MortonOrder(n);
        x = new double[n];
        y = new double[n];
        sample = new int[n];
        first = new int[2 * n];
        end = new int[2 * n];
        skip = new int[2 * n];
        centreX = new double[2 * n];
        centreY = new double[2 * n];
        radius = new double[2 * n];
        xx = new double[2 * n];
        xy = new double[2 * n];
        yy = new double[2 * n];
    }

    int points() {
        return x.length;
    }

    int cells() {
        return cells;
    }

    boolean isLeaf(int cell) {
        return skip[cell] == cell + 1;
    }

    int mass(int cell) {
        return end[cell] - first[cell];
    }

    /** Builds the tree of the points (Y[2i], Y[2i+1]); at least one. */
    void build(double[] Y) {
        order.sort(Y);
        for (int k = 0; k < x.length; k++) {
            int i = order.sample(k);
            sample[k] = i;
            x[k] = Y[2 * i];
            y[k] = Y[2 * i + 1];
        }
        cells = 0;
        addCell(0, x.length);
        for (int c = cells - 1; c >= 0; c--) { // children before parents
            if (isLeaf(c)) measureLeaf(c);
            else measureInnerCell(c);
        }
    }

    /**
     * Creates the cell of the points [from, to) and its children after it. The depth is at most the number of bits of a
     * coordinate.
     */
    private void addCell(int from, int to) {
        int cell = cells++;
        first[cell] = from;
        end[cell] = to;
        int level = order.level(from, to);
        if (to - from > MAX_LEAF_POINTS && level >= 0) {
            for (int at = from, next; at < to; at = next) {
                next = order.quadrantEnd(at, to, level);
                addCell(at, next);
            }
        }
        skip[cell] = cells;
    }

    private void measureLeaf(int c) {
        double sumX = 0;
        double sumY = 0;
        for (int k = first[c]; k < end[c]; k++) {
            sumX += x[k];
            sumY += y[k];
        }
        double cx = sumX / mass(c);
        double cy = sumY / mass(c);
        double sxx = 0;
        double sxy = 0;
        double syy = 0;
        double farthest = 0;
        for (int k = first[c]; k < end[c]; k++) {
            double dx = x[k] - cx;
            double dy = y[k] - cy;
            sxx += dx * dx;
            sxy += dx * dy;
            syy += dy * dy;
            farthest = Math.max(farthest, dx * dx + dy * dy);
        }
        set(c, cx, cy, Math.sqrt(farthest), sxx, sxy, syy);
    }

    private void measureInnerCell(int c) {
        double sumX = 0;
        double sumY = 0;
        for (int child = c + 1; child < skip[c]; child = skip[child]) {
            sumX += mass(child) * centreX[child];
            sumY += mass(child) * centreY[child];
        }
        double cx = sumX / mass(c);
        double cy = sumY / mass(c);
        double sxx = 0;
        double sxy = 0;
        double syy = 0;
        double farthest = 0;
        for (int child = c + 1;
                child < skip[c];
                child = skip[child]) { // parallel axis theorem: moments about the common centre
            double dx = centreX[child] - cx;
            double dy = centreY[child] - cy;
            sxx += xx[child] + mass(child) * dx * dx;
            sxy += xy[child] + mass(child) * dx * dy;
            syy += yy[child] + mass(child) * dy * dy;
            farthest = Math.max(farthest, Math.sqrt(dx * dx + dy * dy) + radius[child]);
        }
        set(c, cx, cy, farthest, sxx, sxy, syy);
    }

    private void set(int c, double cx, double cy, double r, double sxx, double sxy, double syy) {
        centreX[c] = cx;
        centreY[c] = cy;
        radius[c] = r;
        xx[c] = sxx;
        xy[c] = sxy;
        yy[c] = syy;
    }
}
