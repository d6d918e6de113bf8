package org.grapnel.solve;

import java.util.Arrays;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;

/** Sums over the rows of two tall matrices, a sum for each column, block by block and added in order. */
final class ColumnSums {
    private static final int CHUNK = 64;

    private ColumnSums() {}

    /** Σᵢ aᵢⱼbᵢⱼ for every column j, in memory that the next call reuses. */
    static double[] products(Compute on, DenseMatrix A, DenseMatrix B) {
        return sums(on, A, B, false);
    }

    /** ‖A − B‖². */
    static double squaredDifference(Compute on, DenseMatrix A, DenseMatrix B) {
        double[] columns = sums(on, A, B, true);
        double sum = 0;
        for (int j = 0; j < A.cols(); j++) sum += columns[j];
        return sum;
    }

    private static double[] sums(Compute on, DenseMatrix A, DenseMatrix B, boolean difference) {
        int n = A.rows();
        int r = A.cols();
        int blocks = Math.max(1, Math.min(n, Compute.blocks(4.0 * n * r)));
        double[] partial = on.shared().doubles(2, blocks * r);
        on.run(blocks, (b, scratch) -> {
            double[] x = scratch.doubles(0, CHUNK * r);
            double[] y = scratch.doubles(1, CHUNK * r);
            double[] sum = scratch.doubles(2, r);
            Arrays.fill(sum, 0, r, 0);
            int end = Compute.start(n, b + 1, blocks);
            for (int i = Compute.start(n, b, blocks), m; i < end; i += m) {
                m = Math.min(CHUNK, end - i);
                A.rows(i, m, x);
                B.rows(i, m, y);
                for (int q = 0; q < m; q++) {
                    int at = q * r;
                    if (difference) {
                        for (int j = 0; j < r; j++) sum[j] += (x[at + j] - y[at + j]) * (x[at + j] - y[at + j]);
                    } else {
                        for (int j = 0; j < r; j++) sum[j] += x[at + j] * y[at + j];
                    }
                }
            }
            System.arraycopy(sum, 0, partial, b * r, r);
        });
        for (int b = 1; b < blocks; b++) for (int j = 0; j < r; j++) partial[j] += partial[b * r + j];
        return partial;
    }
}
