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
                    SparseKernel.create(context, M).combine(line, q -> q, 0, 1, copied, scratch);
                    SparseKernel.create(context, M, 0, 1).combine(line, q -> q, 0, 1, gathered, scratch);
                    assertThat(gathered.toArray()).isDeepEqualTo(copied.toArray());
                    double[] expected = new double[r];
                    for (int e = range[0]; e < range[1]; e++)
                        for (int j = 0; j < r; j++) expected[j] += value[e] * m[index[e]][j];
                    assertThat(copied.toArray()[0]).containsExactly(expected);
                }
            }
        }
    }

    /** Lines of 0, 1, … 100 entries; every seventh has all of them in the first rows of M. */
    private static CompressedLines unevenLines(int count, int rows) {
        int[] start = new int[count + 1];
        int[] index = new int[count * 100];
        int filled = 0;
        for (int line = 0; line < count; line++) {
            int entries = line * 37 % 101;
            int step = line % 7 == 0 || entries == 0 ? 1 : rows / entries;
            for (int e = 0; e < entries; e++) index[filled++] = e * step;
            start[line + 1] = filled;
        }
        return new CompressedLines(
                start,
                Arrays.copyOf(index, filled),
                Arrays.copyOf(TestMatrices.signed(41, 1, index.length)[0], filled));
    }

    @Test
    void panelsGiveTheSameBitsAsALoopOverTheEntries() {
        int rows = 300;
        int count = 2500; // more lines than are summed side by side
        CompressedLines lines = unevenLines(count, rows);
        RowSet some = RowSet.none(count);
        for (int line = 0; line < count; line++) if (TestMatrices.below(3, 42, line, 0) > 0) some.add(line);
        for (int r : new int[] {1, 2, 3, 4, 7, 8, 15, 20}) {
            double[][] m = TestMatrices.signed(43, rows, r);
            double[][] sums = new double[count][r];
            for (int line = 0; line < count; line++)
                for (int e = lines.start()[line]; e < lines.start()[line + 1]; e++)
                    for (int j = 0; j < r; j++) sums[line][j] += lines.value()[e] * m[lines.index()[e]][j];
            try (ExecutionContext context = ExecutionContext.create(1);
                    DenseMatrix M = TestMatrices.segmented(m, r, 64);
                    Scratch scratch = new Scratch()) {
                for (RowSet chosen : List.of(RowSet.all(count), some)) {
                    double[][] expected = TestMatrices.only(chosen, sums);
                    for (int panelRows :
                            new int[] {rows, rows / 2, 1}) { // one panel, two, and as many as 50 entries allow
                        try (DenseMatrix out = DenseMatrix.zeros(count, r)) {
                            SparseKernel.create(context, M, Long.MAX_VALUE, panelRows * r)
                                    .combine(lines, chosen::get, 0, chosen.count(), out, scratch);
                            assertThat(out.toArray())
                                    .as("r = %d, %s, panels of %d", r, chosen, panelRows)
                                    .isDeepEqualTo(expected);
                        }
                    }
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
                        List.of(SparseKernel.create(context, M), SparseKernel.create(context, M, 0, 1))) {
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
