package org.grapnel.cluster;

import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.graph.SpectralEmbedding;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.decomp.ChebyshevEigenSolver;
import org.grapnel.runtime.ExecutionContext;

/**
 * Groups from a graph alone (Ng, Jordan and Weiss, On spectral clustering, NIPS 2002): the c leading eigenvectors of D^(−½)AD^(−½) side by side, every
 * row brought to unit length, and k-means on the rows.
 *
 * <p>A graph says nothing about a sample without a neighbour. Such samples are left out of k-means and then counted to the
 * largest group (the first of equal ones): the guess that is right most often where nothing is known.
 */
public final class SpectralClustering {
    private SpectralClustering() {}

    /**
     * The groups, and the points that were grouped. Owns the points: close it.
     *
     * @param points n × c, rows of unit length; a row of zeros for a sample without a neighbour
     * @param residual of the eigenvectors, see {@link SpectralEmbedding#residual}
     */
    public record SpectralClusteringResult(Clustering clustering, DenseMatrix points, double residual)
            implements AutoCloseable {
        @Override
        public void close() {
            points.close();
        }
    }

    /** Ten starts of k-means. */
    public static SpectralClusteringResult cluster(ExecutionContext context, Graph graph, int clusters, long seed) {
        return cluster(
                context,
                graph,
                ChebyshevEigenSolver.EigenOptions.of(clusters).withSeed(seed),
                KMeans.KMeansOptions.of(clusters).withTolerance(0).withSeed(seed));
    }

    /** As many eigenvectors as {@code eigen} says, usually one for each group. */
    public static SpectralClusteringResult cluster(
            ExecutionContext context,
            Graph graph,
            ChebyshevEigenSolver.EigenOptions eigen,
            KMeans.KMeansOptions kmeans) {
        if (graph.size() == graph.components().isolated().size())
            throw new DataException("the graph has no edges: it cannot form groups");
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
