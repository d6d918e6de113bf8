package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class SquaredDifferencesTest {
    private static final int N = 300;

    /** Symmetric, with about six entries a row, a diagonal, and some empty rows. */
    private static SparseMatrix graph() {
        double[][] a = new double[N][N];
        for (int e = 0; e < 3 * N; e++) {
            int i = TestMatrices.below(N - 20, 1, e, 0);
            int j = TestMatrices.below(N - 20, 1, e, 1);
            a[i][j] = a[j][i] = 0.1 + TestMatrices.uniform(2, 1, 3 * N)[0][e];
        }
        try (DenseMatrix A = DenseMatrix.of(a)) {
            return SparseMatrix.of(A);
        }
    }

    /** The definition, in the order that the sums promise: by blocks of rows, then by rows and columns. */
    private static double[] loop(SparseMatrix A, double[][] h, double[] d, int r) {
        int blocks = Math.max(1, Math.min(N, ExecutionContext.blockCount(2.0 * A.nonZeros() * r)));
        double[] total = new double[r];
        for (int b = 0; b < blocks; b++) {
            double[] sum = new double[r];
            for (int i = ExecutionContext.blockStart(N, b, blocks);
                    i < ExecutionContext.blockStart(N, b + 1, blocks);
                    i++) {
                int row = i;
                A.forEachInRow(i, (j, weight) -> {
                    for (int c = 0; c < r && j < row; c++) {
                        double difference = Math.sqrt(weight) * (h[row][c] / d[row] - h[j][c] / d[j]);
                        sum[c] += difference * difference;
                    }
                });
            }
            for (int c = 0; c < r; c++) total[c] += sum[c];
        }
        return total;
    }

    @Test
    void sumsHaveTheBitsOfALoopForAnyWidthThreadsAndCopy() {
        SparseMatrix A = graph();
        double[] ones = new double[N];
        Arrays.fill(ones, 1);
        double[] mixed = TestMatrices.uniform(3, 1, N)[0];
        for (int i = 0; i < N; i += 3) mixed[i] = 1;
        for (int r : new int[] {1, 2, 3, 7, 8, 9, 15, 16, 20}) {
            double[][] h = TestMatrices.signed(4, N, r);
            for (double[] d : new double[][] {ones, mixed}) {
                double[] expected = loop(A, h, d, r);
                SquaredDifferences differences = A.squaredDifferences(d);
                for (int threads : new int[] {1, 3}) {
                    try (ExecutionContext context = ExecutionContext.create(threads);
                            DenseMatrix Ht = TestMatrices.segmented(h, r, 64)) {
                        double[] found = new double[r];
                        differences.compute(context, Ht, found);
                        assertThat(found).as("r = %d, copied", r).isEqualTo(expected);
                        SquaredDifferences.DifferenceBlocks fetched =
                                differences.blocks(context, Ht, SparseKernel.create(context, Ht, 0));
                        context.run(fetched.count(), fetched::compute);
                        fetched.addTo(found);
                        assertThat(found).as("r = %d, fetched", r).isEqualTo(expected);
                        assertThat(Ht.toArray()).isDeepEqualTo(h);
                    }
                }
            }
        }
    }

    @Test
    void graphWithoutEdgesHasNoDifferences() {
        SparseMatrix A = SparseMatrix.ofTriples(4, 4, new int[0], new int[0], new double[0]);
        double[] found = {1, 2};
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix Ht = DenseMatrix.of(TestMatrices.signed(5, 4, 2))) {
            A.squaredDifferences(new double[] {1, 1, 1, 1}).compute(context, Ht, found);
        }
        assertThat(found).containsOnly(0);
    }
}
