package org.grapnel.graph;

import java.util.stream.IntStream;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.points.PointBlocks;
import org.grapnel.linalg.points.PointRows;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Finds nearly all of the k nearest neighbours of every sample and measures the recall.
 *
 * <ol>
 *   <li>The exact neighbours of some probe samples are found first.
 *   <li>{@link SplitTree}s cut the samples into small sets of near samples, in which all pairs are compared.
 *   <li>{@link NeighborDescent} compares neighbours of neighbours, round after round, until the lists hold the requested
 *       share of the probes' neighbours. If rounds no longer help, the lists become wider.
 * </ol>
 *
 * Time grows like n·log n, memory like n ({@link #bytes}). Distances are exact; only a neighbour may be missed. Data
 * without structure in many dimensions, and groups narrower than 10⁻⁷ of the range of the data, which single precision
 * cannot tell apart, may not reach the recall; the result then has what was reached. The same seed gives the
 * same neighbours for any number of threads.
 */
public final class ApproximateSearch {
    private static final int PROBES = 1000;
    /** Fewer distinct samples than this are searched exactly. */
    private static final int EXACT_LIMIT = 4096;

    /** Where the recall is not reached, fewer distinct samples than this are searched exactly after all. */
    private static final int CHEAP_LIMIT = 50_000;

    private static final int LEAF = 512;
    /** Trees that are grown before the recall is looked at again, and the most trees. */
    private static final int TREES = 4;

    private static final int MOST_TREES = 32;
    /** While a tree raises the recall by more than this, it is cheaper than a round of the descent. */
    private static final double LEAST_GAIN_OF_TREE = 0.015;
    /** The least width of a list. */
    private static final int NARROW = 16;

    /** Lists are not widened beyond this. */
    private static final int WIDEST = 96;
    /** A round that raises the recall by less than this is not worth another one with lists of this width. */
    private static final double LEAST_GAIN = 0.01;

    /**
     * Neighbours and their recall.
     *
     * @param recall the share of true neighbours found, measured on a subset of the samples
     * @param compared the number of comparisons over the number of pairs of samples
     */
    public record SearchResult(Neighbors neighbors, double recall, double compared) {}

    private ApproximateSearch() {}

    /** Searches with a recall of at least {@code target}, in (0, 1]. */
    public static SearchResult search(
            ExecutionContext context, Matrix X, int k, Metric metric, double target, long seed) {
        ExactSearch.check(X, k, metric);
        Preconditions.require(target > 0 && target <= 1, "the recall must be above 0 and at most 1, got %s", target);
        int most = (int) (Integer.MAX_VALUE / 2L / X.cols());
        Preconditions.require(
                k <= most,
                "neighbors must be at most %d for an approximate search of %d samples, got %d",
                most,
                X.cols(),
                k);
        DistinctColumns distinct = DistinctColumns.find(context, X);
        int n = distinct.count();
        if (n <= Math.max(EXACT_LIMIT, 8 * k)) return new SearchResult(ExactSearch.search(context, X, k, metric), 1, 1);
        boolean cosine = metric == Metric.COSINE;
        // near samples side by side: what a thread reads next is then mostly in its cache
        int leaf = Math.max(LEAF, 5 * k); // so that every list is filled
        int[] order = order(context, X, distinct.first(), cosine, leaf, CounterRandom.split(seed, 0));
        PointSubset all = new PointSubset(X, distinct.first(), cosine).subset(order);
        int[] probes = CounterRandom.sample(n, Math.min(PROBES, n), CounterRandom.split(seed, 1));
        Neighbors truth = all.neighborsOf(context, probes, k);
        NeighborDescent descent = new NeighborDescent(
                context,
                PointRows.create(context, X, all.columns(), cosine),
                Math.max(NARROW, 2 * k),
                CounterRandom.split(seed, 2));
        // what suffices for the probes is not quite enough for the others
        double needed = Math.min(1, target + Math.sqrt(target * (1 - target) / ((double) probes.length * k)));
        double recall = descend(context, descent, leaf, probes, truth, needed);
        if (recall < target && n <= CHEAP_LIMIT)
            return new SearchResult(ExactSearch.search(context, X, k, metric), 1, 1);
        Neighbors found = nearest(context, all, descent.lists(), k);
        return new SearchResult(
                DuplicateExpansion.expand(found.relabel(order).reorder(order), distinct, k, metric),
                recall,
                descent.compared() / (0.5 * n * (n - 1.0)));
    }

    /** Returns the points in the order of the leaves of a tree, in which near ones are mostly side by side. */
    private static int[] order(ExecutionContext context, Matrix X, int[] columns, boolean cosine, int leaf, long seed) {
        return SplitTree.grow(PointRows.create(context, X, columns, cosine), leaf, seed)
                .order();
    }

    /** Grows trees and runs rounds until the recall is reached, or cannot be. Returns the recall reached. */
    private static double descend(
            ExecutionContext context, NeighborDescent descent, int leaf, int[] probes, Neighbors truth, double needed) {
        double recall = 0;
        for (int trees = 0; trees < MOST_TREES && recall < needed; trees += TREES) {
            CancellationToken.throwIfInterrupted();
            descent.joinTrees(trees, TREES, leaf);
            double now = recall(descent.lists(), probes, truth);
            report(context, now, needed);
            int wider =
                    Math.min(widthFor(now), Integer.MAX_VALUE / descent.lists().count());
            if (trees == 0 && wider > descent.lists().width()) descent.widen(wider);
            double gain = now - recall;
            recall = now;
            if (gain < TREES * LEAST_GAIN_OF_TREE) break;
        }
        while (recall < needed) {
            CancellationToken.throwIfInterrupted();
            descent.round();
            double now = recall(descent.lists(), probes, truth);
            report(context, now, needed);
            int width = descent.lists().width();
            if (now < needed && now < recall + LEAST_GAIN) {
                int widest =
                        Math.min(WIDEST, Integer.MAX_VALUE / descent.lists().count());
                if (width >= widest) return now;
                descent.widen(Math.min(widest, width + width / 2));
            }
            recall = now;
        }
        return recall;
    }

    /** Reports progress. The share of neighbours that are missing falls by about the same factor in equal times. */
    private static void report(ExecutionContext context, double recall, double needed) {
        double share = recall >= needed ? 1 : Math.log1p(-recall) / Math.log1p(-Math.min(needed, 0.999));
        context.reportProgress(Math.min(1, share));
    }

    /**
     * Returns the least bytes on the heap that a search of n points for k neighbours needs: points, lists, the copies of a
     * round, and exact distances. Lists that become wider need more.
     *
     * @param dimensions the features of a point
     */
    public static long bytes(long n, long dimensions, int k) {
        return n * (4 * dimensions + 16L * Math.max(NARROW, 2 * k) + 36L * k + 256);
    }

    /**
     * Returns how wide lists should be, given the recall of the first trees. The fewer neighbours they find, the more
     * dimensions the data have, and the longer a list must be before its points lead to each other.
     */
    private static int widthFor(double recall) {
        if (recall >= 0.3) return NARROW;
        return recall >= 0.2 ? 2 * NARROW : 3 * NARROW;
    }

    private static double recall(NearestLists lists, int[] probes, Neighbors truth) {
        int k = truth.count();
        long hits = 0;
        for (int s = 0; s < probes.length; s++)
            for (int q = 0; q < k; q++) {
                int point = truth.index(s, q);
                for (int rank = 0; rank < k; rank++) if (lists.point(probes[s], rank) == point) hits++;
            }
        return hits / ((double) probes.length * k);
    }

    /** Takes the k nearest of the nearest 2k in single precision, by exact distances. */
    private static Neighbors nearest(ExecutionContext context, PointSubset all, NearestLists lists, int k) {
        int n = lists.count();
        int some = Math.min(lists.width(), 2 * k);
        int[] start = IntStream.rangeClosed(0, n).map(i -> i * some).toArray();
        int[] other = new int[n * some];
        for (int i = 0; i < n; i++) for (int q = 0; q < some; q++) other[i * some + q] = lists.point(i, q);
        double[] square = new double[n * some];
        int[] index = new int[n * k];
        double[] distance = new double[n * k];
        try (PointBlocks blocks = all.blocks(context)) {
            blocks.distances(context, start, other, square);
            context.runEach(n, 20.0 * n * some, (i, scratch) -> {
                int[] best = CandidateLists.nearest(other, square, i * some, (i + 1) * some, k);
                for (int q = 0; q < k; q++) {
                    index[i * k + q] = other[best[q]];
                    distance[i * k + q] = blocks.unit() * Math.sqrt(square[best[q]]);
                }
            });
        }
        return new Neighbors(k, index, distance);
    }
}
