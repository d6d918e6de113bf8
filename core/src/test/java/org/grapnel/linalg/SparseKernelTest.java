package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.junit.jupiter.api.Test;

class SparseKernelTest {
    @Test
    void gatheredRowsGiveTheSameBitsAsACopy() {
        for (int r : new int[] {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 19, 40}) {
            double[][] m = TestMatrices.signed(21, 60, r);
            double[] value = TestMatrices.signed(22, 1, 200)[0];
            int[] index = new int[200];
            for (int e = 0; e < 200; e++) index[e] = TestMatrices.below(60, 23, r, e);
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix M = TestMatrices.segmented(m, r, 8);
                    DenseMatrix copied = DenseMatrix.zeros(1, r);
                    DenseMatrix gathered = DenseMatrix.zeros(1, r);
                    Scratch scratch = new Scratch()) {
                for (int[] range : new int[][] {{0, 0}, {5, 6}, {0, 200}, {17, 111}}) {
                    copied.fill(9);
                    gathered.fill(8);
                    CompressedLines line = new CompressedLines(range, index, value);
                    SparseKernel.create(context, M).combine(line, 0, 1, copied, scratch);
                    SparseKernel.create(context, M, 0).combine(line, 0, 1, gathered, scratch);
                    assertThat(gathered.toArray()).isDeepEqualTo(copied.toArray());
                    double[] expected = new double[r];
                    for (int e = range[0]; e < range[1]; e++)
                        for (int j = 0; j < r; j++) expected[j] += value[e] * m[index[e]][j];
                    assertThat(copied.toArray()[0]).containsExactly(expected);
                }
            }
        }
    }

    /** Lines of any length, empty ones among them, in any window of the matrix. */
    @Test
    void severalLinesGiveTheSameBitsAsOneAtATime() {
        int[] start = {0, 0, 0, 3, 3, 4, 11, 11, 90, 200, 200};
        double[] value = TestMatrices.signed(22, 1, 200)[0];
        int[] index = new int[200];
        for (int e = 0; e < 200; e++) index[e] = TestMatrices.below(60, 24, 0, e);
        CompressedLines lines = new CompressedLines(start, index, value);
        for (int r : new int[] {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17}) {
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix M = TestMatrices.segmented(TestMatrices.signed(25, 60, r), r, 8);
                    DenseMatrix single = DenseMatrix.zeros(10, r);
                    DenseMatrix several = DenseMatrix.zeros(10, r);
                    Scratch scratch = new Scratch()) {
                for (SparseKernel kernel : List.of(SparseKernel.create(context, M), SparseKernel.create(context, M, 0)))
                    for (int first = 0; first < 10; first++)
                        for (int count = 1; first + count <= 10; count++) {
                            single.fill(7);
                            several.fill(7);
                            for (int i = first; i < first + count; i++) kernel.combine(lines, i, 1, single, scratch);
                            kernel.combine(lines, first, count, several, scratch);
                            assertThat(several.toArray())
                                    .as("%d lines from %d on, r = %d", count, first, r)
                                    .isDeepEqualTo(single.toArray());
                        }
            }
        }
    }
}
