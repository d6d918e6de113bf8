package org.grapnel.cluster;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;

/**
 * The groups found by k-means. Owns the centres: close it.
 *
 * @param centres c × d; every sample has the label of the nearest
 * @param inertia Σ ‖x − c‖², computed from the differences
 * @param iterations of the winning start
 * @param start the winning start, counted from 0
 * @param trace inertia of the winning start: around the first centres, then after each iteration, where every
 *     centre is the mean of its samples
 */
public record KMeansResult(
        Clustering clustering,
        DenseMatrix centres,
        double inertia,
        int iterations,
        KMeansStop stop,
        int start,
        List<Double> trace)
        implements AutoCloseable {
    public KMeansResult {
        trace = List.copyOf(trace);
    }

    @Override
    public void close() {
        centres.close();
    }
}
