package org.grapnel.cluster;

import org.grapnel.graph.SpectralEmbedding;
import org.grapnel.linalg.DenseMatrix;

/**
 * The groups and the points that were clustered. Owns the points: close it.
 *
 * @param points n × c, rows of unit length; a row of zeros for an isolated sample
 * @param residual residual of the eigenvectors, see {@link SpectralEmbedding#residual}
 */
public record SpectralClusteringResult(Clustering clustering, DenseMatrix points, double residual)
        implements AutoCloseable {
    @Override
    public void close() {
        points.close();
    }
}
