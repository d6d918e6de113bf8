package org.grapnel.graph;

import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * Finds the exact k nearest neighbours of every sample, in the right order. Every pair of blocks is multiplied once, in
 * single precision, which only decides which pairs need an exact distance ({@link CandidateLists}). Time O(n²p/2),
 * memory 4np bytes plus short lists; no n × n matrix. Equal samples are searched once.
 */
public final class ExactSearch {
    private ExactSearch() {}

    /** Returns the neighbours of the columns of X, between 1 and n − 1 per column. */
    public static Neighbors search(ExecutionContext context, Matrix X, int k, Metric metric) {
        check(X, k, metric);
        DistinctColumns distinct = DistinctColumns.find(context, X);
        PointSubset points = new PointSubset(X, distinct.first(), metric == Metric.COSINE);
        return DuplicateExpansion.expand(points.neighbors(context, k), distinct, k, metric);
    }

    static void check(Matrix X, int k, Metric metric) {
        int n = X.cols();
        NeighborErrors.requireNeighbors(k, n);
        if (metric == Metric.COSINE) {
            double[] length = X.columnNorms();
            for (int j = 0; j < n; j++) if (length[j] == 0) throw NeighborErrors.allZero(j);
        }
    }
}
