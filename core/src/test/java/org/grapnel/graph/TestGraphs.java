package org.grapnel.graph;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;

/** Small graphs for tests. */
final class TestGraphs {
    private TestGraphs() {}

    /** Returns a path over the first {@code joined} of n samples, with weights 2. */
    static Graph path(int n, int joined) {
        double[][] a = new double[n][n];
        for (int i = 1; i < joined; i++) a[i][i - 1] = a[i - 1][i] = 2;
        try (DenseMatrix A = DenseMatrix.of(a)) {
            return Graph.of(SparseMatrix.of(A), "a path");
        }
    }
}
