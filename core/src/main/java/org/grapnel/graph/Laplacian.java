package org.grapnel.graph;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.SparseProduct;
import org.grapnel.linalg.SquaredDifferences;
import org.grapnel.linalg.decomp.Lanczos;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * The Laplacian of a graph, with its norm: L = D − A, or I − D^(−½) A D^(−½) if normalised.
 *
 * <p>Tr(HLHᵀ) = ½ Σⱼₗ aⱼₗ ‖hⱼ − hₗ‖²; eq. 5 of the paper states twice that. The normalised Laplacian has hⱼ/√dⱼ in place
 * of hⱼ. A sample without neighbours has a zero row in both: a 1 on the diagonal would pull it towards zero.
 */
public final class Laplacian {
    /** Seed of the start vector for the norm. */
    public static final long LANCZOS_SEED = 20240;

    private final SparseMatrix L;
    private final SparseMatrix A;
    private final double[] root;
    private final RowSet all;
    private volatile @Nullable SquaredDifferences differences; // computed at the first use
    private final double norm;

    private Laplacian(SparseMatrix L, SparseMatrix A, double[] root, double largestDiagonal) {
        this.L = L;
        this.A = A;
        this.root = root;
        this.all = RowSet.all(L.rows());
        // scaled, so that squares of very small or very large weights neither underflow nor overflow
        double scaled = largestDiagonal == 0
                ? 0
                : Lanczos.norm(L.rows(), (x, y) -> scaled(L, largestDiagonal, x, y), LANCZOS_SEED);
        this.norm = largestDiagonal * Math.min(2, scaled); // Gershgorin's bound: rounding must not exceed it
    }

    private static void scaled(SparseMatrix L, double by, double[] x, double[] y) {
        L.times(x, y);
        for (int i = 0; i < y.length; i++) y[i] /= by;
    }

    static Laplacian create(Graph graph, LaplacianKind kind) {
        SparseMatrix A = graph.adjacency();
        int n = graph.size();
        double[] root = roots(graph, kind);
        int entries = Math.toIntExact(A.nonZeros() + n);
        int[] row = new int[entries];
        int[] column = new int[entries];
        double[] value = new double[entries];
        int[] filled = {0};
        double largest = 0;
        for (int i = 0; i < n; i++) {
            int node = i;
            double diagonal = diagonal(graph.degree(node), kind);
            largest = Math.max(largest, diagonal);
            put(row, column, value, filled[0]++, node, node, diagonal);
            // dividing by the product of roots makes L symmetric to the bit
            A.forEachInRow(
                    i, (j, weight) -> put(row, column, value, filled[0]++, node, j, -weight / (root[node] * root[j])));
        }
        return new Laplacian(SparseMatrix.ofTriples(n, n, row, column, value), A, root, largest);
    }

    private static double diagonal(double degree, LaplacianKind kind) {
        return switch (kind) {
            case PLAIN -> degree;
            case NORMALIZED -> degree > 0 ? 1 : 0;
        };
    }

    /** Returns the divisor of every sample: √d if normalised, otherwise 1; also 1 for a sample without a neighbour. */
    private static double[] roots(Graph graph, LaplacianKind kind) {
        double[] root = new double[graph.size()];
        for (int i = 0; i < root.length; i++)
            root[i] = kind == LaplacianKind.PLAIN || graph.degree(i) == 0 ? 1 : Math.sqrt(graph.degree(i));
        return root;
    }

    private static void put(int[] row, int[] column, double[] value, int e, int i, int j, double v) {
        row[e] = i;
        column[e] = j;
        value[e] = v;
    }

    public int size() {
        return L.rows();
    }

    /** Returns ‖L‖₂, the largest eigenvalue, to a relative 10⁻¹². */
    public double norm() {
        return norm;
    }

    /** Returns L as a matrix. */
    public SparseMatrix matrix() {
        return L;
    }

    /**
     * into[c] ← hLhᵀ for every column h of Ht, computed as Σ aⱼₗ(hⱼ − hₗ)² over the edges. If neighbours are nearly
     * equal, h·(Lh) loses the digits of their differences. This sum does not, and it is never negative.
     */
    public void graphEnergy(ExecutionContext context, DenseMatrix Ht, double[] into) {
        differences().compute(context, Ht, into);
    }

    private SquaredDifferences differences() {
        SquaredDifferences known = differences;
        if (known == null) {
            known = A.squaredDifferences(root);
            differences = known;
        }
        return known;
    }

    /** Prepares rows of L·Ht for tasks. */
    public SparseProduct product(ExecutionContext context, DenseMatrix Ht) {
        return L.product(context, Ht);
    }

    /** Prepares {@link #graphEnergy} for tasks, where the product with the same Ht is prepared. */
    public SquaredDifferences.DifferenceBlocks graphEnergyBlocks(
            ExecutionContext context, DenseMatrix Ht, SparseProduct product) {
        return differences().blocks(context, Ht, product);
    }

    /** LHt ← L·Ht. */
    public void times(ExecutionContext context, DenseMatrix Ht, DenseMatrix LHt) {
        L.times(context, all, Ht, LHt);
    }
}
