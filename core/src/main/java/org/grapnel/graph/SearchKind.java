package org.grapnel.graph;

import java.util.Locale;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/** How neighbours are found. */
public enum SearchKind {
    /** Exact up to {@value #MOST_EXACT} samples, approximate above. */
    AUTO,
    /** Every pair is compared: {@link ExactSearch}. */
    EXACT,
    /** Pairs that are surely far apart are left out: {@link ApproximateSearch}. */
    APPROXIMATE;

    static final int MOST_EXACT = 100_000;

    /** The recall that an approximate search aims at. */
    public static final double RECALL = 0.95;

    /** Whether some pairs of so many samples are left out. */
    public boolean isApproximate(int samples) {
        return this == APPROXIMATE || (this == AUTO && samples > MOST_EXACT);
    }

    /** The neighbours of the columns of X, with a recall of 1 where all pairs were compared. */
    public ApproximateSearch.SearchResult neighbors(
            ExecutionContext context, Matrix X, int k, Metric metric, long seed) {
        return isApproximate(X.cols())
                ? ApproximateSearch.search(context, X, k, metric, RECALL, seed)
                : new ApproximateSearch.SearchResult(ExactSearch.search(context, X, k, metric), 1, 1);
    }

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
