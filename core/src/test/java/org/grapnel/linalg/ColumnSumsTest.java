package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ColumnSumsTest {
    /** The rows are added in two calls, as a caller does that reads a few rows at a time. */
    @Test
    void sumsHaveTheBitsOfALoopOverTheRows() {
        int rows = 37;
        for (int r = 1; r <= 26; r++) {
            double[] x = TestMatrices.signed(1, 1, rows * r)[0];
            double[] y = TestMatrices.signed(2, 1, rows * r)[0];
            double[] products = new double[r];
            double[] squares = new double[r];
            for (int q = 0; q < rows * r; q++) {
                products[q % r] += x[q] * y[q];
                squares[q % r] += (x[q] - y[q]) * (x[q] - y[q]);
            }
            int length = ColumnSums.length(r);
            double[] sums = new double[2 * length];
            double[] unpacked = new double[2 * r];
            int first = 10;
            for (int at : new int[] {0, first}) {
                int count = at == 0 ? first : rows - first;
                double[] a = Arrays.copyOfRange(x, at * r, (at + count) * r);
                double[] b = Arrays.copyOfRange(y, at * r, (at + count) * r);
                ColumnSums.addProducts(a, b, count, r, sums, 0);
                ColumnSums.addSquaredDifferences(a, b, count, r, sums, length);
            }
            ColumnSums.unpack(sums, 0, r, unpacked, 0);
            ColumnSums.unpack(sums, length, r, unpacked, r);
            for (int c = 0; c < r; c++) {
                assertThat(unpacked[c]).as("products, column %d of %d", c, r).isEqualTo(products[c]);
                assertThat(unpacked[r + c]).as("squares, column %d of %d", c, r).isEqualTo(squares[c]);
            }
        }
    }
}
