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

    /** Clusters with one eigenvector per group and ten starts of k-means. */
    public static SpectralClusteringResult cluster(ExecutionContext context, Graph graph, int clusters, long seed) {
        return cluster(
                context,
                graph,
                ChebyshevEigenSolver.EigenOptions.of(clusters).withSeed(seed),
                KMeans.KMeansOptions.of(clusters).withTolerance(0).withSeed(seed));
    }

    /** Clusters with the given options; {@code eigen} sets the number of eigenvectors, usually one per group. */
    public static SpectralClusteringResult cluster(
            ExecutionContext context,
            Graph graph,
            ChebyshevEigenSolver.EigenOptions eigen,
            KMeans.KMeansOptions kmeans) {
        if (graph.size() == graph.components().isolated().size())
            throw new DataException("the graph has no edges, so it cannot be clustered");
        DenseMatrix points;
        double residual;
        boolean[] places = new boolean[graph.size()];
        try (SpectralEmbedding embedding = SpectralEmbedding.compute(context, graph, eigen)) {
            points = embedding.directions();
            residual = embedding.residual();
            for (int i = 0; i < places.length; i++) places[i] = embedding.hasPlace(i);
        }
        try {
            return new SpectralClusteringResult(grouped(context, points, places, kmeans), points, residual);
        } catch (RuntimeException | Error e) {
            points.close();
            throw e;
        }
    }

    private static Clustering grouped(
            ExecutionContext context, DenseMatrix points, boolean[] places, KMeans.KMeansOptions kmeans) {
        int n = places.length;
        int[] joined = new int[n];
        int count = 0;
        for (int i = 0; i < n; i++) if (places[i]) joined[count++] = i;
        try (DenseMatrix some = DenseMatrix.zeros(count, points.cols())) {
            for (int q = 0; q < count; q++) some.copyRow(q, points, joined[q]);
            try (KMeans.KMeansResult found = KMeans.clusterRows(context, some, kmeans)) {
                int[] sizes = found.clustering().sizes();
                int largest = 0;
                for (int j = 1; j < sizes.length; j++) if (sizes[j] > sizes[largest]) largest = j;
                int[] labels = new int[n];
                for (int i = 0, q = 0; i < n; i++)
                    labels[i] = places[i] ? found.clustering().labelOf(q++) : largest;
                return new Clustering(sizes.length, labels);
            }
        }
    }
}
