package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class DenseMatrixTest {
    @Test
    void entriesAreReadBackForAnySegments() {
        double[][] a = TestMatrices.signed(1, 37, 5);
        for (int rows : new int[] {1, 2, 3, 4, 8, 100}) {
            try (DenseMatrix M = TestMatrices.segmented(a, 5, rows)) {
                assertThat(M.toArray()).as("segments of %d rows", rows).isDeepEqualTo(a);
                for (int i = 0; i < 37; i++)
                    for (int j = 0; j < 5; j++) assertThat(M.get(i, j)).isEqualTo(a[i][j]);
                M.set(36, 4, 9);
                M.set(0, 0, -9);
                assertThat(M.get(36, 4)).isEqualTo(9);
                assertThat(M.get(0, 0)).isEqualTo(-9);
                assertThat(M.get(36, 3)).isEqualTo(a[36][3]);
            }
        }
    }

    @Test
    void segmentsHoldNoMoreRowsThanAllowed() {
        try (DenseMatrix M = DenseMatrix.segmented(11, 3, 13)) { // four rows per segment
            int[] left = {4, 3, 2, 1, 4, 3, 2, 1, 3, 2, 1};
            for (int i = 0; i < 11; i++) assertThat(M.contiguousRows(i)).isEqualTo(left[i]);
        }
    }

    @Test
    void blocksOfRowsAreReadAndWrittenAcrossSegments() {
        double[][] a = TestMatrices.signed(2, 23, 3);
        for (int rows : new int[] {1, 2, 4, 100}) {
            try (DenseMatrix M = TestMatrices.segmented(a, 3, rows);
                    DenseMatrix N = DenseMatrix.segmented(23, 3, 3L * rows)) {
                for (int i = 0; i < 23; i++) {
                    for (int count = 1; i + count <= 23; count++) {
                        double[] block = new double[count * 3];
                        M.rows(i, count, block);
                        for (int q = 0; q < count; q++)
                            for (int j = 0; j < 3; j++)
                                assertThat(block[q * 3 + j]).isEqualTo(a[i + q][j]);
                        N.fill(0);
                        N.setRows(i, count, block);
                        for (int q = 0; q < 23; q++) {
                            double[] expected = q >= i && q < i + count ? a[q] : new double[3];
                            assertThat(N.toArray()[q]).containsExactly(expected);
                        }
                    }
                }
            }
        }
    }

    @Test
    void copiesAreEqualAndIndependentForAnySegments() {
        double[][] a = TestMatrices.signed(3, 19, 4);
        for (int from : new int[] {1, 2, 4, 100}) {
            for (int to : new int[] {1, 2, 8, 100}) {
                try (DenseMatrix M = TestMatrices.segmented(a, 4, from);
                        DenseMatrix N = DenseMatrix.segmented(19, 4, 4L * to);
                        DenseMatrix C = M.copy();
                        DenseMatrix T = M.transpose()) {
                    N.copyFrom(M);
                    assertThat(N.toArray()).isDeepEqualTo(a);
                    assertThat(C.toArray()).isDeepEqualTo(a);
                    assertThat(T.toArray()).isDeepEqualTo(TestMatrices.transpose(a));
                    N.copyRow(3, M, 17);
                    assertThat(N.toArray()[3]).containsExactly(a[17]);
                    N.zeroRow(18);
                    assertThat(N.toArray()[18]).containsOnly(0);
                    assertThat(N.toArray()[17]).containsExactly(a[17]);
                    assertThat(M.toArray()).isDeepEqualTo(a);
                }
            }
        }
    }

    @Test
    void sumsMatchTheEntries() {
        double[][] a = TestMatrices.mostlyZero(4, 31, 7);
        try (DenseMatrix M = TestMatrices.segmented(a, 7, 4)) {
            double sum = 0;
            long nonZeros = 0;
            for (int i = 0; i < 31; i++) {
                double squares = 0;
                for (double x : a[i]) {
                    sum += x;
                    squares += x * x;
                    if (x != 0) nonZeros++;
                }
                assertThat(M.rowSquares(i)).isEqualTo(squares);
                assertThat(M.rowSquares()[i]).isEqualTo(squares);
            }
            assertThat(M.sum()).isEqualTo(sum);
            assertThat(M.nonZeros()).isEqualTo(nonZeros);
        }
    }

    @Test
    void shapesWithoutEntriesAreAllowed() {
        for (int[] shape : new int[][] {{0, 0}, {0, 5}, {5, 0}}) {
            try (DenseMatrix M = DenseMatrix.zeros(shape[0], shape[1]);
                    DenseMatrix T = M.transpose();
                    DenseMatrix C = M.copy()) {
                assertThat(M.rows()).isEqualTo(shape[0]);
                assertThat(M.cols()).isEqualTo(shape[1]);
                assertThat(M.sum()).isZero();
                assertThat(M.nonZeros()).isZero();
                assertThat(T.rows()).isEqualTo(shape[1]);
                assertThat(C.cols()).isEqualTo(shape[1]);
                assertThat(M.rowSquares()).hasSize(shape[0]);
            }
        }
        try (DenseMatrix M = DenseMatrix.of(new double[][] {{3}})) {
            assertThat(M.get(0, 0)).isEqualTo(3);
        }
    }

    @Test
    void newMatrixIsZero() {
        try (DenseMatrix M = DenseMatrix.zeros(50, 40)) {
            assertThat(M.nonZeros()).isZero();
        }
    }

    @Test
    void accessToAClosedMatrixIsRefused() {
        DenseMatrix M = DenseMatrix.zeros(3, 2);
        M.close();
        assertThatIllegalStateException().isThrownBy(() -> M.get(0, 0)).withMessage("this matrix has been closed");
        assertThatIllegalStateException().isThrownBy(() -> M.set(0, 0, 1));
        assertThatIllegalStateException().isThrownBy(() -> M.row(0, new double[2]));
        assertThatIllegalStateException().isThrownBy(() -> M.rows(0, 1, new double[2]));
        assertThatIllegalStateException().isThrownBy(() -> M.setRow(0, new double[2]));
        assertThatIllegalStateException().isThrownBy(() -> M.fill(1));
        assertThatIllegalStateException().isThrownBy(M::toArray);
        assertThatIllegalStateException().isThrownBy(M::sum);
        assertThatIllegalStateException().isThrownBy(() -> M.address(0, 0));
    }

    @Test
    void productsWithAClosedMatrixAreRefused() {
        for (int closed = 0; closed < 3; closed++) {
            DenseMatrix[] M = {DenseMatrix.zeros(4, 5), DenseMatrix.zeros(5, 2), DenseMatrix.zeros(4, 2)};
            M[closed].close();
            for (int threads : new int[] {1, 3}) {
                try (ExecutionContext context = ExecutionContext.create(threads)) {
                    assertThatIllegalStateException()
                            .isThrownBy(() -> M[0].times(context, RowSet.all(4), M[1], M[2]))
                            .withMessage("this matrix has been closed");
                }
            }
            for (DenseMatrix one : M) one.close();
        }
    }

    @Test
    void closingTwiceIsHarmless() {
        DenseMatrix M = DenseMatrix.segmented(9, 2, 4);
        M.close();
        assertThatCode(M::close).doesNotThrowAnyException();
    }

    @Test
    void closingFreesTheMemoryAtOnce() {
        BufferPoolMXBean offHeap = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
        DenseMatrix M = DenseMatrix.segmented(1 << 10, 1 << 10, 1 << 18);
        long open = offHeap.getMemoryUsed();
        M.close();
        assertThat(open - offHeap.getMemoryUsed()).isGreaterThanOrEqualTo(8L << 20);
    }

    @Test
    void invalidShapesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DenseMatrix.zeros(-1, 3))
                .withMessage("a matrix cannot be -1 × 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DenseMatrix.zeros(1, (1 << 27) + 1))
                .withMessage("a row of 134217729 numbers is too long, allowed are at most 134217728");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DenseMatrix.of(new double[][] {{1, 2}, {3}}))
                .withMessage("row 1 has 1 numbers, expected 2");
        try (DenseMatrix M = DenseMatrix.zeros(2, 3);
                DenseMatrix N = DenseMatrix.zeros(3, 2)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> M.copyFrom(N))
                    .withMessage("cannot copy 3 × 2 to 2 × 3");
        }
    }

    @Test
    void shrinkingKeepsTheFirstRowsAndColumns() {
        for (long segment : new long[] {1L << 27, 20, 9}) {
            try (DenseMatrix M = DenseMatrix.segmented(7, 9, segment)) {
                for (int i = 0; i < 7; i++) for (int j = 0; j < 9; j++) M.set(i, j, 10 * i + j);
                M.shrink(6, 5);
                assertThat(M.rows()).isEqualTo(6);
                assertThat(M.cols()).isEqualTo(5);
                for (int i = 0; i < 6; i++)
                    for (int j = 0; j < 5; j++) assertThat(M.get(i, j)).isEqualTo(10 * i + j);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> M.shrink(6, 6))
                        .withMessage("cannot shrink to 6 × 6 from 6 × 5");
            }
        }
    }
}
