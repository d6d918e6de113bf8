package org.grapnel.graph;

import java.util.Arrays;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.Samples;

/** Some columns of X as points, counted from 0 in the order given. */
record Part(Matrix X, int[] columns, boolean toUnitLength) {
    int size() {
        return columns.length;
    }

    /** Those of its points. */
    Part of(int[] points) {
        int[] chosen = new int[points.length];
        for (int q = 0; q < points.length; q++) chosen[q] = columns[points[q]];
        return new Part(X, chosen, toUnitLength);
    }

    Samples samples(Compute on) {
        return Samples.of(on, X, columns, toUnitLength);
    }

    Samples samples(Compute on, int[] bounds) {
        return Samples.of(on, X, columns, toUnitLength, bounds);
    }

    /** The k nearest of all its points, exactly. */
    Neighbors neighbors(Compute on, int k) {
        try (Samples points = samples(on)) {
            Candidates candidates = new Candidates(points, X.rows(), Math.min(k, Math.max(1, size() - 1)));
            candidates.compare(on, allPairs(points.blocks()));
            return candidates.nearest(on);
        }
    }

    /** Pairs (a, b), a ≤ b, along the diagonals: pairs that run at the same time then have different blocks. */
    private static int[] allPairs(int blocks) {
        int[] pairs = new int[Math.multiplyExact(blocks, blocks + 1) / 2];
        for (int gap = 0, t = 0; gap < blocks; gap++)
            for (int a = 0; a + gap < blocks; a++) pairs[t++] = a * blocks + a + gap;
        return pairs;
    }

    /** The k nearest of some of its points, among all. */
    Neighbors neighborsOf(Compute on, int[] some, int k) {
        int[] order = inFront(some);
        Part ordered = of(order);
        try (Samples points = ordered.samples(on, ordered.bounds(some.length))) {
            Candidates candidates = new Candidates(points, X.rows(), k, some.length);
            candidates.compare(on, frontPairs(points, some.length));
            return candidates.nearest(on).renamed(order);
        }
    }

    /** The k nearest of the first {@code front} points among the others. */
    Neighbors neighborsAcross(Compute on, int front, int k) {
        try (Samples points = samples(on, bounds(front))) {
            Candidates candidates = new Candidates(points, X.rows(), k, front);
            candidates.compare(on, crossPairs(points, front));
            return candidates.nearest(on);
        }
    }

    /** Of every point the k nearest on the other side, where the first {@code front} points are one side. */
    BlockSearch.Lists listsAcross(Compute on, int front, int k, double unit) {
        try (Samples points = samples(on, bounds(front))) {
            Candidates candidates = new Candidates(points, X.rows(), k);
            candidates.compare(on, crossPairs(points, front));
            return candidates.lists(on).in(points.unit() / unit);
        }
    }

    /** Of the first {@code front} points the k nearest among the others. */
    BlockSearch.Lists listsOfFrontAcross(Compute on, int front, int k, double unit) {
        try (Samples points = samples(on, bounds(front))) {
            Candidates candidates = new Candidates(points, X.rows(), k, front);
            candidates.compare(on, crossPairs(points, front));
            return candidates.lists(on).in(points.unit() / unit);
        }
    }

    /** Of the first {@code front} points the k nearest among all; of points at equal distances the lower name first. */
    BlockSearch.Lists listsOfFront(Compute on, int front, int k, double unit, int[] name) {
        try (Samples points = samples(on, bounds(front))) {
            Candidates candidates = new Candidates(points, X.rows(), k, front, name);
            candidates.compare(on, frontPairs(points, front));
            return candidates.lists(on).in(points.unit() / unit);
        }
    }

    /** For every point the nearest of some, as a position in {@code some}; these are their own. */
    int[] nearestAmong(Compute on, int[] some) {
        int[] order = inFront(some);
        Part ordered = of(order);
        try (Samples points = ordered.samples(on, ordered.bounds(some.length))) {
            Candidates candidates = new Candidates(points, X.rows(), 1);
            candidates.compare(on, frontPairs(points, some.length));
            Neighbors found = candidates.nearest(on);
            int[] nearest = new int[size()];
            for (int q = 0; q < order.length; q++) nearest[order[q]] = q < some.length ? q : found.index(q, 0);
            return nearest;
        }
    }

    /** All points, some of them first. */
    private int[] inFront(int[] some) {
        boolean[] first = new boolean[size()];
        for (int i : some) first[i] = true;
        int[] order = Arrays.copyOf(some, size());
        for (int i = 0, filled = some.length; i < size(); i++) if (!first[i]) order[filled++] = i;
        return order;
    }

    /** Blocks of which none holds points of the front and others. */
    private int[] bounds(int front) {
        int widest = Samples.widest(X);
        int[] bounds = new int[size() / widest + 3];
        int count = 1;
        for (int at = 0; at < size(); ) {
            at = Math.min(at < front ? front : size(), at + widest);
            bounds[count++] = at;
        }
        return Arrays.copyOf(bounds, count);
    }

    /** How many blocks the first points fill. */
    private static int blocksOf(Samples points, int front) {
        int queries = 0;
        while (points.from(queries) < front) queries++;
        return queries;
    }

    private static int[] crossPairs(Samples points, int front) {
        int blocks = points.blocks();
        int queries = blocksOf(points, front);
        int[] pairs = new int[queries * (blocks - queries)];
        for (int a = 0, t = 0; a < queries; a++) for (int b = queries; b < blocks; b++) pairs[t++] = a * blocks + b;
        return pairs;
    }

    private static int[] frontPairs(Samples points, int front) {
        int blocks = points.blocks();
        int queries = blocksOf(points, front);
        int[] pairs = new int[queries * blocks - queries * (queries - 1) / 2];
        for (int a = 0, t = 0; a < queries; a++) for (int b = a; b < blocks; b++) pairs[t++] = a * blocks + b;
        return pairs;
    }

    /** So many of 0 … n−1, each at most once, ascending. */
    static int[] draw(int n, int count, long seed) {
        int[] all = new int[n];
        Arrays.setAll(all, i -> i);
        for (int s = 0; s < count; s++) {
            int with = s + (int) (Randoms.uniform(seed, s, 0) * (n - s));
            int swap = all[s];
            all[s] = all[with];
            all[with] = swap;
        }
        int[] drawn = Arrays.copyOf(all, count);
        Arrays.sort(drawn);
        return drawn;
    }
}
