package org.grapnel.graph;

import java.util.Locale;
import org.grapnel.data.DataException;
import org.grapnel.linalg.SparseMatrix;

/**
 * A weighted undirected graph over the samples: a symmetric adjacency matrix A ≥ 0 with an empty diagonal, and degrees
 * dⱼ = Σₗ aⱼₗ.
 */
public final class Graph {
    private static final double SYMMETRY_TOLERANCE = 1e-12;

    private final SparseMatrix adjacency;
    private final double[] degrees;

    private Graph(SparseMatrix adjacency) {
        this.adjacency = adjacency;
        degrees = new double[adjacency.rows()];
        for (int i = 0; i < degrees.length; i++) {
            int node = i;
            adjacency.forEachInRow(i, (j, weight) -> degrees[node] += weight);
        }
    }

    /** Creates a graph from an adjacency matrix after checking it; {@code origin} names the matrix in messages. */
    public static Graph of(SparseMatrix A, String origin) {
        if (A.rows() != A.cols())
            throw new DataException(
                    "%s: an adjacency matrix must be square, this is %d × %d", origin, A.rows(), A.cols());
        for (int i = 0; i < A.rows(); i++) {
            int row = i;
            A.forEachInRow(i, (j, weight) -> {
                if (!(weight >= 0) || weight == Double.POSITIVE_INFINITY)
                    throw new DataException(
                            "%s: the weight of (%d, %d) is %s, allowed are finite numbers >= 0",
                            origin, row, j, weight);
                if (row == j)
                    throw new DataException(
                            "%s: sample %d is joined to itself (%s); the diagonal must be empty", origin, row, weight);
                double back = A.get(j, row);
                if (Math.abs(weight - back) > SYMMETRY_TOLERANCE * Math.max(weight, back))
                    throw new DataException(
                            "%s: not symmetric, (%d, %d) is %s and (%d, %d) is %s",
                            origin, row, j, weight, j, row, back);
            });
        }
        Graph graph = new Graph(A);
        for (int i = 0; i < A.rows(); i++)
            if (graph.degree(i) == Double.POSITIVE_INFINITY)
                throw new DataException("%s: the sum of the weights of sample %d overflows", origin, i);
        return graph;
    }

    /** Returns the number of samples. */
    public int size() {
        return degrees.length;
    }

    public SparseMatrix adjacency() {
        return adjacency;
    }

    public double degree(int sample) {
        return degrees[sample];
    }

    public double meanDegree() {
        double sum = 0;
        for (double d : degrees) sum += d;
        return degrees.length == 0 ? 0 : sum / degrees.length;
    }

    /**
     * Returns the mean of the Laplacian's diagonal. For a normalised Laplacian of a graph with edges it is taken as 1.
     */
    public double meanDiagonal(LaplacianKind laplacian) {
        double degree = meanDegree();
        return laplacian == LaplacianKind.NORMALIZED && degree > 0 ? 1 : degree;
    }

    /** Returns the number of edges. */
    public long edges() {
        long[] ends = {0};
        for (int i = 0; i < size(); i++)
            adjacency.forEachInRow(i, (j, weight) -> {
                if (weight > 0) ends[0]++;
            });
        return ends[0] / 2;
    }

    /** Returns the graph over {@code samples} samples in which sample i of this graph has the number names[i]. */
    public Graph placeAmong(int samples, int[] names) {
        int count = (int) adjacency.nonZeros();
        int[] row = new int[count];
        int[] column = new int[count];
        double[] weight = new double[count];
        int[] filled = {0};
        for (int i = 0; i < size(); i++) {
            int name = names[i];
            adjacency.forEachInRow(i, (j, w) -> {
                row[filled[0]] = name;
                column[filled[0]] = names[j];
                weight[filled[0]++] = w;
            });
        }
        return new Graph(SparseMatrix.ofTriples(samples, samples, row, column, weight));
    }

    /** Returns L = D − A, the Laplacian of the paper. */
    public Laplacian laplacian() {
        return laplacian(LaplacianKind.PLAIN);
    }

    public Laplacian laplacian(LaplacianKind kind) {
        return Laplacian.create(this, kind);
    }

    public ConnectedComponents components() {
        return ConnectedComponents.find(this);
    }

    /**
     * Describes the graph in one line: {@code 360 samples, 1,213 edges, 5 components (largest 340), 2 samples without a
     * neighbour}.
     */
    public String describe() {
        ConnectedComponents components = components();
        int isolated = components.isolated().size();
        return plural(size(), "sample") + ", " + plural(edges(), "edge") + ", "
                + plural(components.count(), "component")
                + (components.count() > 1 ? String.format(Locale.ROOT, " (largest %,d)", components.largest()) : "")
                + (isolated > 0 ? ", " + plural(isolated, "sample") + " without a neighbour" : "");
    }

    private static String plural(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }
}
