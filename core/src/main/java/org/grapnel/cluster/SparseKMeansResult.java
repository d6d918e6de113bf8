package org.grapnel.cluster;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/**
 * Kept features and groups. Owns the centres: close it.
 *
 * @param kept the features, as rows of X
 * @param scores spread of each kept feature under the final labels, in the order of {@code kept}
 * @param groups k-means on the kept features: its centres have one dimension for each of these
 * @param rounds number of rounds
 * @param settled whether the kept features have the largest spread under the labels; if not, the rounds ran out
 */
public record SparseKMeansResult(RowSet kept, List<Double> scores, KMeansResult groups, int rounds, boolean settled)
        implements AutoCloseable {
    public SparseKMeansResult {
        scores = List.copyOf(scores);
    }

    public Clustering clustering() {
        return groups.clustering();
    }

    public double inertia() {
        return groups.inertia();
    }

    public DenseMatrix centres() {
        return groups.centres();
    }

    @Override
    public void close() {
        groups.close();
    }
}
