package org.grapnel.graph;

import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.points.PointBlocks;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Finds nearly all of the k nearest neighbours of every sample and measures the recall. It runs {@link ExactSearch} on
 * samples sorted into {@link LandmarkCells} and skips pairs of distant cells. Which cells are close is learnt from the
 * neighbours within a subset of the samples. How many pairs are needed is learnt from some probe samples whose exact
 * neighbours are found first: enough pairs to find the requested share of these. Distances are exact; only a neighbour
 * may be missed. The same seed gives the same neighbours for any number of threads.
 *
 * <p>Data without structure in many dimensions need nearly all pairs, as they do for any method. The search then takes
 * that time and keeps the recall.
 */
public final class ApproximateSearch {
    private static final int PROBES = 1000;
    /** Fewer distinct samples than this are searched exactly. */
    private static final int EXACT_LIMIT = 4096;
    /** One in this many samples is used to learn which cells are close. */
    private static final int SCOUTS = 8;

    private static final int SCOUT_NEIGHBORS = 20;

    /**
     * Neighbours and their recall.
     *
     * @param recall the share of true neighbours found, measured on a subset of the samples
     * @param compared the share of all pairs of samples that were compared
     */
    public record SearchResult(Neighbors neighbors, double recall, double compared) {}

    private ApproximateSearch() {}

    /** Searches with a recall of at least {@code target}, in (0, 1]. */
    public static SearchResult search(
            ExecutionContext context, Matrix X, int k, Metric metric, double target, long seed) {
        ExactSearch.check(X, k, metric);
        Preconditions.require(target > 0 && target <= 1, "the recall must be above 0 and at most 1, got %s", target);
        DistinctColumns distinct = DistinctColumns.find(context, X);
        int n = distinct.count();
        if (n <= Math.max(EXACT_LIMIT, 8 * k)) return new SearchResult(ExactSearch.search(context, X, k, metric), 1, 1);
        PointSubset all = new PointSubset(X, distinct.first(), metric == Metric.COSINE);
        LandmarkCells cells = LandmarkCells.create(context, all, CounterRandom.split(seed, 0));
        int[] scouts = PointSubset.drawIndices(n, n / SCOUTS, CounterRandom.split(seed, 1));
        CellPairs promising = CellPairs.rank(cells, scouts, all.subset(scouts).neighbors(context, SCOUT_NEIGHBORS));
        int[] probes = PointSubset.drawIndices(n, Math.min(PROBES, n), CounterRandom.split(seed, 2));
        CellPairs chosen = promising.takeUntil(cells, probes, all.neighborsOf(context, probes, k), target);
        try (PointBlocks points = all.subset(cells.order()).blocks(context, cells.bounds())) {
            CandidateLists candidates = new CandidateLists(points, X.rows(), k);
            candidates.compare(context, chosen.toArray());
            Neighbors found = candidates.nearest(context).relabel(cells.order()).reorder(cells.order());
            return new SearchResult(
                    DuplicateExpansion.expand(found, distinct, k, metric), chosen.recall(), chosen.compared(cells));
        }
    }
}
