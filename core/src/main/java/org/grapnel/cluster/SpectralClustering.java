package org.grapnel.cluster;

import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.graph.SpectralEmbedding;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.decomp.ChebyshevEigenSolver;
import org.grapnel.runtime.ExecutionContext;

/**
 * Groups from a graph alone (Ng, Jordan, Weiss, On spectral clustering, NIPS 2002): k-means on the rows of the c
 * leading eigenvectors of D^(−½)AD^(−½), scaled to unit length.
 *
 * <p>The graph says nothing about an isolated sample. Isolated samples are left out of k-means and then assigned to the
 * largest group (ties to the first), which is the most likely guess.
 */
public final class SpectralClustering {
    private SpectralClustering() {}

    /** Clusters with one eigenvector per group and ten starts of k-means. */
    public static SpectralClusteringResult cluster(ExecutionContext context, Graph graph, int clusters, long seed) {
        return cluster(
                context,
                graph,
                ChebyshevEigenSolver.EigenOptions.of(clusters).withSeed(seed),
                KMeansOptions.of(clusters).withTolerance(0).withSeed(seed));
    }

    /** Clusters with the given options; {@code eigen} sets the number of eigenvectors, usually one per group. */
    public static SpectralClusteringResult cluster(
            ExecutionContext context, Graph graph, ChebyshevEigenSolver.EigenOptions eigen, KMeansOptions kmeans) {
        if (graph.size() == graph.components().isolated().size())
            throw new DataException("the graph has no edges, so it cannot be clustered");
        DenseMatrix points;
        double residual;
        boolean[] connected = new boolean[graph.size()];
        try (SpectralEmbedding embedding = SpectralEmbedding.compute(context, graph, eigen)) {
            points = embedding.directions();
            residual = embedding.residual();
            for (int i = 0; i < connected.length; i++) connected[i] = embedding.hasPlace(i);
        }
        try {
            return new SpectralClusteringResult(cluster(context, points, connected, kmeans), points, residual);
        } catch (RuntimeException | Error e) {
            points.close();
            throw e;
        }
    }

    private static Clustering cluster(
            ExecutionContext context, DenseMatrix points, boolean[] connected, KMeansOptions kmeans) {
        int n = connected.length;
        int[] rows = new int[n];
        int count = 0;
        for (int i = 0; i < n; i++) if (connected[i]) rows[count++] = i;
        try (DenseMatrix connectedPoints = DenseMatrix.zeros(count, points.cols())) {
            for (int q = 0; q < count; q++) connectedPoints.copyRow(q, points, rows[q]);
            try (KMeansResult found = KMeans.clusterRows(context, connectedPoints, kmeans)) {
                int[] sizes = found.clustering().sizes();
                int largest = 0;
                for (int j = 1; j < sizes.length; j++) if (sizes[j] > sizes[largest]) largest = j;
                int[] labels = new int[n];
                for (int i = 0, q = 0; i < n; i++)
                    labels[i] = connected[i] ? found.clustering().labelOf(q++) : largest;
                return new Clustering(sizes.length, labels);
            }
        }
    }
}
