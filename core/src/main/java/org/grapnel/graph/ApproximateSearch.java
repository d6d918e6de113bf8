package org.grapnel.graph;

import org.grapnel.linalg.Check;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.Samples;

/**
 * Nearly all of the k nearest of every sample, and how nearly. It is {@link ExactSearch} on samples that stand in {@link
 * Cells}, where pairs of far cells are left out. Which cells are near is learnt from the neighbours within a part of the
 * samples, and how many pairs are needed from some samples whose exact neighbours are found first: as many as it takes for the
 * asked share of these. Distances are exact; only a neighbour may be missed. The same seed gives the same neighbours for any
 * number of threads.
 *
 * <p>Data without structure in many dimensions need nearly all pairs, as they do for any method; it takes that time then
 * and keeps the recall.
 */
public final class ApproximateSearch {
    private static final int PROBES = 1000;
    /** Fewer distinct samples than this are compared with each other at once. */
    private static final int SMALL = 4096;
    /** One in so many samples tells which cells are near. */
    private static final int SCOUTS = 8;

    private static final int SCOUT_NEIGHBORS = 20;

    /**
     * Neighbours, and what share of the true ones they are, measured on a sample of the samples.
     *
     * @param compared the share of all pairs of samples that were compared to find them
     */
    public record Found(Neighbors neighbors, double recall, double compared) {}

    private ApproximateSearch() {}

    /** With a recall of at least {@code target}, in (0, 1]. */
    public static Found of(Compute on, Matrix X, int k, Metric metric, double target, long seed) {
        ExactSearch.check(X, k, metric);
        Check.that(target > 0 && target <= 1, "the recall must be above 0 and at most 1, got %s", target);
        DistinctColumns distinct = DistinctColumns.of(on, X);
        int n = distinct.count();
        if (n <= Math.max(SMALL, 8 * k)) return new Found(ExactSearch.of(on, X, k, metric), 1, 1);
        Part all = new Part(X, distinct.first(), metric == Metric.COSINE);
        Cells cells = Cells.of(on, all, Randoms.split(seed, 0));
        int[] scouts = Part.draw(n, n / SCOUTS, Randoms.split(seed, 1));
        Pairs promising = Pairs.by(cells, scouts, all.of(scouts).neighbors(on, SCOUT_NEIGHBORS));
        int[] probes = Part.draw(n, Math.min(PROBES, n), Randoms.split(seed, 2));
        Pairs chosen = promising.enough(cells, probes, all.neighborsOf(on, probes, k), target);
        try (Samples points = all.of(cells.order()).samples(on, cells.bounds())) {
            Candidates candidates = new Candidates(points, X.rows(), k);
            candidates.compare(on, chosen.toArray());
            Neighbors found = candidates.nearest(on).renamed(cells.order()).moved(cells.order());
            return new Found(Expanded.of(found, distinct, k, metric), chosen.recall(), chosen.compared(cells));
        }
    }
}
