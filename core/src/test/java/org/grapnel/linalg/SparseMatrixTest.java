package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SparseMatrixTest {
    private static double[][] toArray(SparseMatrix M) {
        double[][] a = new double[M.rows()][M.cols()];
        for (int i = 0; i < M.rows(); i++) M.row(i, a[i]);
        return a;
    }

    /** The rows of a symmetric matrix are its columns. */
    @Test
    void symmetricAndOtherMatricesHaveTheirColumns() {
        double[][] symmetric = {{0, 2, 0}, {2, 1, -3}, {0, -3, 0}};
        double[][] other = {{0, 2, 0}, {2, 1, -3}, {0, -4, 0}};
        for (double[][] values : new double[][][] {symmetric, other, {{1, 2}}, {{1}, {2}}})
            try (DenseMatrix dense = DenseMatrix.of(values)) {
                SparseMatrix sparse = SparseMatrix.of(dense);
                for (int j = 0; j < values[0].length; j++) {
                    double[] column = new double[values.length];
                    sparse.forEachInColumn(j, (i, x) -> column[i] = x);
                    for (int i = 0; i < values.length; i++)
                        assertThat(column[i]).isEqualTo(values[i][j]);
                }
            }
    }

    @Test
    void triplesGiveTheSameMatrixInAnyOrder() {
        double[][] x = TestMatrices.mostlyZero(1, 13, 17);
        int[][] places = IntStream.range(0, 13 * 17)
                .filter(e -> x[e / 17][e % 17] != 0)
                .mapToObj(e -> new int[] {e / 17, e % 17})
                .toArray(int[][]::new);
        for (int shuffle = 0; shuffle < 10; shuffle++) {
            int[][] order = places.clone();
            for (int e = order.length - 1; e > 0; e--) {
                int other = TestMatrices.below(e + 1, 2, shuffle, e);
                int[] swap = order[e];
                order[e] = order[other];
                order[other] = swap;
            }
            int[] row = IntStream.range(0, order.length).map(e -> order[e][0]).toArray();
            int[] column =
                    IntStream.range(0, order.length).map(e -> order[e][1]).toArray();
            double[] value = IntStream.range(0, order.length)
                    .mapToDouble(e -> x[order[e][0]][order[e][1]])
                    .toArray();
            SparseMatrix M = SparseMatrix.ofTriples(13, 17, row, column, value);
            assertThat(toArray(M)).isDeepEqualTo(x);
            assertThat(M.nonZeros()).isEqualTo(order.length);
            for (int i = 0; i < 13; i++) {
                int[] last = {-1};
                M.forEachInRow(i, (j, v) -> {
                    assertThat(j).isGreaterThan(last[0]);
                    last[0] = j;
                });
            }
        }
    }

    @Test
    void compressedRowsGiveTheSameMatrixAndAreCopied() {
        int[] start = {0, 2, 2, 3};
        int[] column = {0, 3, 1};
        double[] value = {1, 2, 3};
        SparseMatrix M = SparseMatrix.ofRows(3, 4, start, column, value);
        start[1] = 0;
        column[0] = 2;
        value[2] = 9;
        assertThat(toArray(M)).isDeepEqualTo(new double[][] {{1, 0, 0, 2}, {0, 0, 0, 0}, {0, 3, 0, 0}});
        assertThat(M.get(0, 3)).isEqualTo(2);
        assertThat(M.get(1, 1)).isZero();
        assertThat(M.sum()).isEqualTo(6);
        assertThat(M.rowSquares()).containsExactly(5, 0, 9);
        double[] y = new double[3];
        M.times(new double[] {1, 10, 100, 1000}, y);
        assertThat(y).containsExactly(2001, 0, 30);
    }

    @Test
    void zeroTriplesAreDropped() {
        SparseMatrix M =
                SparseMatrix.ofTriples(2, 2, new int[] {0, 1, 1}, new int[] {1, 0, 1}, new double[] {0, 4, -0.0});
        assertThat(M.nonZeros()).isEqualTo(1);
        assertThat(toArray(M)).isDeepEqualTo(new double[][] {{0, 0}, {4, 0}});
    }

    @Test
    void emptyMatrixIsAllowed() {
        for (int[] shape : new int[][] {{0, 0}, {0, 3}, {3, 0}, {2, 2}}) {
            SparseMatrix M = SparseMatrix.ofTriples(shape[0], shape[1], new int[0], new int[0], new double[0]);
            assertThat(M.nonZeros()).isZero();
            assertThat(M.sum()).isZero();
            assertThat(M.rowSquares()).hasSize(shape[0]).containsOnly(new double[shape[0]]);
        }
    }

    @Test
    void repeatedPlaceIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        SparseMatrix.ofTriples(3, 3, new int[] {2, 0, 2}, new int[] {1, 0, 1}, new double[] {1, 2, 3}))
                .withMessage("the place (2, 1) is given twice");
    }

    @Test
    void placesOutsideAreRefused() {
        double[] one = {1};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseMatrix.ofTriples(3, 5, new int[] {3}, new int[] {0}, one))
                .withMessage("row 3 is not between 0 and 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseMatrix.ofTriples(3, 5, new int[] {-1}, new int[] {0}, one))
                .withMessage("row -1 is not between 0 and 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseMatrix.ofTriples(3, 5, new int[] {0}, new int[] {5}, one))
                .withMessage("column 5 is not between 0 and 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseMatrix.ofTriples(3, 5, new int[] {0}, new int[] {-2}, one))
                .withMessage("column -2 is not between 0 and 4");
    }

    @Test
    void inconsistentCompressedRowsAreRefused() {
        double[] two = {1, 2};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseMatrix.ofRows(2, 3, new int[] {0, 2}, new int[] {0, 1}, two))
                .withMessage("2 rows need 3 starts, got 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseMatrix.ofRows(1, 3, new int[] {0, 1}, new int[] {0, 1}, two))
                .withMessage("starts end at 1, with 2 columns and 2 values");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseMatrix.ofRows(1, 3, new int[] {0, 2}, new int[] {0, 3}, two))
                .withMessage("row 0 has column 3, allowed 0 to 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseMatrix.ofRows(1, 3, new int[] {0, 2}, new int[] {1, 0}, two))
                .withMessage("row 0 has column 0 out of order or twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseMatrix.ofRows(1, 3, new int[] {0, 2}, new int[] {1, 1}, two))
                .withMessage("row 0 has column 1 out of order or twice");
    }

    @Test
    void descendingStartsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SparseMatrix.ofRows(3, 3, new int[] {0, 2, 1, 2}, new int[] {0, 1}, new double[] {1, 2}));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SparseMatrix.ofRows(2, 3, new int[] {0, 5, 2}, new int[] {0, 1}, new double[] {1, 2}));
    }

    @Test
    void triplesOfUnequalLengthAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseMatrix.ofTriples(2, 2, new int[] {0, 1}, new int[] {0}, new double[] {1, 2}));
    }
}
