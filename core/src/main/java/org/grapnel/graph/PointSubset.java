package org.grapnel.graph;

import java.util.Arrays;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.points.PointBlocks;
import org.grapnel.runtime.ExecutionContext;

/** Some columns of X as points, numbered from 0 in the given order. */
record PointSubset(Matrix X, int[] columns, boolean toUnitLength) {
    int size() {
        return columns.length;
    }

    /** Returns a subset of these points. */
    PointSubset subset(int[] points) {
        int[] selected = new int[points.length];
        for (int q = 0; q < points.length; q++) selected[q] = columns[points[q]];
        return new PointSubset(X, selected, toUnitLength);
    }

    PointBlocks blocks(ExecutionContext context) {
        return PointBlocks.create(context, X, columns, toUnitLength);
    }

    PointBlocks blocks(ExecutionContext context, int[] bounds) {
        return PointBlocks.create(context, X, columns, toUnitLength, bounds);
    }

    /** Returns the exact k nearest of every point. */
    Neighbors neighbors(ExecutionContext context, int k) {
        try (PointBlocks points = blocks(context)) {
            CandidateLists candidates = new CandidateLists(points, X.rows(), Math.min(k, Math.max(1, size() - 1)));
            candidates.compare(context, allPairs(points.blocks()));
            return candidates.nearest(context);
        }
    }

    /**
     * Returns the pairs (a, b), a ≤ b, along diagonals, so that pairs processed at the same time have different blocks.
     */
    private static int[] allPairs(int blocks) {
        int[] pairs = new int[Math.multiplyExact(blocks, blocks + 1) / 2];
        for (int gap = 0, t = 0; gap < blocks; gap++)
            for (int a = 0; a + gap < blocks; a++) pairs[t++] = a * blocks + a + gap;
        return pairs;
    }

    /** Returns the k nearest, among all points, of the given points. */
    Neighbors neighborsOf(ExecutionContext context, int[] chosen, int k) {
        int[] order = withFront(chosen);
        PointSubset ordered = subset(order);
        try (PointBlocks points = ordered.blocks(context, ordered.bounds(chosen.length))) {
            CandidateLists candidates = new CandidateLists(points, X.rows(), k, chosen.length);
            candidates.compare(context, frontPairs(points, chosen.length));
            return candidates.nearest(context).relabel(order);
        }
    }

    /** Returns the k nearest of the first {@code front} points among the other points. */
    Neighbors neighborsAcross(ExecutionContext context, int front, int k) {
        try (PointBlocks points = blocks(context, bounds(front))) {
            CandidateLists candidates = new CandidateLists(points, X.rows(), k, front);
            candidates.compare(context, crossPairs(points, front));
            return candidates.nearest(context);
        }
    }

    /** Returns, for every point, the k nearest on the other side; the first {@code front} points are one side. */
    BlockSearch.NeighborLists listsAcross(ExecutionContext context, int front, int k, double unit) {
        try (PointBlocks points = blocks(context, bounds(front))) {
            CandidateLists candidates = new CandidateLists(points, X.rows(), k);
            candidates.compare(context, crossPairs(points, front));
            return candidates.lists(context).scaleBy(points.unit() / unit);
        }
    }

    /** Returns the k nearest of the first {@code front} points among the other points, as lists. */
    BlockSearch.NeighborLists listsOfFrontAcross(ExecutionContext context, int front, int k, double unit) {
        try (PointBlocks points = blocks(context, bounds(front))) {
            CandidateLists candidates = new CandidateLists(points, X.rows(), k, front);
            candidates.compare(context, crossPairs(points, front));
            return candidates.lists(context).scaleBy(points.unit() / unit);
        }
    }

    /**
     * Returns the k nearest of the first {@code front} points among all points. At equal distance the lower name comes
     * first.
     */
    BlockSearch.NeighborLists listsOfFront(ExecutionContext context, int front, int k, double unit, int[] name) {
        try (PointBlocks points = blocks(context, bounds(front))) {
            CandidateLists candidates = new CandidateLists(points, X.rows(), k, front, name);
            candidates.compare(context, frontPairs(points, front));
            return candidates.lists(context).scaleBy(points.unit() / unit);
        }
    }

    /** Returns all points, those in {@code chosen} first. */
    private int[] withFront(int[] chosen) {
        boolean[] first = new boolean[size()];
        for (int i : chosen) first[i] = true;
        int[] order = Arrays.copyOf(chosen, size());
        for (int i = 0, filled = chosen.length; i < size(); i++) if (!first[i]) order[filled++] = i;
        return order;
    }

    /** Returns block bounds that separate the front from the other points. */
    private int[] bounds(int front) {
        int widest = PointBlocks.maxBlockWidth(X);
        int[] bounds = new int[size() / widest + 3];
        int count = 1;
        for (int at = 0; at < size(); ) {
            at = Math.min(at < front ? front : size(), at + widest);
            bounds[count++] = at;
        }
        return Arrays.copyOf(bounds, count);
    }

    /** Returns how many blocks the front fills. */
    private static int frontBlocks(PointBlocks points, int front) {
        int queries = 0;
        while (points.from(queries) < front) queries++;
        return queries;
    }

    private static int[] crossPairs(PointBlocks points, int front) {
        int blocks = points.blocks();
        int queries = frontBlocks(points, front);
        int[] pairs = new int[queries * (blocks - queries)];
        for (int a = 0, t = 0; a < queries; a++) for (int b = queries; b < blocks; b++) pairs[t++] = a * blocks + b;
        return pairs;
    }

    private static int[] frontPairs(PointBlocks points, int front) {
        int blocks = points.blocks();
        int queries = frontBlocks(points, front);
        int[] pairs = new int[queries * blocks - queries * (queries - 1) / 2];
        for (int a = 0, t = 0; a < queries; a++) for (int b = a; b < blocks; b++) pairs[t++] = a * blocks + b;
        return pairs;
    }
}
