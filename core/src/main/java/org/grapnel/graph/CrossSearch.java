package org.grapnel.graph;

import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.HorizontalConcat;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Finds the exact k nearest neighbours of new samples among known ones: {@link ExactSearch} on the pairs of a new and a
 * known sample.
 */
public final class CrossSearch {
    private CrossSearch() {}

    /**
     * Returns the neighbours of the columns of {@code fresh} among those of {@code known}. Both have the same features.
     * With the cosine metric no column may be zero.
     */
    public static Neighbors search(ExecutionContext context, Matrix known, Matrix fresh, int k, Metric metric) {
        Preconditions.require(
                known.rows() == fresh.rows(),
                "the known samples have %d features, the new ones %d",
                known.rows(),
                fresh.rows());
        Preconditions.require(
                k >= 1 && k <= known.cols(), "neighbors must be between 1 and %d, got %d", known.cols(), k);
        int m = fresh.cols();
        try (DenseMatrix both = HorizontalConcat.concatDense(fresh, known)) {
            int[] columns = IntStream.range(0, both.cols()).toArray();
            Neighbors found = new PointSubset(both, columns, metric == Metric.COSINE).neighborsAcross(context, m, k);
            int[] index = new int[m * k];
            double[] distance = new double[m * k];
            for (int i = 0; i < m; i++) {
                for (int q = 0; q < k; q++) {
                    index[i * k + q] = found.index(i, q) - m;
                    distance[i * k + q] = metric.toDistance(found.distance(i, q));
                }
            }
            return new Neighbors(k, index, distance);
        }
    }
}
