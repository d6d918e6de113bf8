package org.grapnel.graph;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.decomp.Lanczos;
import org.grapnel.runtime.ExecutionContext;

/**
 * L = D − A, or normalised I − D^(−½) A D^(−½), as an operator on tall matrices, with its norm. Tr(H L Hᵀ) = ½ Σⱼₗ aⱼₗ ‖hⱼ − hₗ‖²
 * (the paper's eq. 5 says twice that); normalised, hⱼ stands divided by √dⱼ in it. The row of a sample without a neighbour is zero in
 * both: not 1 on the diagonal, which would pull that sample towards zero.
 */
public final class Laplacian {
    /** Of the vector from which the norm is found. */
    public static final long LANCZOS_SEED = 20240;

    private final SparseMatrix L;
    private final SparseMatrix A;
    private final double[] root;
    private final RowSet all;
    private final double norm;

    private Laplacian(SparseMatrix L, SparseMatrix A, double[] root, double largestDiagonal) {
        this.L = L;
        this.A = A;
        this.root = root;
        this.all = RowSet.all(L.rows());
        // scaled, so that very small and very large weights neither vanish nor overflow when squared
        double scaled = largestDiagonal == 0
                ? 0
                : Lanczos.norm(L.rows(), (x, y) -> scaled(L, largestDiagonal, x, y), LANCZOS_SEED);
        this.norm = largestDiagonal * Math.min(2, scaled); // Gershgorin: rounding must not lead beyond it
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
            // a product of roots, not one division after the other: L is then symmetric to the bit
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

    /** By what the weights of every sample are divided: √d, or 1 where nothing is, or where there is nothing to divide. */
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

    /** ‖L‖₂, its largest eigenvalue, to a relative 10⁻¹². */
    public double norm() {
        return norm;
    }

    /** The matrix itself. */
    public SparseMatrix matrix() {
        return L;
    }

    /**
     * into[c] ← hLhᵀ for every column h of Ht, as Σ aⱼₗ(hⱼ − hₗ)² over the edges. Where neighbours are nearly alike, h·(Lh) has lost the
     * digits of their differences; this has not, and is never negative.
     */
    public void graphEnergy(ExecutionContext context, DenseMatrix Ht, double[] into) {
        A.squaredDifferences(context, Ht, root, into);
    }

    /** LHt ← L·Ht. */
    public void times(ExecutionContext context, DenseMatrix Ht, DenseMatrix LHt) {
        L.times(context, all, Ht, LHt);
    }
}
