package org.grapnel.graph;

import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Lanczos;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;

/** L = D − A as an operator on tall matrices, with its norm. Tr(H L Hᵀ) = ½ Σⱼₗ aⱼₗ ‖hⱼ − hₗ‖² (the paper's eq. 5 says twice that). */
public final class Laplacian {
    private static final long LANCZOS_SEED = 20240;

    private final SparseMatrix L;
    private final RowSet all;
    private final double norm;

    private Laplacian(SparseMatrix L, double largestDegree) {
        this.L = L;
        this.all = RowSet.all(L.rows());
        // scaled, so that very small and very large weights neither vanish nor overflow when squared
        this.norm = largestDegree == 0
                ? 0
                : largestDegree * Lanczos.norm(L.rows(), (x, y) -> scaled(L, largestDegree, x, y), LANCZOS_SEED);
    }

    private static void scaled(SparseMatrix L, double by, double[] x, double[] y) {
        L.times(x, y);
        for (int i = 0; i < y.length; i++) y[i] /= by;
    }

    static Laplacian of(Graph graph) {
        SparseMatrix A = graph.adjacency();
        int n = graph.size();
        int entries = Math.toIntExact(A.nonZeros() + n);
        int[] row = new int[entries];
        int[] column = new int[entries];
        double[] value = new double[entries];
        int[] filled = {0};
        double largest = 0;
        for (int i = 0; i < n; i++) {
            int node = i;
            largest = Math.max(largest, graph.degree(i));
            put(row, column, value, filled[0]++, node, node, graph.degree(node));
            A.forRow(i, (j, weight) -> put(row, column, value, filled[0]++, node, j, -weight));
        }
        return new Laplacian(SparseMatrix.ofTriples(n, n, row, column, value), largest);
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

    /** LHt ← L·Ht. */
    public void times(Compute on, DenseMatrix Ht, DenseMatrix LHt) {
        L.times(on, all, Ht, LHt);
    }
}
