package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** Columns, rows and sums of dense and sparse matrices. */
class MatrixTest {
    private static final int[][] SHAPES = {{1, 1}, {3, 2}, {1, 90}, {33, 70}, {400, 130}, {5, 600}};

    private static List<Matrix> forms(double[][] x) {
        DenseMatrix X = DenseMatrix.of(x);
        int cols = x.length == 0 ? 0 : x[0].length;
        return List.of(X, SparseMatrix.of(X), TestMatrices.segmented(x, cols, 2));
    }

    @Test
    void columnNormsMatchALoopEvenIfSquaresOverflow() {
        for (int[] shape : SHAPES) {
            double[][] x = TestMatrices.mostlyZero(1, shape[0], shape[1]);
            for (int power : new int[] {-1000, -600, 0, 600, 1000}) {
                double[][] scaled = TestMatrices.map(x, v -> Math.scalb(v, power));
                for (Matrix X : forms(scaled)) {
                    double[] norms = X.columnNorms();
                    assertThat(norms).hasSize(shape[1]);
                    for (int j = 0; j < shape[1]; j++) {
                        double sum = 0;
                        for (double[] row : x) sum += row[j] * row[j];
                        double norm = Math.scalb(Math.sqrt(sum), power);
                        assertThat(norms[j]).isCloseTo(norm, within(1e-14 * norm));
                    }
                    X.close();
                }
            }
        }
    }

    @Test
    void columnDotsMatchALoopForAnyThreads() {
        for (int[] shape : SHAPES) {
            int n = shape[1];
            double[][] x = TestMatrices.map(TestMatrices.mostlyZero(2, shape[0], n), v -> v > 0.5 ? -v : v);
            int[] start = new int[n + 1];
            for (int i = 0; i < n; i++) start[i + 1] = start[i] + i % 4; // some columns have none
            int[] other = IntStream.range(0, start[n])
                    .map(q -> TestMatrices.below(n, 3, q, 0))
                    .toArray();
            for (Matrix X : forms(x)) {
                double[] first = new double[0];
                for (int threads = 1; threads <= 3; threads++) {
                    double[] into = new double[start[n] + 2];
                    Arrays.fill(into, 77); // must be overwritten
                    try (ExecutionContext context = ExecutionContext.create(threads)) {
                        X.columnDots(context, start, other, into);
                    }
                    for (int i = 0; i < n; i++)
                        for (int q = start[i]; q < start[i + 1]; q++) {
                            double dot = 0;
                            for (double[] row : x) dot += row[i] * row[other[q]];
                            assertThat(into[q]).isCloseTo(dot, within(1e-13));
                        }
                    assertThat(into[start[n]]).isEqualTo(77);
                    if (threads == 1) first = into;
                    assertThat(into).isEqualTo(first);
                }
                X.close();
            }
        }
    }

    @Test
    void equalColumnsHaveEqualHashesAndOthersRarely() {
        for (int[] shape : new int[][] {{1, 90}, {12, 700}, {400, 130}}) {
            // integers such as counts: their bits are the hardest to spread
            double[][] x = TestMatrices.map(TestMatrices.uniform(4, shape[0], shape[1]), v -> Math.floor(3 * v));
            for (Matrix X : forms(x)) {
                long[] hash;
                try (ExecutionContext context = ExecutionContext.create(2)) {
                    hash = X.columnHashes(context);
                    assertThat(X.columnHashes(context)).isEqualTo(hash);
                }
                try (ExecutionContext context = ExecutionContext.create(3)) {
                    assertThat(X.columnHashes(context)).isEqualTo(hash);
                }
                for (int j = 0; j < shape[1]; j++)
                    for (int l = 0; l < shape[1]; l++) {
                        boolean same = true;
                        for (double[] row : x) same &= row[j] == row[l];
                        if (X.columnsEqual(j, l) != same)
                            assertThat(X.columnsEqual(j, l)).isEqualTo(same);
                        if ((hash[j] == hash[l]) != same)
                            assertThat(hash[j] == hash[l]).isEqualTo(same);
                    }
                X.close();
            }
        }
    }

    @Test
    void minusZeroEqualsZeroInColumns() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{0.0, -0.0}, {1, 1}})) {
            assertThat(X.columnsEqual(0, 1)).isTrue();
            assertThat(X.columnHashes(context)[0]).isEqualTo(X.columnHashes(context)[1]);
            assertThat(DistinctColumns.find(context, X).count()).isEqualTo(1);
        }
    }

    private static DenseMatrix X(int n) {
        DenseMatrix X = DenseMatrix.zeros(12, n);
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < n; j++) X.set(i, j, Math.max(0, CounterRandom.uniform(1, i, j) - 0.5));
        return X;
    }

    @Test
    void rowSumsAndSelectedColumnsMatchTheEntries() {
        try (DenseMatrix X = X(31)) {
            for (Matrix M : List.of(X, SparseMatrix.of(X))) {
                double[] sums = M.rowSums();
                int[] chosen = {4, 0, 30, 4};
                try (Matrix some = M.selectColumns(chosen)) {
                    assertThat(some.isDense()).isEqualTo(M.isDense());
                    for (int i = 0; i < 12; i++) {
                        double sum = 0;
                        for (int j = 0; j < 31; j++) sum += X.get(i, j);
                        assertThat(sums[i]).isEqualTo(sum);
                        for (int c = 0; c < chosen.length; c++)
                            assertThat(some.get(i, c)).isEqualTo(X.get(i, chosen[c]));
                    }
                }
            }
        }
    }

    @Test
    void denseAndSparseAgreeOnRowsAndSums() {
        double[][] x = TestMatrices.mostlyZero(24, 30, 40);
        try (DenseMatrix dense = DenseMatrix.of(x);
                SparseMatrix sparse = SparseMatrix.of(dense)) {
            assertThat(sparse.nonZeros()).isEqualTo(dense.nonZeros());
            assertThat(sparse.rowSquares()).containsExactly(dense.rowSquares());
            assertThat(sparse.sum()).isCloseTo(dense.sum(), within(1e-12 * dense.sum()));
            double[] row = new double[40];
            for (int i = 0; i < 30; i++) {
                Arrays.fill(row, 5);
                sparse.row(i, row);
                assertThat(row).containsExactly(x[i]);
                for (int j = 0; j < 40; j++) assertThat(sparse.get(i, j)).isEqualTo(x[i][j]);
            }
        }
    }
}
