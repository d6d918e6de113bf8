package org.grapnel.graph;

import java.util.Locale;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/** How neighbours are found. */
public enum SearchKind {
    /** Exact up to {@value #MOST_EXACT} samples, approximate above. */
    AUTO,
    /** Compares every pair: {@link ExactSearch}. */
    EXACT,
    /** Skips pairs that are probably far apart: {@link ApproximateSearch}. */
    APPROXIMATE;

    static final int MOST_EXACT = 100_000;

    /** The recall that an approximate search aims at. */
    public static final double RECALL = 0.95;

    /** Returns whether the search of this many samples is approximate. */
    public boolean isApproximate(int samples) {
        return this == APPROXIMATE || (this == AUTO && samples > MOST_EXACT);
    }

    /** Finds the neighbours of the columns of X. The recall of an exact search is 1. */
    public ApproximateSearch.SearchResult neighbors(
            ExecutionContext context, Matrix X, int k, Metric metric, long seed) {
        return isApproximate(X.cols())
                ? ApproximateSearch.search(context, X, k, metric, RECALL, seed)
                : new ApproximateSearch.SearchResult(ExactSearch.search(context, X, k, metric), 1, 1);
    }

    /** Returns the word that users type. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
