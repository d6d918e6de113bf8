package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.junit.jupiter.api.Test;

class SparseKernelTest {
    @Test
    void gatheredRowsGiveTheSameBitsAsACopy() {
        for (int r : new int[] {1, 2, 3, 7, 8, 9, 16, 17, 19, 40}) {
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
                    SparseKernel.create(context, M).combine(line, 0, copied, scratch);
                    SparseKernel.create(context, M, 0).combine(line, 0, gathered, scratch);
                    assertThat(gathered.toArray()).isDeepEqualTo(copied.toArray());
                    double[] expected = new double[r];
                    for (int e = range[0]; e < range[1]; e++)
                        for (int j = 0; j < r; j++) expected[j] += value[e] * m[index[e]][j];
                    assertThat(copied.toArray()[0]).containsExactly(expected);
                }
            }
        }
    }

    @Test
    void differencesMatchALoopWithAndWithoutACopy() {
        double[][] m = TestMatrices.signed(31, 20, 3);
        double[] value = TestMatrices.uniform(32, 1, 20)[0];
        double[] divisor = TestMatrices.uniform(33, 1, 20)[0];
        int[] index = new int[20];
        for (int e = 0; e < 20; e++) index[e] = e;
        double[] ones = new double[20];
        Arrays.fill(ones, 1);
        int[] start = new int[14];
        start[12] = 2; // row 12 has the entries 2 … 19
        start[13] = 20;
        CompressedLines lines = new CompressedLines(start, index, value);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix M = TestMatrices.segmented(m, 3, 8);
                Scratch scratch = new Scratch()) {
            for (double[] d : new double[][] {divisor, ones}) {
                double[] expected = {1, 2, 3};
                for (int e = 2; e < 12; e++) // entries left of the diagonal
                for (int c = 0; c < 3; c++) expected[c] += value[e] * Math.pow(m[12][c] / d[12] - m[e][c] / d[e], 2);
                for (SparseKernel kernel :
                        List.of(SparseKernel.create(context, M), SparseKernel.create(context, M, 0))) {
                    double[] sum = {1, 2, 3};
                    kernel.addDifferences(lines, 12, d, sum, scratch);
                    assertThat(sum)
                            .containsExactly(
                                    expected,
                                    within(1e-12 * Arrays.stream(expected).max().orElseThrow()));
                }
            }
        }
    }
}
